"""The cases and their targets, in one place. A target's numbers are those the project has set
itself for the engine's speed; where one can't be met on a machine, the table says why."""

from dataclasses import dataclass
from typing import List, Tuple

from .figures import Aim, at_least, at_most, equal, report_only, within
from .model import BARE, FIO, FIO_BEST, FIO_WIDE, FLOOR, OURS, T_IO_URING, Workload

MIB = 1 << 20


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    place: str  # a function of rigs.py, with what it takes after colons
    workload: Workload
    tools: Tuple[str, ...]
    aims: Tuple[Aim, ...]
    # fio: percentiles of `lat`, which costs it time: only where latency is the subject
    latency: bool = False


# fio's `lat` runs from before the submission to the completion, as our latency does; its `clat`
# starts after io_uring_enter has returned. 60 µs is what the rig itself (FUSE behind a loop
# device) varies by, see rigs/README.md.
LATENCY = (
    within("p50", 0.02, 60_000, FIO),
    within("p99", 0.05, 0, FIO),
)

# A bare loop of the same calls with the same clock readings: what is above it is our code.
NEAR_BARE = at_most("cpu", 1.15, BARE)

LOOP = (
    at_most("cpu", 0.70, FIO),
    at_most("cpu", 1.00, FIO_BEST),
)

CASES: List[Case] = [
    Case(
        "null-psync", "/dev/null, psync", "null", Workload("psync"),
        (OURS, FIO, BARE, FLOOR),
        (at_most("cpu", 0.55, FIO), NEAR_BARE),
    ),
    Case(
        "null-io_uring-32", "/dev/null, io_uring, depth 32", "null", Workload("io_uring", 32),
        (OURS, FIO, FIO_BEST, FIO_WIDE, BARE, FLOOR),
        (
            at_most("cpu", 0.35, FIO),
            at_most("cpu", 0.60, FIO_BEST),
            NEAR_BARE,
            report_only("cpu", FIO_WIDE),
        ),
    ),
    Case(
        "null-libaio-32", "/dev/null, libaio, depth 32", "null", Workload("libaio", 32),
        (OURS, FIO, FIO_BEST, BARE, FLOOR),
        (report_only("cpu", FIO), report_only("cpu", FIO_BEST), NEAR_BARE),
    ),
    Case(
        "zram-psync", "zram, psync", "zram", Workload("psync"),
        (OURS, FIO, BARE),
        (at_most("cpu", 0.85, FIO), at_least("iops", 1.15, FIO), report_only("cpu", BARE)),
    ),
    Case(
        "loop-write-32", "loop on /dev/shm, io_uring, depth 32, writes", "loop",
        Workload("io_uring", 32),
        (OURS, FIO, FIO_BEST, BARE),
        LOOP + (report_only("cpu", BARE),),
    ),
    Case(
        "loop-write-128", "loop on /dev/shm, io_uring, depth 128, writes", "loop",
        Workload("io_uring", 128),
        (OURS, FIO, FIO_BEST, BARE),
        LOOP + (report_only("cpu", BARE),),
    ),
    Case(
        "loop-read-32", "loop on /dev/shm, io_uring, depth 32, reads", "loop",
        Workload("io_uring", 32, read=True),
        (OURS, FIO, FIO_BEST, T_IO_URING, BARE),
        LOOP + (at_most("cpu", 1.10, T_IO_URING), report_only("cpu", BARE)),
    ),
    Case(
        "loop-read-128", "loop on /dev/shm, io_uring, depth 128, reads", "loop",
        Workload("io_uring", 128, read=True),
        (OURS, FIO, FIO_BEST, T_IO_URING, BARE),
        LOOP + (at_most("cpu", 1.10, T_IO_URING), report_only("cpu", BARE)),
    ),
    Case(
        "file-psync", "a file on a disk, psync", "file", Workload("psync"),
        (OURS, FIO), (equal("iops", 0.03, FIO),),
    ),
    Case(
        "file-io_uring-32", "a file on a disk, io_uring, depth 32", "file",
        Workload("io_uring", 32), (OURS, FIO, FIO_BEST),
        (equal("iops", 0.03, FIO_BEST), report_only("iops", FIO)),
    ),
    Case(
        "fake-200us", "fakedrive, 200 µs a write, psync", "fake:wlat_us 200",
        Workload("psync"), (OURS, FIO), LATENCY, latency=True,
    ),
    Case(
        "fake-2ms", "fakedrive, 2 ms a write, psync", "fake:wlat_us 2000",
        Workload("psync"), (OURS, FIO), LATENCY, latency=True,
    ),
    Case(
        # The tail is 3 % of the writes, so that p99 lies well inside it.
        "fake-tail", "fakedrive, 200 µs and 5 ms for each 33rd write, psync",
        "fake:wlat_us 200:wtail_every 33 4800",
        Workload("psync"), (OURS, FIO), LATENCY, latency=True,
    ),
    Case(
        "fake-2ms-io_uring-8", "fakedrive, 2 ms a write, io_uring, depth 8", "fake:wlat_us 2000",
        Workload("io_uring", 8), (OURS, FIO), LATENCY, latency=True,
    ),
    Case(
        # One call submits and waits, as psync's does; fio makes two of it, see the table's notes.
        "fake-800us-io_uring-1", "fakedrive, 800 µs a write, io_uring, depth 1",
        "fake:wlat_us 800", Workload("io_uring", 1), (OURS, FIO),
        (report_only("p50", FIO), report_only("p99", FIO)), latency=True,
    ),
    Case(
        "fake-800us-libaio-1", "fakedrive, 800 µs a write, libaio, depth 1",
        "fake:wlat_us 800", Workload("libaio", 1), (OURS, FIO), LATENCY, latency=True,
    ),
    Case(
        "fake-800us-psync", "fakedrive, 800 µs a write, psync",
        "fake:wlat_us 800", Workload("psync"), (OURS, FIO), LATENCY, latency=True,
    ),
]

# Resident memory of a run with as many streams as a drive has OSDs at most.
MEMORY_STREAMS = 30
MEMORY_LIMIT_MB = 150.0
