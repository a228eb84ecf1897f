"""Emissions of an energy sensor are the sum of energy times intensity, hour by hour, and say what they do not know."""

from datetime import UTC, datetime, timedelta

import pytest

from custom_components.hexawatt.history.emissions import (
    EnergyRow,
    HourEmissions,
    Total,
    accumulate,
    compute_emissions,
    find_changes,
)

START = datetime(2026, 2, 3, 0, 0, tzinfo=UTC)


def at(hour: int) -> datetime:
    """An hour of the made-up day."""
    return START + timedelta(hours=hour)


def test_emissions_are_energy_times_the_intensity_of_the_hour() -> None:
    rows = [EnergyRow(at(0), 2.0, follows=True), EnergyRow(at(1), 0.5, follows=True)]
    hours = compute_emissions(rows, {at(0): 40.0, at(1): 100.0})
    assert [hour.kg for hour in hours] == [0.08, 0.05]
    assert Total.of(hours) == Total(kg=0.13, known_kwh=2.5, kwh=2.5)


def test_energy_of_an_hour_without_intensity_counts_as_not_covered() -> None:
    rows = [EnergyRow(at(hour), 1.0, follows=True) for hour in range(4)]
    total = Total.of(compute_emissions(rows, {at(0): 40.0, at(1): None, at(3): 20.0}))
    assert total.kg == pytest.approx(0.06)
    assert total.coverage == 0.5


def test_energy_after_a_gap_of_the_meter_counts_as_not_covered() -> None:
    rows = [EnergyRow(at(0), 1.0, follows=True), EnergyRow(at(5), 3.0, follows=False)]
    total = Total.of(compute_emissions(rows, {at(0): 50.0, at(5): 50.0}))
    assert (total.kg, total.coverage) == (0.05, 0.25)


def test_a_meter_that_did_not_move_emitted_nothing_even_where_the_intensity_is_unknown() -> None:
    total = Total.of(compute_emissions([EnergyRow(at(0), 0.0, follows=False)], {}))
    assert (total.kg, total.coverage) == (0, None)


def test_a_correction_downwards_of_the_meter_is_no_consumption() -> None:
    assert compute_emissions([EnergyRow(at(0), -3.0, follows=True)], {at(0): 50.0}) == []


def test_the_meter_of_emissions_stands_still_where_emissions_are_unknown() -> None:
    hours = [HourEmissions(at(0), 1, 0.1), HourEmissions(at(1), 1, None), HourEmissions(at(2), 1, 0.2)]
    assert accumulate(hours, 5) == {at(0): 5.1, at(1): 5.1, at(2): 5.3}


def test_only_hours_that_are_missing_or_differ_are_written_again() -> None:
    assert find_changes({at(0): 1.0, at(1): 2.0, at(2): 3.0}, {at(0): 1.0, at(1): 2.5}) == {at(1): 2.0, at(2): 3.0}
