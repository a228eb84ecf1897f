"""The clock of Paris by rule is that of the time zone database."""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from hexawatt.statement.clock import (
    DAY_MS,
    HOUR_MS,
    day_of,
    day_start_ms,
    format_day,
    hour_of_day,
    instant_of_minute,
    list_months,
    offset_ms,
    to_day,
    to_ms,
)

_PARIS = ZoneInfo("Europe/Paris")


def _ms(year: int, month: int, day: int, hour: int = 0) -> int:
    return to_ms(datetime(year, month, day, hour, tzinfo=timezone.utc))


def test_offsets_are_those_of_the_time_zone_database_on_every_day_of_48_years() -> None:
    for at_ms in range(_ms(1990, 1, 1), _ms(2038, 1, 1), 12 * HOUR_MS):
        shown = datetime.fromtimestamp(at_ms / 1000, _PARIS).utcoffset()
        assert shown is not None
        assert offset_ms(at_ms) == shown // timedelta(milliseconds=1), at_ms


@pytest.mark.parametrize("year", [1995, 2026])
def test_offsets_change_at_the_hour_of_the_time_zone_database(year: int) -> None:
    for at_ms in range(_ms(year, 1, 1), _ms(year + 1, 1, 1), HOUR_MS):
        shown = datetime.fromtimestamp(at_ms / 1000, _PARIS)
        assert (format_day(day_of(at_ms)), hour_of_day(at_ms)) == (shown.date().isoformat(), shown.hour)


@pytest.mark.parametrize(("date", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-07-01", 24)])
def test_days_have_23_24_or_25_hours(date: str, hours: int) -> None:
    day = to_day(date)
    assert (day_start_ms(day + 1) - day_start_ms(day)) // HOUR_MS == hours


def test_a_time_that_autumn_has_twice_is_its_first_and_one_that_spring_skips_is_later() -> None:
    autumn, spring = to_day("2026-10-25"), to_day("2026-03-29")
    assert instant_of_minute(autumn, 150) == _ms(2026, 10, 25) + HOUR_MS // 2
    assert instant_of_minute(spring, 150) == _ms(2026, 3, 29, 1) + HOUR_MS // 2
    assert instant_of_minute(spring, 1_440 + 60) == _ms(2026, 3, 29, 23)


def test_months_are_those_of_paris() -> None:
    assert list_months(_ms(2025, 11, 30, 23), _ms(2026, 1, 31, 23)) == ["2025-12", "2026-01"]
    assert list_months(_ms(2026, 1, 1), _ms(2026, 1, 1) + DAY_MS) == ["2026-01"]
