"""The length of steps that a file does not state, from the distance between its time stamps."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby, pairwise

from hexawatt.statement.clock import MINUTE_MS, MINUTES_PER_DAY

_METER_STEPS = frozenset(minutes for minutes in range(1, 61) if 60 % minutes == 0)
_LONGER_RUN = 3
"""Equal differences in a row from which a longer step than the usual one is believed; fewer are a gap."""
_SHORTER_RUN = 2
"""The same for a shorter step: rows that lie closer than the usual step cannot be a gap."""


def is_meter_step(minutes: float) -> bool:
    """Whether a step is one of a meter: each divides the hour."""
    return minutes in _METER_STEPS


def _find_most_frequent(differences: Iterable[float]) -> float:
    """Return the most frequent of some differences, the smallest of equally frequent ones; 0 if there is none."""
    counts = Counter(difference for difference in differences if difference > 0)
    return max(counts, key=lambda difference: (counts[difference], -difference), default=0)


def _find_usual(differences: list[float]) -> float:
    """Return the step that most rows have; the most frequent difference of all if that is none of a meter."""
    most = _find_most_frequent(differences)
    if is_meter_step(most) or most >= MINUTES_PER_DAY:
        return most
    # Rows at odd instants must not hide the step of the others; values of days must not pass for hours with gaps.
    return _find_most_frequent(filter(is_meter_step, differences)) or most


def _measure_runs(values: list[float]) -> list[int]:
    """Length of the run of equal values around each position."""
    runs: list[int] = []
    for _, group in groupby(values):
        length = sum(1 for _ in group)
        runs.extend([length] * length)
    return runs


def _fill_from_neighbours(minutes: list[int], order: Iterable[int]) -> None:
    """Give every 0 the value of the position before it in an order."""
    known = 0
    for index in order:
        known = minutes[index] = minutes[index] or known


def derive_minutes(stamps_ms: list[int], minutes: list[int], is_end_stamped: bool, stated: int) -> int:
    """Derive the length of the steps that are 0, in place, from ascending stamps without repeats.

    It is the usual one, or another one where it holds for several rows in a row, since the step may change within a
    file. ``stated`` is the step that the file states for all rows; 0 if it states none. Returns the usual step that was
    derived; 0 if the file stated it.
    """
    if 0 not in minutes:
        return 0
    count = len(stamps_ms)
    between = [(later - earlier) / MINUTE_MS for earlier, later in pairwise(stamps_ms)]
    differences = [0.0, *between] if is_end_stamped else [*between, 0.0]
    usual = stated if is_meter_step(stated) else _find_usual(differences)
    if not is_meter_step(usual):
        return int(usual)
    runs = _measure_runs(differences)
    for index, difference in enumerate(differences):
        if minutes[index] != 0 or not is_meter_step(difference):
            continue
        enough = 1 if difference == usual else _LONGER_RUN if difference > usual else _SHORTER_RUN
        if runs[index] >= enough:
            minutes[index] = int(difference)
    # The first row after a gap has the step of the row behind it, the last one before a gap that of the row before it.
    forward, backward = range(count), range(count - 1, -1, -1)
    _fill_from_neighbours(minutes, backward if is_end_stamped else forward)
    _fill_from_neighbours(minutes, forward if is_end_stamped else backward)
    if minutes[0] == 0:
        minutes[:] = [int(usual)] * count
    return 0 if usual == stated else int(usual)
