"""From clock times in mainland France to instants."""

from dataclasses import dataclass, field
from typing import Literal

from hexawatt.statement.clock import DAY_MS, HOUR_MS, offset_ms
from hexawatt.statement.reading.steps.columns import END, END_UNLESS_BOUNDS, RowColumns

# Clocks go from 02:00 to 03:00 in spring, and from 03:00 back to 02:00 in autumn.
_TWO_HOURS_MS = 2 * HOUR_MS
_THREE_HOURS_MS = 3 * HOUR_MS
_ORDERED_SHARE = 0.9
"""Share of the rows that must follow one direction for their order to tell anything."""

Direction = Literal["forward", "backward"]


@dataclass
class _RepeatedHour:
    """Rows of the hour that one autumn day has twice, of one series."""

    summer_offset_ms: int
    winter_offset_ms: int
    three_o_clock_ms: int
    rows: list[int] = field(default_factory=list[int])


def _find_direction(stamps: list[int]) -> Direction | None:
    """Whether the rows of a file go forward or backward in time; None if they do neither."""
    forward = sum(map(int.__lt__, stamps, stamps[1:]))
    backward = sum(map(int.__gt__, stamps, stamps[1:]))
    if max(forward, backward) < (forward + backward) * _ORDERED_SHARE:
        return None
    return "forward" if forward >= backward else "backward"


def _find_clock_change(shown: list[int]) -> int | None:
    """Position of the first row after the clock went back, among rows of the repeated hour that go forward in time.

    It is the only one whose time is not later than that before it. None if there is none or more than one: their order
    does not tell.
    """
    changes = [index for index in range(1, len(shown)) if shown[index] <= shown[index - 1]]
    return changes[0] if len(changes) == 1 else None


def _split_repeated_hour(
    hour: _RepeatedHour, columns: RowColumns, dropped: bytearray, direction: Direction | None
) -> int:
    """Split a repeated hour by the order of its rows; returns how many rows are left out."""
    rows = hour.rows[::-1] if direction == "backward" else hour.rows
    shown = [columns.stamp_ms[row] for row in rows]
    change = None if direction is None else _find_clock_change(shown)
    left_out = 0
    for index, row in enumerate(rows):
        # 03:00 is shown twice only where a file adds the step to the shown start.
        if change is None and shown[index] < hour.three_o_clock_ms:
            dropped[row] = 1
            left_out += 1
        else:
            is_summer = change is not None and index < change
            columns.stamp_ms[row] -= hour.summer_offset_ms if is_summer else hour.winter_offset_ms
    return left_out


def resolve_clock_times(columns: RowColumns, dropped: bytearray) -> tuple[int, int]:
    """Turn clock times into instants, in place, and sets ``dropped`` for the rows whose instant cannot be known.

    Returns the number of rows of the hour that autumn has twice, and of times that spring skips, which are left out.
    """
    if not any(columns.is_clock_time):
        return (0, 0)
    stamps = columns.stamp_ms
    direction = _find_direction(stamps)
    hours: dict[tuple[int, int, int], _RepeatedHour] = {}
    skipped = 0
    day, before_ms, after_ms = -1, 0, 0
    for row, is_clock_time in enumerate(columns.is_clock_time):
        if not is_clock_time:
            continue
        shown_ms = stamps[row]
        shown_day, time_ms = divmod(shown_ms, DAY_MS)
        if shown_day != day:
            # Clocks change at 01:00 UTC.
            day = shown_day
            before_ms = offset_ms(day * DAY_MS)
            after_ms = offset_ms(day * DAY_MS + DAY_MS // 2)
        if after_ms < before_ms and _TWO_HOURS_MS <= time_ms <= _THREE_HOURS_MS:
            series = (day, columns.is_injected[row], columns.stage[row])
            three_o_clock_ms = day * DAY_MS + _THREE_HOURS_MS
            hours.setdefault(series, _RepeatedHour(before_ms, after_ms, three_o_clock_ms)).rows.append(row)
            continue
        # The step that ends as the clock goes forward may be stamped 02:00, a time that is not shown.
        is_end = columns.side[row] in (END, END_UNLESS_BOUNDS)
        is_before = time_ms < _TWO_HOURS_MS or (time_ms == _TWO_HOURS_MS and is_end)
        if after_ms > before_ms and not is_before and time_ms < _THREE_HOURS_MS:
            dropped[row] = 1
            skipped += 1
        else:
            stamps[row] = shown_ms - (before_ms if is_before else after_ms)
    ambiguous = sum(_split_repeated_hour(hour, columns, dropped, direction) for hour in hours.values())
    return (ambiguous, skipped)
