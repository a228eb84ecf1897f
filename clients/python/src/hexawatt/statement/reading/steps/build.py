"""From the rows of one direction to steps."""

from dataclasses import dataclass
from itertools import pairwise

from hexawatt.statement.clock import HOUR_MS, MINUTE_MS, MINUTES_PER_DAY
from hexawatt.statement.curve import LoadCurveRefusal
from hexawatt.statement.reading.steps.columns import END, RowColumns
from hexawatt.statement.reading.steps.derive import derive_minutes, is_meter_step

_LARGEST_VALUE = 1_000_000
"""No site draws a million kW, the power of a nuclear reactor: such a number is a wrong unit or a broken cell."""
_LONGEST_GRID_MINUTES = 5
"""Meters begin their steps at multiples of five minutes, or of a shorter step."""
_NEIGHBOURS = 4
"""Rows on each side among which one of another instant is looked for."""


@dataclass
class BuiltSteps:
    """Steps of one direction, and the numbers of rows that had to be left out on the way."""

    starts_ms: list[int]
    minutes: list[int]
    energy_kwh: list[float]
    repeated: int
    overlapping: int
    odd: int
    implausible: int
    derived_minutes: int
    """Most frequent difference, where the file does not state its steps; else 0."""


def _is_within_hour(start_ms: int, minutes: int) -> bool:
    """Whether a step is one of a meter that does not cross the end of an hour."""
    if not is_meter_step(minutes):
        return False
    is_on_grid = start_ms % (min(minutes, _LONGEST_GRID_MINUTES) * MINUTE_MS) == 0
    return is_on_grid and start_ms % HOUR_MS + minutes * MINUTE_MS <= HOUR_MS


def _measure_step_ms(columns: RowColumns, row: int) -> int:
    """Length of the step of a row as the rows next to it in the file tell it.

    Of an hour and its first half-hour, from files that were joined, the half-hour counts: the energy of the hour would
    be counted in a step of half its length.
    """
    if columns.minutes[row] > 0:
        return columns.minutes[row] * MINUTE_MS
    stamps = columns.stamp_ms

    def measure(direction: int) -> int:
        for seen in range(1, _NEIGHBOURS + 1):
            other = row + seen * direction
            is_outside = other < 0 or other >= len(stamps)
            distance_ms = HOUR_MS if is_outside else abs(stamps[other] - stamps[row])
            if distance_ms > 0:
                return min(distance_ms, HOUR_MS)
        return HOUR_MS

    return min(measure(-1), measure(1))


def _order_rows(columns: RowColumns, dropped: bytearray, is_injected: int) -> list[int]:
    """Rows of one direction that were not dropped, by instant, the one that counts first."""
    stamps = columns.stamp_ms
    chosen = [row for row in range(len(columns)) if not dropped[row] and columns.is_injected[row] == is_injected]
    if all(stamps[one] < stamps[other] for one, other in pairwise(chosen)):
        return chosen

    def rank(row: int) -> tuple[int, bool, int, int, int]:
        value = columns.value[row]
        return (stamps[row], value != value, -columns.stage[row], _measure_step_ms(columns, row), row)

    return sorted(chosen, key=rank)


def build_steps(columns: RowColumns, dropped: bytearray, is_injected: int, stated: int) -> BuiltSteps:
    """Turn the rows of one direction into steps, ascending and without overlap.

    ``stated`` is the step that the file states for all rows; 0 if it states none. Raises LoadCurveRefusal if they are
    values of days, or their step cannot be known.
    """
    ordered = _order_rows(columns, dropped, is_injected)
    stamps = columns.stamp_ms
    rows = [row for index, row in enumerate(ordered) if index == 0 or stamps[row] != stamps[ordered[index - 1]]]
    minutes = [columns.minutes[row] for row in rows]
    is_end_stamped = bool(rows) and columns.side[rows[0]] == END
    derived_minutes = derive_minutes([stamps[row] for row in rows], minutes, is_end_stamped, stated)
    if derived_minutes >= MINUTES_PER_DAY:
        raise LoadCurveRefusal("daily-values")
    if rows and not any(map(is_meter_step, minutes)):
        raise LoadCurveRefusal("step-unknown")
    built = BuiltSteps([], [], [], len(ordered) - len(rows), 0, 0, 0, derived_minutes)
    end_ms: int | None = None
    for row, step in zip(rows, minutes, strict=True):
        value = columns.value[row]
        if value != value:
            continue
        start_ms = stamps[row] - step * MINUTE_MS if columns.side[row] == END else stamps[row]
        if value > _LARGEST_VALUE:
            built.implausible += 1
        elif not _is_within_hour(start_ms, step):
            built.odd += 1
        elif end_ms is not None and start_ms < end_ms:
            built.overlapping += 1
        else:
            end_ms = start_ms + step * MINUTE_MS
            built.starts_ms.append(start_ms)
            built.minutes.append(step)
            built.energy_kwh.append(value * step / 60 if columns.is_power[row] else value)
    return built
