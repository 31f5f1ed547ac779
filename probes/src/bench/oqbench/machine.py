"""What the figures were measured on."""

import os
import platform
import shutil
import subprocess
from datetime import datetime, timezone
from pathlib import Path
from typing import List, Tuple

from .model import ROOT
from .tools import t_io_uring_path


def facts() -> List[Tuple[str, str]]:
    return [
        ("date", datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")),
        ("engine", f"commit {_said('git', '-C', str(ROOT), 'describe', '--always', '--dirty')}"),
        ("processor", f"{_field('/proc/cpuinfo', 'model name')}, {os.cpu_count()} CPUs"
                      f"{_hypervisor()}"),
        ("memory", f"{int(_field('/proc/meminfo', 'MemTotal').split()[0]) / 2**20:.0f} GiB"),
        ("kernel", f"Linux {platform.release()} {platform.machine()}"),
        ("page-table isolation", _meltdown()),
        ("clock source", _read("/sys/devices/system/clocksource/clocksource0/current_clocksource")),
        ("compiler", _said("cc", "--version").splitlines()[0]),
        ("fio", _said("fio", "--version")),
        ("fio's t/io_uring", "there" if t_io_uring_path() else "not there"),
        ("load before", " ".join(_read("/proc/loadavg").split()[:3])),
    ]


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return "unknown"


def _field(path: str, name: str) -> str:
    for line in _read(path).splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return "0 unknown"


def _hypervisor() -> str:
    return ", virtual" if "hypervisor" in _field("/proc/cpuinfo", "flags").split() else ""


def _meltdown() -> str:
    """It makes each system call dearer, for every tool alike."""
    said = _read("/sys/devices/system/cpu/vulnerabilities/meltdown")
    if said == "unknown":
        return "on" if "pti" in _field("/proc/cpuinfo", "flags").split() else "unknown"
    return f"on ({said})" if "PTI" in said else f"off ({said})"


def _said(*command: str) -> str:
    if not shutil.which(command[0]):
        return "not there"
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip() or "unknown"
