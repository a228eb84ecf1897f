"""The best window of a load is the one that the planner of the product finds."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from custom_components.hexawatt.planning.loads import HourRange, Load, are_quiet_hours, create_load, parse_hour_ranges
from custom_components.hexawatt.planning.windows import SLOT, Window, find_best_window, round_up

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "best-windows.json").read_text())


@dataclass(frozen=True)
class Quarter:
    """A made-up quarter-hour."""

    start: datetime
    price: float | None
    carbon: float | None
    score: float | None


def read_day(day: dict[str, str]) -> list[Quarter]:
    """The quarter-hours of a made-up day."""
    columns = [
        [None if text == "-" else float(text) for text in day[name].split()] for name in ("price", "carbon", "score")
    ]
    start = datetime.fromisoformat(day["start"])
    return [Quarter(start + index * SLOT, *values) for index, values in enumerate(zip(*columns, strict=True))]


DAYS = [read_day(day) for day in VECTORS["days"]]


def expect_window(found: Window, expected: dict[str, Any], quarters: list[Quarter]) -> None:
    """A found window has the slots and the figures of the planner's."""
    first = quarters[expected["first"]].start
    assert (found.start, found.end) == (first, first + expected["slots"] * SLOT)
    for value, known in (
        (found.cost_eur, expected["costEur"]),
        (found.emissions_g, expected["emissionsG"]),
        (found.score, expected["score"]),
    ):
        assert value == (None if known is None else pytest.approx(known, abs=1e-6))


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: f"{case['day']}-{case['load']}")
def test_the_best_window_and_the_run_at_once_are_those_of_the_planner(case: dict[str, Any]) -> None:
    quarters = DAYS[case["day"]]
    best = find_best_window(quarters, create_load(case["load"]), quarters[0].start)
    if case["best"] is None:
        assert best is None
        return
    assert best is not None
    assert best.start_now is not None
    expect_window(best.window, case["best"], quarters)
    expect_window(best.start_now, case["startNow"], quarters)


def test_at_least_fifty_made_up_loads_are_compared_with_the_planner() -> None:
    days_of_found = [case["day"] for case in VECTORS["cases"] if case["best"] is not None]
    assert len(days_of_found) >= 50
    # The days of 23 and of 25 hours among them.
    assert {day for day, _ in groupby(sorted(days_of_found))} == set(range(len(DAYS)))


def test_the_search_begins_at_the_next_quarter_hour_and_ends_24_hours_later() -> None:
    start = datetime(2026, 2, 3, 18, 0, tzinfo=UTC)
    quarters = [Quarter(start + index * SLOT, 0.2, 30.0, 50.0) for index in range(140)]
    quarters[1] = replace(quarters[1], score=60)
    quarters[98] = replace(quarters[98], score=100)
    load = Load(slots=1, energy_kwh=1)
    best = find_best_window(quarters, load, start + timedelta(minutes=1))
    assert best is not None
    assert best.window.start == start + SLOT
    later = find_best_window(quarters, load, start + timedelta(minutes=31))
    assert later is not None
    assert later.window.start == start + 98 * SLOT


def test_a_missing_quarter_hour_is_in_no_window() -> None:
    start = datetime(2026, 2, 3, 18, 0, tzinfo=UTC)
    quarters = [Quarter(start + index * SLOT, 0.2, 30.0, float(index)) for index in range(8)]
    best = find_best_window([*quarters[:5], *quarters[6:]], Load(slots=3, energy_kwh=1), start)
    assert best is not None
    assert best.window.start == start + 2 * SLOT
    assert find_best_window(quarters[:2], Load(slots=3, energy_kwh=1), start) is None


def test_savings_are_against_the_run_at_once_and_unknown_where_a_value_is() -> None:
    start = datetime(2026, 2, 3, 18, 0, tzinfo=UTC)
    quarters = [Quarter(start, 0.3, None, 20.0), Quarter(start + SLOT, 0.1, 10.0, 90.0)]
    best = find_best_window(quarters, Load(slots=1, energy_kwh=2), start)
    assert best is not None
    assert best.saved_eur == pytest.approx(0.4)
    assert best.saved_g is None
    assert best.window.contains(start + SLOT)
    assert not best.window.contains(start + 2 * SLOT)
    assert replace(best, start_now=None).saved_eur is None
    assert replace(best, start_now=None).saved_g is None


def test_an_instant_within_a_quarter_hour_is_rounded_up() -> None:
    assert round_up(datetime(2026, 2, 3, 18, 0, 1, tzinfo=UTC)) == datetime(2026, 2, 3, 18, 15, tzinfo=UTC)
    assert round_up(datetime(2026, 2, 3, 18, 45, tzinfo=UTC)) == datetime(2026, 2, 3, 18, 45, tzinfo=UTC)


def test_a_load_needs_two_of_its_values_or_the_duration() -> None:
    assert create_load({"duration_minutes": 50}) == Load(slots=4, energy_kwh=50 / 60)
    assert create_load({"energy_kwh": 1.85, "power_kw": 7.4}).slots == 1
    assert create_load({"energy_kwh": 3, "duration_minutes": 60}).energy_per_slot_kwh == 0.75
    for config in ({}, {"energy_kwh": 1}, {"power_kw": 1}, {"energy_kwh": 1, "power_kw": 1, "duration_minutes": 60}):
        with pytest.raises(ValueError, match="two of energy"):
            create_load(config)


@pytest.mark.parametrize("text", ["7", "25:00-26:00", "22:00-22:00", "22:00", "22:60-23:00"])
def test_an_unreadable_or_empty_range_of_hours_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="range of hours"):
        parse_hour_ranges(text)


def test_ranges_are_read_as_on_a_contract_and_written_as_the_api_reads_them() -> None:
    ranges = parse_hour_ranges("22h30-6h30, 12:00 - 14:00,00:00-24:00")
    assert [str(part) for part in ranges] == ["22:30-06:30", "12:00-14:00", "00:00-24:00"]
    assert parse_hour_ranges(None) == []
    assert HourRange(0, 0).touches(600)


def test_no_load_runs_in_the_quiet_hours_of_the_home() -> None:
    load = create_load({"duration_minutes": 60}, quiet="22:00-07:00")
    assert not load.may_run_at(datetime(2026, 2, 3, 22, 0, tzinfo=UTC))
    # 06:00 UTC is 08:00 in Paris in summer, and 07:00 in winter.
    assert load.may_run_at(datetime(2026, 2, 3, 6, 0, tzinfo=UTC))
    assert not load.may_run_at(datetime(2026, 2, 3, 5, 45, tzinfo=UTC))


@pytest.mark.parametrize("text", ["22:00-07:00", "22h30-6h30", "22:00-24:00", "00:00-24:00", "22:00-07:00, 12h-14h"])
def test_a_form_accepts_the_quiet_hours_that_loads_are_planned_with(text: str) -> None:
    assert are_quiet_hours(text)
    assert create_load({"duration_minutes": 60}, text).quiet


@pytest.mark.parametrize("text", ["22:00-22:00", "at night", "22:00-25:00", ",", "1h-2h,3h-4h,5h-6h"])
def test_a_form_refuses_quiet_hours_that_no_load_could_be_planned_with(text: str) -> None:
    assert not are_quiet_hours(text)
