"""Arithmetic: series of runs, one list a tool, the same round at the same place."""

from dataclasses import dataclass
from statistics import median
from typing import Callable, Dict, List, Optional

from .model import Run

Series = Dict[str, List[Run]]


def values(series: Series, tool: str, metric: str) -> List[float]:
    return [getattr(run, metric) for run in series[tool]]


def middle(series: Series, tool: str, metric: str) -> float:
    return median(values(series, tool, metric))


def ratios(series: Series, metric: str, tool: str, other: str) -> List[float]:
    """Of each round: what disturbs the machine for long disturbs both of a pair."""
    return [
        a / b
        for a, b in zip(values(series, tool, metric), values(series, other, metric))
    ]


def differences(series: Series, metric: str, tool: str, other: str) -> List[float]:
    return [
        a - b
        for a, b in zip(values(series, tool, metric), values(series, other, metric))
    ]


def spread(numbers: List[float]) -> float:
    """Largest less smallest, as a share of the median."""
    return (max(numbers) - min(numbers)) / median(numbers)


# Where the other tool's runs lie further apart, "equal within noise" says nothing.
LARGEST_NOISE = 0.20


@dataclass(frozen=True)
class Outcome:
    """A figure of ours against another tool's, and whether that is what was aimed at. None: the
    other tool differs from itself by more than the target allows, so nothing can be said."""

    figure: str
    met: Optional[bool]


@dataclass(frozen=True)
class Aim:
    """A target: how a metric of ours shall stand to another tool's."""

    metric: str
    against: str
    text: str
    judge: Callable[[Series, "Aim"], Outcome]
    limit: float = 0.0

    def outcome(self, series: Series) -> Outcome:
        return self.judge(series, self)


def _ratio(series: Series, aim: Aim) -> List[float]:
    return ratios(series, aim.metric, "ours", aim.against)


def _shown(numbers: List[float]) -> str:
    """Two decimals, as they are judged: more would be noise."""
    return f"{median(numbers):.2f} × ({min(numbers):.2f} – {max(numbers):.2f})"


def at_most(metric: str, limit: float, against: str) -> Aim:
    def judge(series: Series, aim: Aim) -> Outcome:
        numbers = _ratio(series, aim)
        return Outcome(_shown(numbers), round(median(numbers), 2) <= limit)

    return Aim(metric, against, f"≤ {limit:g} ×", judge, limit)


def at_least(metric: str, limit: float, against: str) -> Aim:
    def judge(series: Series, aim: Aim) -> Outcome:
        numbers = _ratio(series, aim)
        return Outcome(_shown(numbers), round(median(numbers), 2) >= limit)

    return Aim(metric, against, f"≥ {limit:g} ×", judge, limit)


def equal(metric: str, least: float, against: str) -> Aim:
    """Equal within noise: the other tool's own spread in the same series, or LEAST if that is
    less."""

    def judge(series: Series, aim: Aim) -> Outcome:
        numbers = _ratio(series, aim)
        noise = max(least, spread(values(series, aim.against, aim.metric)))
        figure = f"{_shown(numbers)}, noise ± {noise:.0%}"
        if noise > LARGEST_NOISE:
            return Outcome(figure, None)
        return Outcome(figure, abs(median(numbers) - 1) <= noise)

    return Aim(metric, against, "equal within noise", judge)


def within(metric: str, share: float, floor_ns: float, against: str) -> Aim:
    """The median of the pairs' differences is at most a SHARE of the other's figure, or
    FLOOR_NS if that is more."""

    def judge(series: Series, aim: Aim) -> Outcome:
        off = median(differences(series, aim.metric, "ours", aim.against))
        allowed = max(share * middle(series, aim.against, aim.metric), floor_ns)
        figure = f"{off / 1000:+.1f} µs"
        if abs(off) <= allowed:
            return Outcome(figure, True)
        theirs = values(series, aim.against, aim.metric)
        return Outcome(figure, None if max(theirs) - min(theirs) > allowed else False)

    text = f"± {share:.0%}" + (f" or {floor_ns / 1000:g} µs" if floor_ns else "")
    return Aim(metric, against, text, judge)


def report_only(metric: str, against: str) -> Aim:
    """No target: a figure that helps to read the others. Never missed."""

    def judge(series: Series, aim: Aim) -> Outcome:
        return Outcome(_shown(_ratio(series, aim)), True)

    return Aim(metric, against, "–", judge)


def software_ratios(series: Series, other: str) -> List[float]:
    """What our code costs beyond the system calls alone, against what the other's does."""
    return [
        (ours - floor) / (theirs - floor)
        for ours, theirs, floor in zip(
            values(series, "ours", "cpu"),
            values(series, other, "cpu"),
            values(series, "calls alone", "cpu"),
        )
        if theirs > floor
    ]
