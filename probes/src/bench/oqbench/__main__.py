"""Runs the cases and writes the table."""

import argparse
import fnmatch
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional

from . import machine, memory, rigs, table
from .cases import CASES, Case
from .model import OURS, ROOT, Place, Run, Unavailable
from .tools import BENCH, fio_startup_s, measure

MEMORY_CASES = ("memory-engine", "memory-osd-qualify")
WARM_UP_S = 0.3


def say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench",
        description="Compares the native engine with fio and with bare loops of the same system "
        "calls, and writes the table. No test: a target that is missed is a row, not a failure.",
        epilog="cases: " + " ".join([case.name for case in CASES] + list(MEMORY_CASES)),
    )
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.5 s, for the shape")
    parser.add_argument("--rounds", type=int, help="runs of each tool (5; 3 with --quick)")
    parser.add_argument("--seconds", type=float, help="of each run (3; 0.5 with --quick)")
    parser.add_argument("--only", action="append", metavar="CASE",
                        help="only this case; * and ? match; may be given again")
    parser.add_argument("--out", type=Path, metavar="FILE",
                        help="the table (docs/benchmarks.md; with --only standard output)")
    parser.add_argument("--folder", type=Path, metavar="FOLDER",
                        help="on the disk for the file cases ($TMPDIR, /var/tmp)")
    parser.add_argument("--size", type=int, default=256, metavar="MIB",
                        help="of each target (256)")
    parser.add_argument("--seed", type=int, help="of the order of the runs (random)")
    options = parser.parse_args()
    options.rounds = options.rounds or (3 if options.quick else 5)
    options.seconds = options.seconds or (0.5 if options.quick else 3.0)
    options.seed = random.randrange(10**6) if options.seed is None else options.seed
    if options.rounds < 1 or options.seconds <= 0 or options.size < 1:
        parser.error("rounds, seconds and size must be above 0")
    if options.only and not (chosen(options) or memory_chosen(options)):
        parser.error(f"no case is named {' or '.join(options.only)}")
    if options.out is None and not options.only:
        options.out = ROOT / "docs" / "benchmarks.md"
    return options


def matches(name: str, options: argparse.Namespace) -> bool:
    return not options.only or any(fnmatch.fnmatch(name, only) for only in options.only)


def chosen(options: argparse.Namespace) -> List[Case]:
    return [case for case in CASES if matches(case.name, options)]


def memory_chosen(options: argparse.Namespace) -> List[str]:
    return [name for name in MEMORY_CASES if matches(name, options)]


def build() -> None:
    say("building")
    if subprocess.run(["make", "-s", "-C", str(BENCH), "all"], stdout=sys.stderr).returncode:
        sys.exit("bench: the programs do not build")


def disk_folder(options: argparse.Namespace) -> Path:
    for folder in (options.folder, Path(tempfile.gettempdir()), Path("/var/tmp")):
        if folder and (folder == options.folder or not rigs.is_memory(folder)):
            return folder
    return Path("/var/tmp")


def warm_up(case: Case, place: Place, result: table.Result) -> List[str]:
    """One short run of each tool; those that can't are left out, with the reason."""
    able = []
    for tool in case.tools:
        try:
            measure(tool, case.workload, place, WARM_UP_S, case.latency)
            able.append(tool)
        except Unavailable as why:
            say(f"{case.name}: {tool}: {why}")
            result.missing[tool] = str(why)
    return able


def rounds(
    case: Case, place: Place, able: List[str], order: random.Random,
    options: argparse.Namespace,
) -> Dict[str, List[Run]]:
    series: Dict[str, List[Run]] = {tool: [] for tool in able}
    for number in range(1, options.rounds + 1):
        turn = list(able)
        order.shuffle(turn)
        for tool in turn:
            run = measure(tool, case.workload, place, options.seconds, case.latency)
            series[tool].append(run)
            say(f"{case.name} {number}/{options.rounds}: {tool}: {run.iops:.0f} IOPS, "
                f"{run.cpu:.0f} ns CPU")
    return series


def run_case(
    case: Case, places: rigs.Rigs, order: random.Random, options: argparse.Namespace
) -> table.Result:
    result = table.Result(case)
    try:
        with places.place(case.place) as place:
            result.what = place.what
            able = warm_up(case, place, result)
            if OURS in able:
                result.series = rounds(case, place, able, order, options)
    except Unavailable as why:
        say(f"{case.name}: {why}")
        result.reason = str(why)
    return result


def run_memory(name: str, places: rigs.Rigs, options: argparse.Namespace) -> table.Memory:
    title = "engine alone" if name == "memory-engine" else "osd-qualify run"
    say(name)
    try:
        if name == "memory-osd-qualify":
            return table.Memory(title, memory.of_osd_qualify())
        with places.place("file") as place:
            return table.Memory(title, memory.of_engine(place, options.seconds))
    except Unavailable as why:
        say(f"{name}: {why}")
        return table.Memory(title, None, str(why))


def startup() -> Optional[float]:
    try:
        return fio_startup_s()
    except Unavailable:
        return None


def main() -> None:
    options = arguments()
    # So that what was made is taken away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    facts = machine.facts()
    build()
    order = random.Random(options.seed)
    places = rigs.Rigs(disk_folder(options), options.size)
    try:
        results = [run_case(case, places, order, options) for case in chosen(options)]
        peaks = [run_memory(name, places, options) for name in memory_chosen(options)]
    finally:
        places.close()
    text = table.write(
        table.Report(
            facts, options.rounds, options.seconds, options.seed, options.quick, results, peaks,
            startup(),
        )
    )
    if options.out:
        options.out.write_text(text)
        say(f"wrote {options.out}")
    else:
        print(text, end="")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
