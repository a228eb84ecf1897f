"""The clock of Paris in plain numbers: a year of half-hours asks for it tens of thousands of times.

The rule is that of the European Union, which France follows since 1981: summer time from the last Sunday of March to
the last Sunday of October (until 1995 of September), each at 01:00 UTC. It needs no time zone database, which Windows
lacks.
"""

from datetime import date, datetime, timedelta, timezone
from functools import lru_cache

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
QUARTER_HOUR_MS = 15 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
MINUTES_PER_DAY = 1_440

_EPOCH = date(1970, 1, 1)
_EPOCH_INSTANT = datetime(1970, 1, 1, tzinfo=timezone.utc)
_WINTER_TIME_ENDS_IN_OCTOBER_SINCE = 1996


def to_ms(instant: datetime) -> int:
    """Milliseconds since 1970 of an aware datetime."""
    return (instant - _EPOCH_INSTANT) // timedelta(milliseconds=1)


def format_instant(at_ms: int) -> str:
    """Return an instant as ``2026-02-01T00:30:00Z``."""
    return (_EPOCH_INSTANT + timedelta(milliseconds=at_ms)).strftime("%Y-%m-%dT%H:%M:%SZ")


def to_day(text: str) -> int:
    """Days from 1970-01-01 to a date ``YYYY-MM-DD``."""
    return (date.fromisoformat(text) - _EPOCH).days


@lru_cache(maxsize=16_384)
def format_day(day: int) -> str:
    """Return the date of a civil day, counted from 1970-01-01, as ``YYYY-MM-DD``."""
    return (_EPOCH + timedelta(days=day)).isoformat()


def _last_sunday_ms(year: int, month: int) -> int:
    last = date(year, month + 1, 1) - timedelta(days=1)
    return (last - _EPOCH - timedelta(days=(last.weekday() + 1) % 7)) // timedelta(milliseconds=1)


@lru_cache(maxsize=256)
def _summer_of(year: int) -> tuple[int, int]:
    """Begin and end of summer time, ms since 1970."""
    last_month = 10 if year >= _WINTER_TIME_ENDS_IN_OCTOBER_SINCE else 9
    return (_last_sunday_ms(year, 3) + HOUR_MS, _last_sunday_ms(year, last_month) + HOUR_MS)


@lru_cache(maxsize=16_384)
def _year_of_utc_day(day: int) -> int:
    return (_EPOCH + timedelta(days=day)).year


def offset_ms(at_ms: int) -> int:
    """Paris time less UTC at an instant."""
    begin, end = _summer_of(_year_of_utc_day(at_ms // DAY_MS))
    return 2 * HOUR_MS if begin <= at_ms < end else HOUR_MS


def to_instant_ms(shown_ms: int) -> int:
    """Return the instant at which the clock shows a time, given as if it were UTC.

    Of a time that autumn has twice it is the first; a time that spring leaves out is an hour later.
    """
    before = offset_ms(shown_ms - DAY_MS)
    after = offset_ms(shown_ms + DAY_MS)
    first = shown_ms - before
    if before == after or offset_ms(first) == before:
        return first
    return shown_ms - after if offset_ms(shown_ms - after) == after else first


def day_of(at_ms: int) -> int:
    """Civil day in Paris, counted from 1970-01-01."""
    return (at_ms + offset_ms(at_ms)) // DAY_MS


def hour_of_day(at_ms: int) -> int:
    """Hour of the clock in Paris, 0 to 23."""
    return (at_ms + offset_ms(at_ms)) % DAY_MS // HOUR_MS


def day_start_ms(day: int) -> int:
    """Midnight that begins a civil day."""
    return to_instant_ms(day * DAY_MS)


def instant_of_minute(day: int, minute_of_day: int) -> int:
    """Return the instant at which the clock shows a minute of a day; a minute from 1440 on lies on a later day."""
    return to_instant_ms(day * DAY_MS + minute_of_day * MINUTE_MS)


def list_months(from_ms: int, to_ms: int) -> list[str]:
    """Return the months in Paris that a period touches, ``YYYY-MM``, ascending."""
    first, last = (date.fromisoformat(format_day(day_of(at))) for at in (from_ms, to_ms - 1))
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    months = (first.year * 12 + first.month - 1 + index for index in range(count))
    return [f"{month // 12:04d}-{month % 12 + 1:02d}" for month in months]
