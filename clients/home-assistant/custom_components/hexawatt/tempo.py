"""Tempo colours as states: the published colour, else the most probable one with the probabilities of all three."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from hexawatt.models.grid import TariffOutlook, TariffOutlookDay

TEMPO_STATES = {"Bleu": "blue", "Blanc": "white", "Rouge": "red"}


def day_of(outlook: TariffOutlook | None, now: datetime, days: int) -> TariffOutlookDay | None:
    """The tariff day in force (from 06:00 to 06:00 in Paris), or one that comes so many days later."""
    if outlook is None:
        return None
    first = next((index for index, day in enumerate(outlook.days) if day.from_ <= now < day.to), None)
    if first is None or first + days >= len(outlook.days):
        return None
    return outlook.days[first + days]


def color_of(outlook: TariffOutlook | None, now: datetime, days: int) -> str | None:
    """The published colour, else the most probable one; None while nothing is known."""
    day = day_of(outlook, now, days)
    if day is None:
        return None
    if day.color is not None:
        return TEMPO_STATES.get(day.color)
    shares = probabilities(day)
    return max(shares, key=lambda color: shares[color])


def color_attributes(outlook: TariffOutlook | None, now: datetime, days: int) -> Mapping[str, Any]:
    """Whether the colour is published, how probable it is, and the tariff day it belongs to."""
    day = day_of(outlook, now, days)
    color = color_of(outlook, now, days)
    if day is None or color is None:
        return {}
    shares = probabilities(day)
    return {
        "status": day.status,
        "probability": shares[color],
        **{f"probability_{name}": share for name, share in shares.items()},
        "from": day.from_,
        "to": day.to,
        "peak_price": None if day.prices is None else day.prices.peak,
        "off_peak_price": None if day.prices is None else day.prices.off_peak,
    }


def probabilities(day: TariffOutlookDay) -> dict[str, float]:
    """The probability of each colour, 0 to 1."""
    return {"blue": day.probabilities.blue, "white": day.probabilities.white, "red": day.probabilities.red}
