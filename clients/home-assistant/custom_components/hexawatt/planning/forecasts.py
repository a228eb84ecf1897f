"""Forecasts as attributes, in the forms that chart cards and schedulers read."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from ..forecast import QuarterHour
from .loads import PARIS


def list_carbon_forecast(quarter_hours: Iterable[QuarterHour], now: datetime) -> list[dict[str, Any]]:
    """
    Carbon intensity from the quarter-hour in progress on, gCO2eq/kWh, as Predbat reads it: `{from, to, intensity}`.

    Quarter-hours of equal intensity are one entry, at most an hour long. Unknown values are left out.
    """
    entries: list[dict[str, Any]] = []
    last: QuarterHour | None = None
    for quarter in _keep_ahead(quarter_hours, now):
        if quarter.carbon is None:
            continue
        begin, end = (_write(at) for at in (quarter.start, quarter.end))
        if last is not None and last.carbon == quarter.carbon and last.end == quarter.start and quarter.start.minute:
            entries[-1]["to"] = end
        else:
            entries.append({"from": begin, "to": end, "intensity": quarter.carbon})
        last = quarter
    return entries


def list_price_forecast(quarter_hours: Iterable[QuarterHour], now: datetime) -> list[dict[str, Any]]:
    """Price under the contract by the quarter-hour, EUR/kWh, in the entries of Nord Pool: `{start, end, value}`."""
    return _list_values(quarter_hours, now, lambda quarter: quarter.price)


def list_score_forecast(quarter_hours: Iterable[QuarterHour], now: datetime) -> list[dict[str, Any]]:
    """Score by the quarter-hour, 0 to 100: `{start, end, value}`."""
    return _list_values(quarter_hours, now, lambda quarter: quarter.score)


def _list_values(
    quarter_hours: Iterable[QuarterHour], now: datetime, read: Callable[[QuarterHour], float | None]
) -> list[dict[str, Any]]:
    return [
        {"start": _write(quarter.start), "end": _write(quarter.end), "value": value}
        for quarter in _keep_ahead(quarter_hours, now)
        if (value := read(quarter)) is not None
    ]


def _keep_ahead(quarter_hours: Iterable[QuarterHour], now: datetime) -> Iterable[QuarterHour]:
    return (quarter for quarter in quarter_hours if quarter.end > now)


def _write(at: datetime) -> str:
    """The Paris time with its offset, such as `2026-02-03T19:30:00+01:00`."""
    return at.astimezone(PARIS).isoformat()
