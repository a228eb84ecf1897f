"""A finished entry starts, shows what the API says, and ends without a trace."""

import asyncio

import httpx
import pytest
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.util import dt as dt_util

from custom_components.hexawatt.const import DOMAIN

from .conftest import Start
from .gate import Gate, Refusal

UNITS = {
    "score": "/100",
    "carbon_intensity": "gCO2eq/kWh",
    "carbon_intensity_with_imports": "gCO2eq/kWh",
    "price": "EUR/kWh",
    "next_price": "EUR/kWh",
}


def value(hass: HomeAssistant, name: str) -> str:
    """State of a sensor."""
    state = hass.states.get(f"sensor.hexawatt_{name}")
    assert state is not None, name
    return state.state


async def test_values_are_those_of_the_api(hass: HomeAssistant, start: Start, url: str, api_key: str) -> None:
    await start()
    async with httpx.AsyncClient(base_url=url, headers={"X-Api-Key": api_key}) as client:
        price = (await client.get("/v1/export/evcc?quantity=tariff&tariff=tempo&subscribedKva=9")).json()[0]["value"]
        colors = (await client.get("/v1/tariff/outlook")).json()["days"]
        month = (await client.get("/api/hours")).json()
        score = (await client.get("/v1/score")).json()["globalScore"]
    assert float(value(hass, "price")) == price
    assert value(hass, "score") == str(score)
    newest = [with_imports for with_imports in month["consumptionGCo2PerKwh"] if with_imports is not None][-1]
    assert float(value(hass, "carbon_intensity_with_imports")) == newest
    names = {"Bleu": "blue", "Blanc": "white", "Rouge": "red"}
    assert value(hass, "tempo_today") == names[colors[0]["color"]]
    tomorrow = hass.states.get("sensor.hexawatt_tempo_tomorrow")
    assert tomorrow is not None
    shares = colors[1]["probabilities"]
    assert {color: tomorrow.attributes[f"probability_{color}"] for color in shares} == shares
    assert tomorrow.attributes["probability"] == max(shares.values())


async def test_sensors_have_their_units(hass: HomeAssistant, start: Start) -> None:
    await start()
    for name, unit in UNITS.items():
        state = hass.states.get(f"sensor.hexawatt_{name}")
        assert state is not None
        assert state.attributes["unit_of_measurement"] == unit


async def test_a_start_asks_each_operation_once(start: Start, gate: Gate) -> None:
    await start()
    asked = {path for path, _ in gate.counts}
    assert asked == {
        "/v1/outlook",
        "/v1/score",
        "/v1/export/evcc",
        "/v1/tariff/outlook",
        "/v1/grid/status",
        "/api/hours",
    }
    assert set(gate.counts.values()) == {1}


async def test_the_device_is_a_service_of_the_entry(hass: HomeAssistant, start: Start) -> None:
    entry = await start()
    (device,) = dr.async_entries_for_config_entry(dr.async_get(hass), entry.entry_id)
    assert device.entry_type is dr.DeviceEntryType.SERVICE
    assert device.manufacturer == "Hexawatt"


async def test_unloading_makes_the_entities_unavailable_and_loading_brings_them_back(
    hass: HomeAssistant, start: Start
) -> None:
    entry = await start()
    assert await hass.config_entries.async_unload(entry.entry_id)
    assert entry.state is ConfigEntryState.NOT_LOADED
    assert value(hass, "score") == "unavailable"
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert value(hass, "score") != "unavailable"


async def test_an_unreachable_api_is_tried_again(hass: HomeAssistant, start: Start, gate: Gate) -> None:
    gate.is_open = False
    entry = await start(succeeds=False)
    assert entry.state is ConfigEntryState.SETUP_RETRY


async def test_without_any_forecast_the_start_is_tried_again(start: Start, gate: Gate) -> None:
    gate.refusals["/v1/outlook"] = Refusal(503, "insufficient_data", {"Retry-After": "300"})
    entry = await start(succeeds=False)
    assert entry.state is ConfigEntryState.SETUP_RETRY


async def test_an_unknown_key_asks_for_a_new_one(hass: HomeAssistant, start: Start) -> None:
    entry = await start(succeeds=False, key="hxw_" + "0" * 32)
    assert entry.state is ConfigEntryState.SETUP_ERROR
    (flow,) = hass.config_entries.flow.async_progress()
    assert flow["context"]["source"] == "reauth"
    assert flow["context"]["entry_id"] == entry.entry_id


@pytest.mark.parametrize("tariff", ["base", "tempo"])
async def test_tempo_colors_are_switched_on_only_for_a_tempo_contract(
    hass: HomeAssistant, start: Start, tariff: str
) -> None:
    await start({"tariff": tariff, "subscribed_kva": 6})
    known = er.async_get(hass).async_get("sensor.hexawatt_tempo_today")
    assert known is not None
    assert (known.disabled_by is None) is (tariff == "tempo")


async def test_a_contract_that_becomes_tempo_switches_the_colors_on(hass: HomeAssistant, start: Start) -> None:
    entry = await start({"tariff": "base"})
    hass.config_entries.async_update_entry(entry, options={"tariff": "tempo"})
    await hass.async_block_till_done(wait_background_tasks=True)
    assert value(hass, "tempo_today") in {"blue", "white", "red"}


async def test_colors_that_the_user_switched_off_stay_off(hass: HomeAssistant, start: Start) -> None:
    entry = await start({"tariff": "base"})
    registry = er.async_get(hass)
    registry.async_update_entity("sensor.hexawatt_tempo_today", disabled_by=er.RegistryEntryDisabler.USER)
    hass.config_entries.async_update_entry(entry, options={"tariff": "tempo"})
    await hass.async_block_till_done(wait_background_tasks=True)
    assert hass.states.get("sensor.hexawatt_tempo_today") is None


async def test_the_basis_of_a_regulated_price_is_named(hass: HomeAssistant, start: Start) -> None:
    entry = await start({"tariff": "base", "subscribed_kva": 6})
    coordinator = entry.runtime_data
    assert {quarter.price_basis for quarter in coordinator.data.quarter_hours if quarter.price} == {"regulated"}
    assert coordinator.data.at(dt_util.utcnow()).price is not None
    assert hass.states.get("sensor.hexawatt_next_price").state == "unknown"  # type: ignore[union-attr]
    assert entry.domain == DOMAIN


async def test_options_that_change_while_the_entry_reloads_take_effect(
    hass: HomeAssistant, start: Start, gate: Gate
) -> None:
    entry = await start({"tariff": "base"})
    gate.delay_seconds = 0.1
    hass.config_entries.async_update_entry(entry, options={"tariff": "tempo"})
    await asyncio.sleep(0.2)
    assert entry.state is ConfigEntryState.SETUP_IN_PROGRESS
    hass.config_entries.async_update_entry(entry, options={"tariff": "spot"})
    await hass.async_block_till_done(wait_background_tasks=True)
    assert entry.runtime_data.contract.tariff == "spot"
