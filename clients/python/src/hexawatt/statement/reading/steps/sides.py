"""Whether a time stamp is the start or the end of its step, where the file does not say so."""

from hexawatt.statement.clock import DAY_MS, MINUTE_MS, offset_ms
from hexawatt.statement.reading.steps.columns import END, END_UNLESS_BOUNDS, START, RowColumns

Period = tuple[int | None, int | None]
"""The period that a file states, ms since 1970; None for a bound that it does not state."""


def _is_bound(at_ms: int, bound_ms: int | None) -> bool:
    """Whether an instant is a bound; a file without stated bounds has whole days."""
    return (at_ms + offset_ms(at_ms)) % DAY_MS == 0 if bound_ms is None else at_ms == bound_ms


def _read_bounds(first: tuple[int, int], last: tuple[int, int], period: Period) -> int | None:
    """Return what the bounds of a file say about its stamps; None if they say nothing, or both.

    With stamps at the start the first one is the beginning of the period, with stamps at the end the last one is its
    end.
    """
    (first_ms, first_step_ms), (last_ms, last_step_ms) = first, last
    from_ms, to_ms = period
    has_step = first_step_ms > 0 and last_step_ms > 0
    is_start = _is_bound(first_ms, from_ms) or (has_step and _is_bound(last_ms + last_step_ms, to_ms))
    is_end = _is_bound(last_ms, to_ms) or (has_step and _is_bound(first_ms - first_step_ms, from_ms))
    if is_start == is_end:
        return None
    return START if is_start else END


def resolve_sides(columns: RowColumns, dropped: bytearray, period: Period) -> str | None:
    """Decides the side of the rows whose file does not say it, in place.

    Returns ``start`` or ``end`` if it had to be assumed, None if not.
    """
    open_rows = [row for row, side in enumerate(columns.side) if side >= END_UNLESS_BOUNDS]
    known = [row for row in open_rows if not dropped[row]]
    if not known:
        return None
    stamps = columns.stamp_ms
    first, last = min(known, key=stamps.__getitem__), max(known, key=stamps.__getitem__)
    read = _read_bounds(
        (stamps[first], columns.minutes[first] * MINUTE_MS), (stamps[last], columns.minutes[last] * MINUTE_MS), period
    )
    assumed = END if columns.side[known[-1]] == END_UNLESS_BOUNDS else START
    decided = assumed if read is None else read
    for row in open_rows:
        columns.side[row] = decided
    if read is not None:
        return None
    return "end" if assumed == END else "start"
