"""The entities of a load show its best window, which stays once it has begun, also over a restart."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.core import HomeAssistant, State
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    async_fire_time_changed,
    mock_restore_cache_with_extra_data,
)

from custom_components.hexawatt.forecast import QuarterHour
from custom_components.hexawatt.history.recorder_rows import are_energy_meters
from custom_components.hexawatt.planning.held_windows import MOST_PAST_WINDOWS, HeldWindows
from custom_components.hexawatt.planning.windows import SLOT, find_best_window, round_up

from .conftest import LOADS

STARTS = {
    "Lave-vaisselle": "sensor.lave_vaisselle_meilleur_depart",
    "Voiture": "sensor.voiture_meilleur_depart",
    "Ballon": "sensor.ballon_meilleur_depart",
}


def attributes_of(hass: HomeAssistant, entity_id: str) -> dict[str, Any]:
    """The attributes of an entity that exists."""
    state = hass.states.get(entity_id)
    assert state is not None, hass.states.async_entity_ids()
    return dict(state.attributes)


async def test_each_load_shows_its_best_window_with_cost_grams_and_saving(
    hass: HomeAssistant, started: MockConfigEntry
) -> None:
    for title, entity_id in STARTS.items():
        state = hass.states.get(entity_id)
        assert state is not None, hass.states.async_entity_ids()
        shown = attributes_of(hass, entity_id)
        held = next(held for held in started.runtime_data.windows.by_id.values() if held.title == title)
        assert held.window.best is not None
        window = held.window.best.window
        assert datetime.fromisoformat(state.state) == window.start
        assert shown["device_class"] == "timestamp"
        assert shown["end"] - window.start == held.window.load.slots * SLOT
        assert shown["objective"] == LOADS[title]["objective"]
        assert shown["cost_eur"] == pytest.approx(shown["mean_price_eur_per_kwh"] * shown["energy_kwh"], abs=1e-3)
        assert shown["emissions_g"] == pytest.approx(shown["mean_intensity_g_per_kwh"] * shown["energy_kwh"], abs=0.2)
        assert {"saved_eur_vs_now", "saved_g_vs_now", "mean_score"} <= shown.keys()
        # The load keeps to its hours, and to the quiet hours of the home.
        quarters = [window.start + index * SLOT for index in range(held.window.load.slots)]
        assert all(held.window.load.may_run_at(quarter) for quarter in quarters)


async def test_a_window_that_has_begun_is_kept_to_its_end_and_switches_the_binary_sensor(
    hass: HomeAssistant, started: MockConfigEntry, freezer: FrozenDateTimeFactory
) -> None:
    coordinator = started.runtime_data
    held = next(held for held in coordinator.windows.by_id.values() if held.title == "Lave-vaisselle")
    best = held.window.best
    assert best is not None
    assert hass.states.get("binary_sensor.lave_vaisselle_dans_son_meilleur_creneau").state == "off"  # type: ignore[union-attr]
    freezer.move_to(best.window.start + timedelta(seconds=1))
    # A new forecast that would choose another time does not stop the load.
    quarters = [QuarterHour(start=best.window.end + index * SLOT, price=-1, carbon=1, score=99) for index in range(40)]
    coordinator.async_set_updated_data(
        type(coordinator.data)(quarter_hours=tuple(quarters), fetched_at=dt_util.utcnow())
    )
    await hass.async_block_till_done()
    assert hass.states.get("binary_sensor.lave_vaisselle_dans_son_meilleur_creneau").state == "on"  # type: ignore[union-attr]
    assert held.window.best is best
    freezer.move_to(best.window.end)
    coordinator.turn_quarter(dt_util.utcnow())
    await hass.async_block_till_done()
    assert hass.states.get("binary_sensor.lave_vaisselle_dans_son_meilleur_creneau").state == "on"  # type: ignore[union-attr]
    assert held.window.best is not best
    assert [*held.past] == [best]


async def test_windows_move_on_at_quarter_hours_without_a_request(
    hass: HomeAssistant, started: MockConfigEntry, freezer: FrozenDateTimeFactory
) -> None:
    before = attributes_of(hass, STARTS["Lave-vaisselle"])["saved_eur_vs_now"]
    load = next(iter(started.runtime_data.windows.by_id.values())).window.load
    quarters = started.runtime_data.data.quarter_hours
    at = round_up(dt_util.utcnow()) + 4 * SLOT
    expected = find_best_window(quarters, load, at)
    assert expected is not None
    started.runtime_data.update_interval = None
    freezer.move_to(at)
    async_fire_time_changed(hass, at, fire_all=False)
    await hass.async_block_till_done()
    state = hass.states.get(STARTS["Lave-vaisselle"])
    assert state is not None
    assert before is not None
    assert datetime.fromisoformat(state.state) == expected.window.start


async def test_a_window_that_has_begun_survives_a_restart(hass: HomeAssistant, entry: MockConfigEntry) -> None:
    begun = dt_util.utcnow() - timedelta(minutes=20)
    stored = {
        "start": begun.isoformat(),
        "end": (begun + timedelta(hours=2)).isoformat(),
        "cost_eur": 0.1,
        "emissions_g": None,
        "price_eur_per_kwh": 0.1,
        "carbon_g_per_kwh": None,
        "score": 50,
    }
    mock_restore_cache_with_extra_data(
        hass,
        [
            (State(STARTS["Lave-vaisselle"], begun.isoformat()), {"window": stored, "start_now": None}),
            (
                State(STARTS["Voiture"], begun.isoformat()),
                {"window": {**stored, "end": stored["start"]}, "start_now": stored},
            ),
        ],
    )
    await hass.config.async_set_time_zone("Europe/Paris")
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    state = hass.states.get(STARTS["Lave-vaisselle"])
    assert state is not None
    assert datetime.fromisoformat(state.state) == begun.replace(microsecond=0)
    assert state.attributes["saved_eur_vs_now"] is None
    assert hass.states.get("binary_sensor.lave_vaisselle_dans_son_meilleur_creneau").state == "on"  # type: ignore[union-attr]
    # A window that has ended is not taken over.
    car = hass.states.get(STARTS["Voiture"])
    assert car is not None
    assert datetime.fromisoformat(car.state) > dt_util.utcnow()


async def test_without_a_recorder_no_history_is_kept_and_no_meter_accepted(
    hass: HomeAssistant, started: MockConfigEntry
) -> None:
    assert started.runtime_data.history.months == {}
    assert await are_energy_meters(hass, [])
    assert not await are_energy_meters(hass, ["sensor.linky"])


def test_without_a_forecast_no_window_is_known_and_past_windows_are_bounded() -> None:
    windows = HeldWindows({"a": ("Load", {"duration_minutes": 15})}, None)
    now = datetime.fromisoformat("2026-02-03T18:00:00+00:00")
    windows.update([], now)
    held = windows.by_id["a"]
    assert held.window.is_in_window(now) is None
    for _ in range(2 * MOST_PAST_WINDOWS):
        windows.update([QuarterHour(start=now, score=50), QuarterHour(start=now + SLOT, score=40)], now)
        now += SLOT
    assert len(held.past) == MOST_PAST_WINDOWS
