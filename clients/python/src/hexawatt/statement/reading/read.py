"""Reads a load curve from the bytes of a file, whatever its kind."""

import math
from pathlib import Path

from hexawatt.statement.clock import DAY_MS, MINUTE_MS, offset_ms
from hexawatt.statement.curve import LoadCurve, LoadCurveRefusal, Remark
from hexawatt.statement.reading.open_file import open_file
from hexawatt.statement.reading.rows import read_rows
from hexawatt.statement.reading.state import ReadingState, quote_text
from hexawatt.statement.reading.steps.build import BuiltSteps, build_steps
from hexawatt.statement.reading.steps.clock_times import resolve_clock_times
from hexawatt.statement.reading.steps.columns import RowColumns
from hexawatt.statement.reading.steps.sides import Period, resolve_sides

_MAX_MEGABYTES = 30
"""Size of a file; ten years of half-hours of one home are 6 MB."""
_BYTES_PER_MEGABYTE = 1_000_000
_MONTH_FIRST_SHARE = 0.1
"""Share of rows with a month above 12 from which all of a file has the month first. Single ones are odd rows."""


def _to_instant(shown_ms: int) -> int:
    """Instant of a clock time in mainland France at which the clock does not change."""
    return shown_ms - offset_ms(shown_ms - offset_ms(shown_ms))


def _read_bound(state: ReadingState, text: str) -> tuple[int, bool] | None:
    """Instant of a stated bound, and whether it is a date without a time."""
    stamps = state.stamps
    if not stamps.parse(text):
        return None
    # A period until 23:59:59 ends at midnight.
    at_ms = -(-stamps.ms // MINUTE_MS) * MINUTE_MS
    return (_to_instant(at_ms) if stamps.is_clock_time else at_ms, not stamps.has_time)


def _read_period(state: ReadingState, dropped: bytearray) -> Period:
    """Return the period that the blocks of a file state together.

    A last date is included in files of the customer account; in others it counts as included if the file has values of
    that day.
    """
    latest_ms = max((at for at, drop in zip(state.rows.stamp_ms, dropped, strict=True) if not drop), default=-math.inf)
    starts: list[int] = []
    ends: list[int] = []
    for from_text, to_text in state.periods:
        start, end = _read_bound(state, from_text), _read_bound(state, to_text)
        if start is not None:
            starts.append(start[0])
        if end is None:
            continue
        end_ms, is_date = end
        is_included = is_date and (state.kind == "enedis-customer" or latest_ms > end_ms)
        ends.append(_to_instant(end_ms + offset_ms(end_ms) + DAY_MS) if is_included else end_ms)
    return (min(starts, default=None), max(ends, default=None))


def _try_build(rows: RowColumns, dropped: bytearray, is_injected: int, stated: int) -> BuiltSteps | LoadCurveRefusal:
    """Return steps of one direction, or why there are none.

    What was fed into the grid must not keep the consumption from being read.
    """
    try:
        return build_steps(rows, dropped, is_injected, stated)
    except LoadCurveRefusal as refusal:
        return refusal


def _find_reason(
    state: ReadingState, drawn: BuiltSteps | LoadCurveRefusal, injected: BuiltSteps | LoadCurveRefusal, seems: str
) -> LoadCurveRefusal:
    """Why nothing could be read of what was drawn from the grid."""
    if isinstance(drawn, LoadCurveRefusal):
        return drawn
    if drawn.odd > 0:
        return LoadCurveRefusal("odd-steps")
    if isinstance(injected, LoadCurveRefusal) or injected.starts_ms:
        return LoadCurveRefusal("injection-only")
    if state.kind is not None:
        return LoadCurveRefusal("no-values")
    if state.refusal is None and state.unreadable_stamp is not None:
        return LoadCurveRefusal("unreadable-dates", {"seen": state.unreadable_stamp})
    return state.refusal or LoadCurveRefusal("not-a-load-curve", {"seems": seems})


def _list_remarks(
    state: ReadingState, drawn: BuiltSteps, injected: BuiltSteps | None, side: str | None, counts: dict[str, int]
) -> list[Remark]:
    remarks = [] if side is None else [Remark("side-assumed", {"side": side})]
    if drawn.derived_minutes > 0:
        remarks.append(Remark("step-derived", {"minutes": drawn.derived_minutes}))
    if state.assumed_unit is not None:
        remarks.append(Remark("unit-assumed", {"unit": state.assumed_unit}))
    if state.is_clock_assumed:
        remarks.append(Remark("clock-time-assumed"))
    if injected is None:
        remarks.append(Remark("injection-unknown"))
    built = [drawn] if injected is None else [drawn, injected]
    rows = {
        "empty-values": state.empty,
        "repeated-instants": sum(steps.repeated for steps in built),
        "overlapping-steps": sum(steps.overlapping for steps in built),
        "ambiguous-hour": counts["ambiguous"],
        "skipped-hour": counts["skipped"],
        "odd-instants": sum(steps.odd for steps in built),
        "grouped-thousands": counts["grouped"],
        "unreadable-rows": state.unreadable + sum(steps.implausible for steps in built),
        "negative-values": state.negative,
        "other-quantities": state.other,
        "injection-apart": 0 if injected is None else len(injected.starts_ms),
    }
    return [*remarks, *(Remark(code, {"rows": count}) for code, count in rows.items() if count > 0)]


def _finish_curve(state: ReadingState, seems: str) -> LoadCurve:
    """Build the curve from what was collected."""
    if len(state.meters) > 1:
        raise LoadCurveRefusal("several-meters", {"meters": len(state.meters)})
    rows = state.rows
    if state.stamps.month_first_rows > len(rows) * _MONTH_FIRST_SHARE:
        raise LoadCurveRefusal("unreadable-dates", {"seen": quote_text(state.stamps.month_first_seen)})
    if 0 < len(rows) <= state.date_only:
        raise LoadCurveRefusal("daily-values")
    grouped = state.groups.list_grouped()
    for row in grouped:
        rows.value[row] *= 1000
    dropped = bytearray(len(rows))
    ambiguous, skipped = resolve_clock_times(rows, dropped)
    period = _read_period(state, dropped)
    assumed_side = resolve_sides(rows, dropped, period)
    drawn = _try_build(rows, dropped, 0, state.stated_minutes)
    built = _try_build(rows, dropped, 1, state.stated_minutes)
    if state.kind is None or isinstance(drawn, LoadCurveRefusal) or not drawn.starts_ms:
        raise _find_reason(state, drawn, built, seems)
    injected = None if isinstance(built, LoadCurveRefusal) else built
    counts = {"ambiguous": ambiguous, "skipped": skipped, "grouped": len(grouped)}
    return LoadCurve(
        kind=state.kind,
        starts_ms=drawn.starts_ms,
        minutes=drawn.minutes,
        energy_kwh=drawn.energy_kwh,
        from_ms=period[0],
        to_ms=period[1],
        injected_kwh=sum(injected.energy_kwh) if injected is not None and injected.starts_ms else None,
        remarks=_list_remarks(state, drawn, injected, assumed_side, counts),
    )


def read_load_curve(file: str | Path | bytes) -> LoadCurve:
    """Read a load curve from a file, given by its path or its bytes. Nothing of it leaves the machine.

    Raises LoadCurveRefusal with a sentence that says what to do if the file is no load curve, or larger than 30 MB or
    500,000 rows; OSError if it cannot be read.
    """
    size = len(file) if isinstance(file, bytes) else Path(file).stat().st_size
    if size > _MAX_MEGABYTES * _BYTES_PER_MEGABYTE:
        megabytes = math.ceil(size / _BYTES_PER_MEGABYTE)
        raise LoadCurveRefusal("file-too-large", {"megabytes": megabytes, "atMost": _MAX_MEGABYTES})
    content = file if isinstance(file, bytes) else Path(file).read_bytes()
    if not content:
        raise LoadCurveRefusal("empty-file")
    state = ReadingState()
    rows, seems = open_file(content)
    read_rows(rows, state)
    return _finish_curve(state, seems)
