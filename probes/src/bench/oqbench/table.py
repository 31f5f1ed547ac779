"""docs/benchmarks.md: everything in it comes from here."""

from dataclasses import dataclass, field
from statistics import median
from typing import Dict, List, Optional, Sequence, Tuple

from .cases import MEMORY_LIMIT_MB, MEMORY_STREAMS, Case
from .figures import Aim, Series, middle, ratios, software_ratios, spread, values
from .model import BARE, FIO, FIO_BEST, FLOOR, OURS, Run

MB = 1e6


@dataclass
class Result:
    """One case: its figures, or why there are none."""

    case: Case
    what: str = ""  # the place
    series: Series = field(default_factory=dict)
    missing: Dict[str, str] = field(default_factory=dict)  # by tool
    reason: Optional[str] = None  # of the whole case


@dataclass
class Memory:
    title: str
    bytes: Optional[float]
    reason: Optional[str] = None


@dataclass
class Report:
    facts: Sequence[Tuple[str, str]]
    rounds: int
    seconds: float
    seed: int
    quick: bool
    results: Sequence[Result]
    memory: Sequence[Memory]
    startup_s: Optional[float]


METRICS = {"cpu": "CPU per I/O", "iops": "IOPS", "p50": "p50", "p99": "p99"}

MET = {True: "yes", False: "**no**", None: "undecided"}

HEAD = """# Benchmarks of the native engine

Written by `qualify/bin/bench`{quick}.

Each figure is the median of {rounds} runs of {seconds:g} s; the tools of a case take turns in random order (seed {seed}),
and a ratio is the median of the rounds' ratios, with the least and the largest in brackets. CPU per I/O is the
firm figure: on a shared machine IOPS vary by 20 %.

{facts}
## Targets

"Bare loop" makes the same system calls as the engine, with the same readings of the clock and a random
offset for each, and nothing else. Where a target is not met, the last column says what stands in its way;
"undecided": the other tool differs from itself by more than the target allows, so the machine was too noisy.

"""

SOFTWARE = """
## Software cost

A system call costs each tool the same, and hides what the tools add to it. Here the cost of the calls alone
(no clock, no generator) is taken off: what is left is each tool's own.

"""

NOTES = """
## How it is measured

* Ours: `oq_bench`, the engine as osd-qualify runs it: new incompressible data for each block, a histogram, the
  slowest operations kept, each offset checked. CPU of its thread while counting (`getrusage`).
* fio: its own `usr_cpu` and `sys_cpu`, which come from `getrusage` around the job, times the job's run time.
  The CPU of the process would be wrong: it has fio's start in it, mostly the calibration of its clock{startup}.
* "fio, best options": fixed buffers, registered file, the engine's batches (at most 8, a quarter of the depth),
  no random map, no submission latency; it still measures each operation and still changes each buffer.
  "Batches of the depth" sends all at once: cheaper, but what has completed waits for the batch to be submitted,
  and that wait would be measured as the drive's.
* fio's `lat` is what our latency is: from before the submission to the completion. Its `clat` starts when
  `io_uring_enter` has returned. Percentiles of fio are of `lat` on fakedrive, where fio is asked for them
  (which costs it time); elsewhere they are of `clat`, and not comparable where several are in flight.
* At depth 1 our io_uring submits and waits in one call, and sees what psync sees. fio submits and then waits, as
  our libaio and its own do: the thread is still awake when the kernel hands the write on, which costs up to
  100 µs of an 800 µs write where waking the other processor is slow (virtual machines). So libaio and psync are
  compared with fio's there; io_uring's figures are shown without a target.
* `t/io_uring`: fixed buffers, registered file and ring, batches as ours, waits for one completion, no latencies.
  It only reads. Its operations are counted by the block device. Not packaged: build it from fio's source with
  `make t/io_uring` and set `FIO_T_IO_URING`.
* On loop and zram the CPU of the kernel's own threads is in nobody's figure.
"""


def write(report: Report) -> str:
    quick = " with `--quick`: **short runs, only to show the shape**" if report.quick else ""
    parts = [
        HEAD.format(
            quick=quick, rounds=report.rounds, seconds=report.seconds, seed=report.seed,
            facts=_table(("", ""), report.facts),
        ),
        _table(
            ("case", "figure", "ours", "against", "its figure", "bare loop", "ratio", "target",
             "met", "why not"),
            [row for result in report.results for row in _target_rows(result)]
            + [_memory_row(memory) for memory in report.memory],
        ),
    ]
    software = [row for result in report.results for row in _software_rows(result)]
    if software:
        parts += [
            SOFTWARE,
            _table(("case", "ours", "bare loop", "against", "its figure", "ratio"), software),
        ]
    parts += [
        "\n## All figures\n\n",
        _table(
            ("case", "tool", "IOPS", "CPU per I/O", "user", "system", "mean", "p50", "p99"),
            [row for result in report.results for row in _figure_rows(result)],
        ),
        NOTES.format(startup=_startup(report)),
    ]
    return "".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _shown(metric: str, value: Optional[float]) -> str:
    if value is None:
        return "–"
    if metric == "iops":
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.0f} ns" if value < 10_000 else f"{value / 1000:.1f} µs"


def _target_rows(result: Result) -> List[List[str]]:
    return [_target_row(result, aim) for aim in result.case.aims]


def _target_row(result: Result, aim: Aim) -> List[str]:
    start = [result.case.title, METRICS[aim.metric]]
    absent = result.reason or result.missing.get(OURS) or result.missing.get(aim.against)
    if absent:
        return start + ["–", aim.against, "–", "–", "–", aim.text, "not measured", absent]
    series = result.series
    outcome = aim.outcome(series)
    bare = middle(series, BARE, aim.metric) if BARE in series else None
    return start + [
        _shown(aim.metric, middle(series, OURS, aim.metric)),
        aim.against,
        _shown(aim.metric, middle(series, aim.against, aim.metric)),
        _shown(aim.metric, bare),
        outcome.figure,
        aim.text,
        "–" if aim.text == "–" else MET[outcome.met],
        "" if outcome.met else why_not(series, aim),
    ]


def why_not(series: Series, aim: Aim) -> str:
    """What stands in the way of a target: the kernel, the clock, our own code, or noise."""
    theirs = values(series, aim.against, aim.metric)
    if aim.metric in ("p50", "p99"):
        return f"runs of {aim.against} itself lie {(max(theirs) - min(theirs)) / 1000:.0f} µs apart"
    if aim.metric == "iops" and not aim.limit:
        return f"runs of {aim.against} itself lie {spread(theirs):.0%} apart"
    if not aim.limit or aim.against == BARE:
        return _beyond_bare(series, aim.metric)
    for tool, what in ((FLOOR, "the system calls alone are at"), (BARE, "the bare loop is at")):
        if tool not in series:
            continue
        numbers = ratios(series, aim.metric, tool, aim.against)
        # In all rounds but one: what noise could explain is not put down to the machine.
        best = sorted(numbers, reverse=aim.metric != "cpu")[min(1, len(numbers) - 1)]
        if (best > aim.limit) if aim.metric == "cpu" else (best < aim.limit):
            return f"out of reach here: {what} {median(numbers):.2f} ×"
    return _beyond_bare(series, aim.metric)


def _beyond_bare(series: Series, metric: str) -> str:
    if metric != "cpu" or BARE not in series:
        return ""
    ours = middle(series, OURS, metric) - middle(series, BARE, metric)
    if ours <= 0:
        return "the bare loop costs as much as ours: not our code"
    return f"our code: {ours:.0f} ns above the bare loop"


def _software_rows(result: Result) -> List[List[str]]:
    series = result.series
    if FLOOR not in series or OURS not in series:
        return []
    floor = middle(series, FLOOR, "cpu")
    rows = []
    for other in (FIO, FIO_BEST):
        if other not in series:
            continue
        numbers = software_ratios(series, other)
        rows.append([
            result.case.title,
            _shown("cpu", middle(series, OURS, "cpu") - floor),
            _shown("cpu", middle(series, BARE, "cpu") - floor) if BARE in series else "–",
            other,
            _shown("cpu", middle(series, other, "cpu") - floor),
            f"{median(numbers):.2f} × ({min(numbers):.2f} – {max(numbers):.2f})"
            if numbers else "not to be told from noise",
        ])
    return rows


def _figure_rows(result: Result) -> List[List[str]]:
    absent = result.reason or result.missing.get(OURS)
    if absent:
        return [[result.case.title, absent] + ["–"] * 7]
    rows = []
    for tool in result.case.tools:
        if tool not in result.series:
            rows.append(["", f"{tool}: {result.missing[tool]}"] + ["–"] * 7)
            continue
        runs = result.series[tool]
        rows.append(
            [f"{result.case.title} ({result.what})" if tool == OURS else "", tool]
            + [_shown(m, _middle(runs, m))
               for m in ("iops", "cpu", "user", "system", "mean", "p50", "p99")]
        )
    return rows


def _middle(runs: Sequence[Run], metric: str) -> Optional[float]:
    known = [getattr(run, metric) for run in runs]
    return None if None in known else median(known)


def _memory_row(memory: Memory) -> List[str]:
    start = [memory.title, f"peak memory, {MEMORY_STREAMS} streams"]
    target = f"≤ {MEMORY_LIMIT_MB:g} MB"
    if memory.bytes is None:
        return start + ["–"] * 5 + [target, "not measured", memory.reason or ""]
    met = memory.bytes <= MEMORY_LIMIT_MB * MB
    return start + [f"{memory.bytes / MB:.0f} MB"] + ["–"] * 4 + [
        target, "yes" if met else "**no**", "",
    ]


def _startup(report: Report) -> str:
    """The start, and how well the two ways agree once it is taken off."""
    if report.startup_s is None:
        return ""
    text = f" ({report.startup_s:.2f} s here"
    checks = []
    for result in report.results:
        if result.case.place != "null":
            continue  # where most of the time is waiting, the start outweighs the job
        for run in result.series.get(FIO, ()):
            if run.process and run.operations:
                process = run.process - report.startup_s * 1e9 / run.operations
                checks.append(process / run.cpu)
    if checks:
        text += f"; with that taken off, the process's CPU is {median(checks):.2f} × the job's"
    return text + ")"
