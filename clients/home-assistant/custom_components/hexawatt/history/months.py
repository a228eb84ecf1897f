"""Realised hours of the grid by calendar month in Paris, from `GET /api/hours`. No Home Assistant here."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Self

from hexawatt.models.hours import Hours

from ..planning.loads import PARIS

_DAY_BEGINS = timedelta(hours=6)
"""A tariff day begins at 06:00 in Paris."""


@dataclass(frozen=True, slots=True)
class HourValues:
    """One hour as it was; None = unknown."""

    production: float | None
    """Carbon intensity on the production boundary, gCO2eq/kWh."""
    consumption: float | None
    """Carbon intensity on the consumption boundary, gCO2eq/kWh."""
    market_price: float | None
    """Mean of the day-ahead auction, EUR/kWh without taxes."""
    tempo_color: str | None
    """`Bleu`, `Blanc` or `Rouge`."""


@dataclass(frozen=True, slots=True)
class Month:
    """A calendar month in Paris; correcting a value changes the month."""

    start: datetime
    complete: bool
    hours: Mapping[datetime, HourValues]

    @classmethod
    def read(cls, body: Hours) -> Self:
        """The month of an answer."""
        columns = (body.production_gco2_per_kwh, body.consumption_gco2_per_kwh, body.eur_per_mwh, body.tempo_color)
        rows = zip(body.hours, *columns, strict=True)
        return cls(
            body.from_,
            body.complete,
            {
                start: HourValues(production, consumption, None if price is None else price / 1_000, color)
                for start, production, consumption, price, color in rows
            },
        )


def begin_of_month(at: datetime) -> datetime:
    """The start of the month in Paris that contains an instant, UTC."""
    return _midnight(at.astimezone(PARIS).date().replace(day=1))


def begin_of_day(at: datetime) -> datetime:
    """The start of the day in Paris that contains an instant, UTC."""
    return _midnight(at.astimezone(PARIS).date())


def list_earlier_months(now: datetime, count: int) -> Iterator[str]:
    """The months before the present one as `YYYY-MM`, the newest first."""
    today = now.astimezone(PARIS)
    present = today.year * 12 + today.month - 1
    for month in range(present - 1, present - 1 - count, -1):
        yield f"{month // 12}-{month % 12 + 1:02}"


@dataclass(frozen=True, slots=True)
class TariffDay:
    """A day of the three-colour tariff, from 06:00 to 06:00 in Paris."""

    start: datetime
    end: datetime
    color: str


def list_tariff_days(months: Iterable[Month]) -> list[TariffDay]:
    """The tariff days of months whose colour is known, in order of time."""
    colors: dict[date, str] = {}
    for month in months:
        for start, hour in month.hours.items():
            if hour.tempo_color is not None:
                colors[(start.astimezone(PARIS).replace(tzinfo=None) - _DAY_BEGINS).date()] = hour.tempo_color
    return [
        TariffDay(_midnight(day, _DAY_BEGINS), _midnight(day + timedelta(days=1), _DAY_BEGINS), color)
        for day, color in sorted(colors.items())
    ]


def _midnight(day: date, after: timedelta = timedelta()) -> datetime:
    """00:00 in Paris, or a time of day after it by the clock."""
    return (datetime.combine(day, time(), PARIS) + after).astimezone(UTC)
