"""How each tool is called for a workload, and what its output says."""

import json
import os
import resource
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional

from .model import (
    BARE, FIO, FIO_BEST, FIO_WIDE, FLOOR, OURS, T_IO_URING, Place, Run, Unavailable, Workload,
)

BENCH = Path(__file__).resolve().parents[1]
NS_PER_S = 1e9
# Time before counting. fio gets none: its ramp would be in its CPU but not in its operations.
RAMP_S = 0.2


@dataclass(frozen=True)
class Ended:
    """A process that has ended: its output and the CPU of itself and its children."""

    output: str
    cpu_ns: float


def _children_cpu_ns() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * NS_PER_S


def run(command: List[str], limit_s: float) -> Ended:
    before = _children_cpu_ns()
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=limit_s
        )
    except FileNotFoundError as missing:
        raise Unavailable(f"{missing.filename} is not there") from missing
    except subprocess.TimeoutExpired as late:
        raise Unavailable(f"{command[0]} did not end within {limit_s:.0f} s") from late
    cpu_ns = _children_cpu_ns() - before
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise Unavailable(f"{Path(command[0]).name}: {' '.join(last)}")
    return Ended(done.stdout, cpu_ns)


def _own(program: str, workload: Workload, place: Place, seconds: float) -> List[str]:
    command = [
        str(BENCH / "build" / program), "--backend", workload.backend,
        "--depth", str(workload.depth), "--block", str(workload.block),
        "--size", str(place.size), "--ramp", str(RAMP_S), "--seconds", str(seconds),
    ]
    return command + (["--read"] if workload.read else []) + [place.path]


def _own_run(command: List[str], seconds: float) -> Run:
    said = json.loads(run(command, seconds * 3 + 30).output)
    return Run(
        iops=said["iops"],
        cpu=said["user_ns"] + said["system_ns"],
        user=said["user_ns"],
        system=said["system_ns"],
        mean=said["mean_ns"] or None,
        p50=said.get("p50_ns"),
        p99=said.get("p99_ns"),
        process=said.get("process_ns"),
    )


def fio_command(workload: Workload, place: Place, seconds: float, latency: bool) -> List[str]:
    """fio's defaults: what a user types. Milliseconds, for fio drops fractions of a second. Nothing is said of the clock: fio takes the CPU's
    counter where the kernel calls that reliable, else clock_gettime."""
    command = [
        "fio", "--name=bench", f"--filename={place.path}", f"--size={place.size}",
        f"--rw={'randread' if workload.read else 'randwrite'}", f"--bs={workload.block}",
        f"--ioengine={workload.backend}", f"--iodepth={workload.depth}",
        f"--direct={int(place.direct)}", "--time_based", f"--runtime={round(seconds * 1000)}ms",
        "--allow_file_create=0", "--output-format=json",
    ]
    if latency:
        command += ["--lat_percentiles=1", "--clat_percentiles=0"]
    return command


def fio_best(workload: Workload, batch: int) -> List[str]:
    """The cheapest options that still measure each operation's latency and still write new data
    (fio's default scramble_buffers). Of those tried, disable_slat and norandommap each save some
    per cent; disable_clat on top of disable_slat costs."""
    options = [
        f"--iodepth_batch_submit={batch}", "--iodepth_batch_complete_min=1",
        f"--iodepth_batch_complete_max={workload.depth}", "--norandommap=1",
        "--disable_slat=1", "--gtod_reduce=0",
    ]
    if workload.backend == "io_uring":
        options += ["--fixedbufs=1", "--registerfiles=1", "--nonvectored=1"]
    return options


def parse_fio(output: str, cpu_ns: float) -> Run:
    """CPU of the job itself: fio's usr_cpu and sys_cpu are shares of the job's run time, from
    getrusage around the job, so the start of fio (0.1 s and more to calibrate its clock) is not
    in them. job_runtime is in milliseconds."""
    job = json.loads(output)["jobs"][0]
    if job["error"]:
        raise Unavailable(f"fio: error {job['error']}")
    side = max(job["read"], job["write"], key=lambda s: s["total_ios"])
    operations = side["total_ios"]
    if not operations:
        raise Unavailable("fio did nothing")
    share_ns = job["job_runtime"] * 1e6 / 100 / operations
    latency = next(
        (side[kind] for kind in ("lat_ns", "clat_ns") if "percentile" in side.get(kind, {})), {}
    )
    percentile: Dict[str, float] = latency.get("percentile", {})
    return Run(
        iops=side["iops"],
        cpu=(job["usr_cpu"] + job["sys_cpu"]) * share_ns,
        user=job["usr_cpu"] * share_ns,
        system=job["sys_cpu"] * share_ns,
        mean=side["lat_ns"]["mean"] or None,
        p50=percentile.get("50.000000"),
        p99=percentile.get("99.000000"),
        process=cpu_ns / operations,
        operations=operations,
    )


def t_io_uring_path() -> Optional[str]:
    """fio's t/io_uring, which distributions don't package: from its source, `make t/io_uring`."""
    return os.environ.get("FIO_T_IO_URING") or shutil.which("t_io_uring")


def _reads_done(device: str) -> int:
    """Linux, Documentation/block/stat.rst: the first field is completed reads."""
    return int(Path(f"/sys/block/{Path(device).name}/stat").read_text().split()[0])


def _t_io_uring(workload: Workload, place: Place, seconds: float) -> Run:
    program = t_io_uring_path()
    if not program:
        raise Unavailable("not there: set FIO_T_IO_URING to fio's t/io_uring")
    if not workload.read:
        raise Unavailable("t/io_uring reads only")
    whole = max(1, round(seconds))
    before = _reads_done(place.path)
    # As the engine waits: submit a batch, wait for one completion.
    ended = run(
        [
            program, f"-d{workload.depth}", f"-s{workload.batch}", "-c1", f"-b{workload.block}",
            "-p0", "-B1", "-F1", "-X1", "-R1", "-O1", f"-r{whole}", place.path,
        ],
        whole * 3 + 30,
    )
    operations = _reads_done(place.path) - before
    if operations <= 0:
        raise Unavailable("t/io_uring did nothing")
    return Run(iops=operations / whole, cpu=ended.cpu_ns / operations)


def wait_until_free(place: Place) -> None:
    """A ring lets go of its file some time after its process has ended: until then an exclusive
    open is EBUSY."""
    if not Path(place.path).is_block_device():
        return
    for _ in range(500):
        try:
            os.close(os.open(place.path, os.O_RDONLY | os.O_EXCL))
            return
        except OSError:
            time.sleep(0.01)


def measure(
    tool: str, workload: Workload, place: Place, seconds: float, latency: bool = False
) -> Run:
    wait_until_free(place)
    if tool == OURS:
        return _own_run(_own("oq_bench", workload, place, seconds), seconds)
    if tool == BARE:
        return _own_run(_own("rawio", workload, place, seconds), seconds)
    if tool == FLOOR:
        command = _own("rawio", workload, place, seconds)
        return _own_run(command[:1] + ["--floor"] + command[1:], seconds)
    if tool == T_IO_URING:
        return _t_io_uring(workload, place, seconds)
    command = fio_command(workload, place, seconds, latency)
    if tool == FIO_BEST:
        command += fio_best(workload, workload.batch)
    elif tool == FIO_WIDE:
        command += fio_best(workload, workload.depth)
    elif tool != FIO:
        raise ValueError(tool)
    ended = run(command, seconds * 3 + 30)
    return parse_fio(ended.output, ended.cpu_ns)


def fio_startup_s() -> float:
    """CPU of a fio that does next to nothing, less that of the job."""
    null = Place("/dev/null", 1 << 20, "", direct=False)
    ended = run(fio_command(Workload("psync"), null, 0.001, False), 60)
    job = parse_fio(ended.output, ended.cpu_ns)
    return (ended.cpu_ns - job.cpu * (job.operations or 0)) / NS_PER_S
