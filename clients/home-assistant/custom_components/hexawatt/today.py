"""States that need more than the present quarter-hour: EcoWatt, the realised hour, the next price."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from .forecast import QuarterHour

if TYPE_CHECKING:
    from .coordinator import HexawattData

SIGNAL_STATES = {"Optimal": "optimal", "Favorable": "favorable", "Tendu": "tense", "TresTendu": "very_tense"}

REALISED_FOR = timedelta(hours=12)
"""RTE publishes an hour one to two hours after its end, open sources later; an older one says nothing of now."""


def signal_now(data: HexawattData, now: datetime) -> str | None:
    """EcoWatt signal of this hour; None where RTE has not published it."""
    if data.grid_status is not None:
        for day in data.grid_status.days:
            for hour in day.hours:
                if hour.time <= now < hour.time + timedelta(hours=1):
                    return SIGNAL_STATES.get(hour.status or "")
    quarter = data.at(now)
    return None if quarter is None else SIGNAL_STATES.get(quarter.grid_signal or "")


def signal_today(data: HexawattData, now: datetime) -> tuple[str | None, str | None]:
    """EcoWatt signal of this calendar day in Paris, and the sentence of RTE."""
    for day in data.grid_status.days if data.grid_status is not None else []:
        if day.hours and day.hours[0].time <= now < day.hours[-1].time + timedelta(hours=1):
            return SIGNAL_STATES.get(day.status), day.message
    return None, None


def realised_at(data: HexawattData, now: datetime, field: str) -> Any:
    """A value of the newest realised hour, unless it is too old."""
    hour = data.realised
    return getattr(hour, field) if hour is not None and now - hour.end <= REALISED_FOR else None


def next_change_of_price(data: HexawattData, now: datetime) -> tuple[datetime | None, float | None]:
    """When the price under the contract changes next, and to what; None while it does not as far as it is known."""
    present = data.at(now)
    if present is None or present.price is None:
        return None, None
    for quarter in data.quarter_hours:
        if quarter.start > present.start and _differs(quarter, present):
            return quarter.start, quarter.price
    return None, None


def _differs(quarter: QuarterHour, present: QuarterHour) -> bool:
    return quarter.price is not None and quarter.price != present.price
