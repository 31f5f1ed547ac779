"""What is run, on what, by which tool, and what comes out."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

# Tools. What they are in the table, too.
OURS = "ours"
FIO = "fio"
FIO_BEST = "fio, best options"
FIO_WIDE = "fio, batches of the depth"
BARE = "bare loop"
FLOOR = "calls alone"
T_IO_URING = "t/io_uring"


ROOT = Path(__file__).resolve().parents[4]


class Unavailable(Exception):
    """Why something can't be measured here; becomes a row of the table."""

    def __init__(self, why: str):
        # The table is published: no colours and no folders of this machine.
        plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", why)
        super().__init__(plain.replace(f"{ROOT}/", "").replace("|", "/"))


@dataclass(frozen=True)
class Workload:
    """4 KiB at uniformly random offsets, closed loop, one stream."""

    backend: str
    depth: int = 1
    read: bool = False
    block: int = 4096

    @property
    def batch(self) -> int:
        """What the engine submits at once at most (backend_uring.c)."""
        return max(1, min(8, self.depth // 4))


@dataclass(frozen=True)
class Place:
    """A target that is ready: a path, how much of it is used, and what it is."""

    path: str
    size: int
    what: str
    direct: bool = True


@dataclass(frozen=True)
class Run:
    """Figures of one run; nanoseconds per operation. None: the tool doesn't tell."""

    iops: float
    cpu: float
    user: Optional[float] = None
    system: Optional[float] = None
    mean: Optional[float] = None
    p50: Optional[float] = None
    p99: Optional[float] = None
    process: Optional[float] = None  # CPU of the process with its start, per operation
    operations: Optional[int] = None
