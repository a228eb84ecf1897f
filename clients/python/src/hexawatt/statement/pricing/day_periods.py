"""Which period of a contract applies to each minute of a civil day."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from hexawatt.models.tariffs import ContractPeriod
from hexawatt.statement.clock import MINUTES_PER_DAY, format_day
from hexawatt.statement.pricing.hours_of_day import HourRange, SeasonalHours, parse_hour_ranges

Segment = tuple[int, int]
"""Minute of the day up to which one period applies, and its index; -1 where none applies."""

_SUMMER = ("04-01", "10-31")
_FIXED_HOLIDAYS = frozenset(("01-01", "05-01", "05-08", "07-14", "08-15", "11-01", "11-11", "12-25"))
"""Public holidays of metropolitan France with a fixed date (Code du travail, art. L3133-1)."""
_DAYS_AFTER_EASTER = (1, 39, 50)
"""Easter Monday, Ascension, Whit Monday."""
_SATURDAY = 5


@lru_cache(maxsize=256)
def _moving_holidays(year: int) -> frozenset[str]:
    """Dates of the moving holidays, by the algorithm of Meeus, Jones and Butcher for Easter Sunday."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    length = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * length) // 451
    n = h + length - 7 * m + 114
    easter = date(year, n // 31, n % 31 + 1)
    return frozenset((easter + timedelta(days=days)).isoformat() for days in _DAYS_AFTER_EASTER)


@lru_cache(maxsize=4_096)
def _list_day_kinds(text: str) -> tuple[str, ...]:
    """Kinds of a civil day: a public holiday is no weekday, and on a weekend it is part of the weekend too."""
    is_holiday = text[5:] in _FIXED_HOLIDAYS or text in _moving_holidays(int(text[:4]))
    if date.fromisoformat(text).weekday() >= _SATURDAY:
        return ("weekend", "holiday") if is_holiday else ("weekend",)
    return ("holiday",) if is_holiday else ("weekday",)


def _is_in_season(first: str, last: str, month_day: str) -> bool:
    return first <= month_day <= last if first <= last else month_day >= first or month_day <= last


def _is_within(hours: HourRange, minute: int) -> bool:
    first, end = hours
    return first <= minute < end if first < end else minute >= first or minute < end


def _to_hours(period: ContractPeriod, off_peak: SeasonalHours | None) -> SeasonalHours | None:
    """Ranges of a period by season of the customer's hours; None = all hours."""
    if period.hours is None:
        return None
    if period.hours == "offPeak":
        return off_peak or SeasonalHours((), ())
    ranges = parse_hour_ranges(period.hours) or ()
    return SeasonalHours(ranges, ranges)


class DayPeriods:
    """Compiles the periods of a contract; each minute is judged by its own date, after midnight too."""

    def __init__(self, periods: Sequence[ContractPeriod], off_peak: SeasonalHours | None) -> None:
        """``off_peak`` are the hours behind the word ``offPeak``; None = unknown, such periods then never apply."""
        self._periods = periods
        self._hours = [_to_hours(period, off_peak) for period in periods]
        self._segments: dict[tuple[object, ...], list[Segment]] = {}
        self._by_day: dict[tuple[int, str | None], list[Segment]] = {}

    def find_segments(self, day: int, color: str | None) -> list[Segment]:
        """Segments of a civil day in order and without a gap; ``color`` is that of the tariff day."""
        known = self._by_day.get((day, color))
        if known is None:
            known = self._by_day[day, color] = self._find_like_days(format_day(day), color)
        return known

    def _find_like_days(self, text: str, color: str | None) -> list[Segment]:
        """Days of one kind and season share their segments."""
        kinds, month_day = _list_day_kinds(text), text[5:]
        is_summer = _is_in_season(*_SUMMER, month_day)
        is_in_season = tuple(
            period.season is None or _is_in_season(period.season.from_, period.season.to, month_day)
            for period in self._periods
        )
        key = (kinds, is_summer, is_in_season, color)
        if key not in self._segments:
            self._segments[key] = self._build(kinds, is_summer, is_in_season, color)
        return self._segments[key]

    def _build(
        self, kinds: tuple[str, ...], is_summer: bool, is_in_season: tuple[bool, ...], color: str | None
    ) -> list[Segment]:
        candidates: list[tuple[int, tuple[HourRange, ...] | None]] = []
        for index, (period, hours) in enumerate(zip(self._periods, self._hours, strict=True)):
            is_day = period.days is None or any(kind in period.days for kind in kinds)
            is_color = period.colors is None or (color is not None and color in period.colors)
            if is_in_season[index] and is_day and is_color:
                ranges = None if hours is None else hours.summer if is_summer else hours.winter
                candidates.append((index, ranges))
        edges = {edge for _, ranges in candidates for hours in ranges or () for edge in hours}
        starts = sorted({0, *edges})
        segments: list[Segment] = []
        for start, to_minute in zip(starts, [*starts[1:], MINUTES_PER_DAY], strict=True):
            found = (
                index
                for index, ranges in candidates
                if ranges is None or any(_is_within(hours, start) for hours in ranges)
            )
            period_index = next(found, -1)
            if segments and segments[-1][1] == period_index:
                segments.pop()
            segments.append((to_minute, period_index))
        return segments
