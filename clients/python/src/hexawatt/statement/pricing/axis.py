"""The hours of a period with what is known of the grid in each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from hexawatt.models.hours import Hours
from hexawatt.statement.clock import (
    HOUR_MS,
    MINUTE_MS,
    day_of,
    day_start_ms,
    format_day,
    hour_of_day,
    to_ms,
)
from hexawatt.statement.rounding import UNKNOWN

COLORS = ("blue", "white", "red")
"""Colours of the three-colour tariff as price tables name them, cheapest first."""
_COLOR_INDEXES = {"Bleu": 0, "Blanc": 1, "Rouge": 2}
UNKNOWN_COLOR = -1
_TARIFF_DAY_START_HOUR = 6


@dataclass(frozen=True)
class AxisDay:
    """A civil day in Paris that the period touches."""

    day: int
    """Counted from 1970-01-01."""
    date: str
    month_index: int
    minutes: int
    days_of_month: int


class HourAxis:
    """Hours of a period, on the clock of Paris; NaN where a value is unknown."""

    def __init__(self, from_ms: int, to_ms: int, months: Iterable[Hours]) -> None:
        self.first_ms = from_ms // HOUR_MS * HOUR_MS
        """Start of the first hour."""
        self.count = -(-(to_ms - self.first_ms) // HOUR_MS)
        self.first_day = day_of(from_ms)
        """Civil day of the first hour, counted from 1970-01-01."""
        self.days, self.months = _lay_out_days(self.first_day, day_of(to_ms - 1))
        starts = range(self.first_ms, self.first_ms + self.count * HOUR_MS, HOUR_MS)
        hours_of_day = [hour_of_day(start) for start in starts]
        self.day_index = [day_of(start) - self.first_day for start in starts]
        """Index of the civil day on which the hour begins."""
        self.minute_of_day = [hour * 60 for hour in hours_of_day]
        """Minute of that day at which the hour begins on the clock."""
        self.tariff_day_index = [
            day - 1 if hour < _TARIFF_DAY_START_HOUR else day
            for day, hour in zip(self.day_index, hours_of_day, strict=True)
        ]
        """As ``day_index``, of the three-colour tariff's day, which begins at 06:00."""
        self.is_given = bytearray(self.count)
        """1 for the hours that the given months hold."""
        self.production = [UNKNOWN] * self.count
        self.consumption = [UNKNOWN] * self.count
        self.direct = [UNKNOWN] * self.count
        self.eur_per_mwh = [UNKNOWN] * self.count
        self.color = [UNKNOWN_COLOR] * self.count
        for month in months:
            self._enter(month)

    def _enter(self, month: Hours) -> None:
        for index, start in enumerate(month.hours):
            hour, rest = divmod(to_ms(start) - self.first_ms, HOUR_MS)
            if rest != 0 or not 0 <= hour < self.count:
                continue
            self.is_given[hour] = 1
            self.production[hour] = _known(month.production_gco2_per_kwh[index])
            self.consumption[hour] = _known(month.consumption_gco2_per_kwh[index])
            self.direct[hour] = _known(month.direct_gco2_per_kwh[index])
            self.eur_per_mwh[hour] = _known(month.eur_per_mwh[index])
            self.color[hour] = _COLOR_INDEXES.get(month.tempo_color[index] or "", UNKNOWN_COLOR)

    @property
    def intensities(self) -> dict[str, list[float]]:
        """Intensity of each hour by its kind, gCO2eq/kWh."""
        return {"production": self.production, "consumption": self.consumption, "direct": self.direct}


def _known(value: float | None) -> float:
    return UNKNOWN if value is None else value


def _lay_out_days(first_day: int, last_day: int) -> tuple[list[AxisDay], list[str]]:
    days: list[AxisDay] = []
    months: list[str] = []
    start_ms = day_start_ms(first_day)
    for day in range(first_day, last_day + 1):
        text = format_day(day)
        if not months or months[-1] != text[:7]:
            months.append(text[:7])
        end_ms = day_start_ms(day + 1)
        days.append(AxisDay(day, text, len(months) - 1, (end_ms - start_ms) // MINUTE_MS, _count_days(text)))
        start_ms = end_ms
    return days, months


def _count_days(text: str) -> int:
    """Days of the month of a date."""
    year, month = int(text[:4]), int(text[5:7])
    following = date(year + month // 12, month % 12 + 1, 1)
    return (following - date(year, month, 1)).days
