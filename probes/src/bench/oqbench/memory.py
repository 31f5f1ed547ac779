"""Peak resident memory of a run with many streams."""

import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Dict, List

from .cases import MEMORY_STREAMS
from .model import ROOT, Place, Unavailable
from .tools import BENCH, run

KIB = 1024


def of_engine(place: Place, seconds: float) -> float:
    """The engine alone, as its process says at its end; bytes."""
    ended = run(
        [
            str(BENCH / "build" / "oq_bench"), "--backend", "psync", "--durability", "fdatasync",
            "--streams", str(MEMORY_STREAMS), "--size", str(place.size),
            "--seconds", str(seconds), place.path,
        ],
        seconds * 3 + 60,
    )
    return json.loads(ended.output)["peak_kib"] * KIB


def of_osd_qualify() -> float:
    """The whole program with a profile for as many OSDs, by VmHWM of /proc/PID/status; bytes."""
    command = [
        str(ROOT / "qualify" / "bin" / "osd-qualify"), "run", "--scratch", "1GiB",
        "--profile", "wal+db-hdd", "--osds", str(MEMORY_STREAMS), "--quick",
    ]
    peaks: Dict[int, float] = {}
    with tempfile.TemporaryDirectory(prefix="osd-qualify-bench-") as folder:
        log = Path(folder) / "log"
        with open(log, "wb") as out:
            process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out)
            try:
                while process.poll() is None:
                    _note_peaks(process.pid, peaks)
                    time.sleep(0.1)
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait()
        # 0 passed, 1 failed, 3 inconclusive: the run itself was whole.
        if process.returncode not in (0, 1, 3):
            last = log.read_text(errors="replace").strip().splitlines()[-1:]
            raise Unavailable(f"osd-qualify ended with {process.returncode}: {' '.join(last)}")
    if not peaks:
        raise Unavailable("osd-qualify ended before its memory could be read")
    return max(peaks.values())


def _note_peaks(root: int, peaks: Dict[int, float]) -> None:
    """Only Java's: while its start script builds or trains, other processes come and go."""
    for pid in [root, *_descendants(root)]:
        try:
            status = Path(f"/proc/{pid}/status").read_text()
            arguments = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # it has ended
        if b"io.osdqualify.cli.Main" not in arguments:
            continue
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                peaks[pid] = float(line.split()[1]) * KIB


def _descendants(pid: int) -> List[int]:
    found: List[int] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            numbers = [int(word) for word in children.read_text().split()]
        except OSError:
            continue
        for child in numbers:
            found += [child, *_descendants(child)]
    return found
