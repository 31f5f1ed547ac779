"""Targets: made, used and taken away. Nothing but what was made here is ever written to."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Optional

from .model import ROOT, Place, Unavailable

MIB = 1 << 20


class Rigs:
    """The places of one benchmark. A place is made anew for each case: what one case leaves
    behind must not decide another's figures."""

    def __init__(self, folder: Path, size_mib: int):
        self._folder = folder  # of the file on a disk
        self._size_mib = size_mib
        self._state = Path(tempfile.mkdtemp(prefix="osd-qualify-bench-"))

    def close(self) -> None:
        self._blk("down-all")
        shutil.rmtree(self._state)

    @contextmanager
    def place(self, description: str) -> Iterator[Place]:
        kind, *lines = description.split(":")
        with getattr(self, "_" + kind)(*lines) as place:
            yield place

    @contextmanager
    def _null(self) -> Iterator[Place]:
        yield Place("/dev/null", self._size_mib * MIB, "/dev/null", direct=False)

    @contextmanager
    def _zram(self) -> Iterator[Place]:
        with self._device("zram") as path:
            fill(path, self._size_mib)
            algorithm = _chosen(Path(f"/sys/block/{Path(path).name}/comp_algorithm"))
            yield Place(path, self._size_mib * MIB, f"zram, {algorithm}")

    @contextmanager
    def _loop(self) -> Iterator[Place]:
        with self._device("loop") as path:
            fill(path, self._size_mib)
            direct = Path(f"/sys/block/{Path(path).name}/loop/dio").read_text().strip() == "1"
            how = "direct I/O" if direct else "buffered: this tmpfs takes no direct I/O"
            yield Place(path, self._size_mib * MIB, f"loop device on tmpfs, {how}")

    @contextmanager
    def _fake(self, *lines: str) -> Iterator[Place]:
        with self._device("fake", "through", *lines) as path:
            yield Place(path, self._size_mib * MIB, "fakedrive: " + ", ".join(lines))

    @contextmanager
    def _file(self) -> Iterator[Place]:
        descriptor, path = tempfile.mkstemp(prefix="osd-qualify-bench-", dir=self._folder)
        os.close(descriptor)
        try:
            fill(path, self._size_mib)
            yield Place(path, self._size_mib * MIB, f"a file on {file_system(self._folder)}")
        finally:
            os.unlink(path)

    @contextmanager
    def _device(self, kind: str, *more: str) -> Iterator[str]:
        if os.geteuid() != 0:
            raise Unavailable("needs root")
        try:
            yield self._blk(kind, "bench", str(self._size_mib), *more).strip()
        finally:
            self._blk("down", "bench")

    def _blk(self, *arguments: str) -> str:
        done = subprocess.run(
            [str(ROOT / "rigs" / "blk"), *arguments],
            env={**os.environ, "BLK_RIG": str(self._state), "BLK_OWNER": str(os.getpid())},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        if done.returncode:
            why = (done.stderr.strip().splitlines() or ["failed"])[-1]
            if arguments[0].startswith("down"):
                print(f"bench: {why}", file=sys.stderr)
                return ""
            raise Unavailable(why)
        return done.stdout


def fill(path: str, size_mib: int) -> None:
    """Random data everywhere: the first write of a place costs more than the next."""
    with open(path, "r+b", buffering=0) as target:
        for _ in range(size_mib):
            target.write(os.urandom(MIB))
        os.fsync(target.fileno())


def file_system(folder: Path) -> str:
    device, kind = _mount_of(folder)
    return f"{kind} on {device}"


def is_memory(folder: Path) -> Optional[str]:
    _, kind = _mount_of(folder)
    return kind if kind in ("tmpfs", "ramfs") else None


def _mount_of(folder: Path) -> "tuple[str, str]":
    said = subprocess.run(
        ["findmnt", "-n", "-o", "SOURCE,FSTYPE", "-T", str(folder)],
        stdout=subprocess.PIPE, text=True, check=False,
    ).stdout.split()
    return (said[0], said[1]) if len(said) == 2 else ("?", "?")


def _chosen(file: Path) -> str:
    """`a [b] c` is b."""
    try:
        return file.read_text().split("[")[1].split("]")[0]
    except (OSError, IndexError):
        return "?"
