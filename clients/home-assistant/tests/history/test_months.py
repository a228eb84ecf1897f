"""Months of realised hours begin and end with the day in Paris."""

from datetime import UTC, datetime

from hexawatt.models.hours import Hours

from custom_components.hexawatt.history.months import (
    HourValues,
    Month,
    begin_of_day,
    begin_of_month,
    list_earlier_months,
)


def test_an_unknown_value_of_a_month_stays_unknown_and_prices_are_per_kwh() -> None:
    body = Hours.model_validate(
        {
            "month": "2026-02",
            "timeZone": "Europe/Paris",
            "from": "2026-01-31T23:00:00Z",
            "to": "2026-02-28T23:00:00Z",
            "hours": ["2026-01-31T23:00:00Z", "2026-02-01T00:00:00Z"],
            "productionGCo2PerKwh": [31.5, None],
            "consumptionGCo2PerKwh": [None, 40],
            "directGCo2PerKwh": [None, None],
            "eurPerMwh": [98.5, None],
            "tempoColor": ["Bleu", None],
            "methodologyVersions": [],
            "sources": [],
            "complete": False,
        }
    )
    month = Month.read(body)
    assert month.start == datetime(2026, 1, 31, 23, tzinfo=UTC)
    assert list(month.hours.values()) == [HourValues(31.5, None, 0.0985, "Bleu"), HourValues(None, 40, None, None)]


def test_days_and_months_begin_at_midnight_in_paris() -> None:
    summer = datetime(2026, 6, 30, 22, 30, tzinfo=UTC)
    assert begin_of_month(summer) == begin_of_day(summer) == datetime(2026, 6, 30, 22, tzinfo=UTC)
    clock_change = datetime(2026, 3, 29, 12, tzinfo=UTC)
    assert begin_of_day(clock_change) == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert begin_of_month(clock_change) == datetime(2026, 2, 28, 23, tzinfo=UTC)


def test_the_months_before_the_present_one_are_listed_newest_first_across_the_year() -> None:
    assert list(list_earlier_months(datetime(2026, 2, 3, tzinfo=UTC), 3)) == ["2026-01", "2025-12", "2025-11"]
    # In Paris it is already March.
    assert next(list_earlier_months(datetime(2026, 2, 28, 23, 30, tzinfo=UTC), 1)) == "2026-02"
    assert list(list_earlier_months(datetime(2026, 2, 3, tzinfo=UTC), 0)) == []
