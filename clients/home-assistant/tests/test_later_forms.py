"""The forms of a finished entry: a new key, another address, another contract, preferences."""

import pytest
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers import device_registry as dr
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt.const import DOMAIN

from .conftest import Start
from .gate import Gate

UNKNOWN_KEY = "hxw_" + "0" * 32


async def test_a_new_key_starts_the_entry_again(hass: HomeAssistant, start: Start, gate: Gate, api_key: str) -> None:
    entry = await start(succeeds=False, key=UNKNOWN_KEY)
    (flow,) = hass.config_entries.flow.async_progress()
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"api_key": "hxw_" + "1" * 32})
    assert result["errors"] == {"api_key": "invalid_auth"}
    gate.is_open = False
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"api_key": api_key})
    assert result["errors"] == {"base": "cannot_connect"}
    gate.is_open = True
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"api_key": api_key})
    assert result["type"] is FlowResultType.ABORT
    assert result["reason"] == "reauth_successful"
    await hass.async_block_till_done(wait_background_tasks=True)
    assert entry.state is ConfigEntryState.LOADED
    assert entry.data["api_key"] == api_key
    assert len(hass.config_entries.async_entries(DOMAIN)) == 1


async def test_the_address_can_change(hass: HomeAssistant, start: Start, other_url: str, api_key: str) -> None:
    entry = await start()
    result = await entry.start_reconfigure_flow(hass)
    assert result["step_id"] == "reconfigure"
    configure = hass.config_entries.flow.async_configure
    result = await configure(result["flow_id"], {"url": "nowhere", "api_key": api_key})
    assert result["errors"] == {"url": "invalid_url"}
    result = await configure(result["flow_id"], {"url": other_url, "api_key": api_key})
    assert result["reason"] == "reconfigure_successful"
    await hass.async_block_till_done(wait_background_tasks=True)
    assert entry.state is ConfigEntryState.LOADED
    assert entry.data == {"url": other_url, "api_key": api_key}
    assert entry.unique_id == other_url.partition("//")[2]
    assert len(hass.config_entries.async_entries(DOMAIN)) == 1


async def test_the_same_address_keeps_the_entry(hass: HomeAssistant, start: Start, gate: Gate, api_key: str) -> None:
    entry = await start()
    flow = await entry.start_reconfigure_flow(hass)
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"url": gate.url, "api_key": api_key})
    assert result["reason"] == "reconfigure_successful"
    await hass.async_block_till_done(wait_background_tasks=True)
    assert entry.state is ConfigEntryState.LOADED


async def test_the_address_of_another_entry_is_refused(
    hass: HomeAssistant, start: Start, other_url: str, api_key: str
) -> None:
    entry = await start()
    MockConfigEntry(domain=DOMAIN, unique_id=other_url.partition("//")[2]).add_to_hass(hass)
    flow = await entry.start_reconfigure_flow(hass)
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {"url": other_url, "api_key": api_key})
    assert result["reason"] == "already_configured"


async def test_the_contract_can_change(hass: HomeAssistant, start: Start) -> None:
    entry = await start({"tariff": "tempo", "subscribed_kva": 9, "good_above": 70, "good_below": 65})
    options = hass.config_entries.options
    flow = await options.async_init(entry.entry_id)
    assert flow["type"] is FlowResultType.MENU
    flow = await options.async_configure(flow["flow_id"], {"next_step_id": "contract"})
    flow = await options.async_configure(flow["flow_id"], {"tariff": "hphc"})
    flow = await options.async_configure(flow["flow_id"], {"subscribed_kva": "6", "off_peak": "?"})
    assert flow["errors"] == {"off_peak": "refused"}
    flow = await options.async_configure(flow["flow_id"], {"subscribed_kva": "6", "off_peak": "22h30-6h30"})
    assert flow["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done(wait_background_tasks=True)
    assert entry.options == {
        "tariff": "hphc",
        "subscribed_kva": 6,
        "off_peak": "22h30-6h30",
        "good_above": 70,
        "good_below": 65,
    }
    assert entry.runtime_data.contract.tariff == "hphc"


async def test_preferences_can_change(hass: HomeAssistant, start: Start) -> None:
    entry = await start()
    options = hass.config_entries.options
    flow = await options.async_init(entry.entry_id)
    flow = await options.async_configure(flow["flow_id"], {"next_step_id": "preferences"})
    wrong = {"good_above": 50, "good_below": 50, "quiet": "at night"}
    flow = await options.async_configure(flow["flow_id"], wrong)
    assert flow["errors"] == {"good_below": "not_below", "quiet": "invalid_range"}
    right = {"good_above": 55, "good_below": 45, "quiet": "22:00-07:00,12h30-14h"}
    flow = await options.async_configure(flow["flow_id"], right)
    assert flow["type"] is FlowResultType.CREATE_ENTRY
    assert entry.options == {"tariff": "tempo", "subscribed_kva": 9, **right}
    await hass.async_block_till_done(wait_background_tasks=True)
    state = hass.states.get("binary_sensor.hexawatt_good_time")
    assert state is not None
    assert (state.attributes["on_from"], state.attributes["off_below"]) == (55, 45)


async def test_quiet_hours_can_be_removed(hass: HomeAssistant, start: Start) -> None:
    entry = await start({"tariff": "tempo", "quiet": "22:00-07:00"})
    options = hass.config_entries.options
    flow = await options.async_init(entry.entry_id)
    flow = await options.async_configure(flow["flow_id"], {"next_step_id": "preferences"})
    await options.async_configure(flow["flow_id"], {"good_above": 60, "good_below": 50})
    assert entry.options == {"tariff": "tempo", "good_above": 60, "good_below": 50}


LOAD_ERRORS = [
    ({"energy_kwh": 1.2}, {"power_kw": "two_of_three"}),
    ({"power_kw": 2}, {"energy_kwh": "two_of_three"}),
    ({}, {"energy_kwh": "two_of_three"}),
    ({"energy_kwh": 1, "power_kw": 2, "duration_minutes": 30}, {"duration_minutes": "too_many"}),
    ({"energy_kwh": 100, "power_kw": 2}, {"power_kw": "too_long"}),
]


@pytest.mark.parametrize(("load", "errors"), LOAD_ERRORS)
async def test_a_load_that_cannot_be_planned_is_refused(
    hass: HomeAssistant, start: Start, load: dict[str, float], errors: dict[str, str]
) -> None:
    entry = await start()
    subentries = hass.config_entries.subentries
    flow = await subentries.async_init((entry.entry_id, "load"), context={"source": "user"})
    flow = await subentries.async_configure(flow["flow_id"], {"name": "Lave-linge", "objective": "cost", **load})
    assert flow["errors"] == errors


async def test_loads_are_added_changed_and_removed(hass: HomeAssistant, start: Start) -> None:
    entry = await start()
    subentries = hass.config_entries.subentries
    flow = await subentries.async_init((entry.entry_id, "load"), context={"source": "user"})
    load = {"energy_kwh": 1.2, "duration_minutes": 90, "objective": "carbon", "latest": "07:00:00"}
    flow = await subentries.async_configure(flow["flow_id"], {"name": " ", **load})
    assert flow["errors"] == {"name": "no_name"}
    flow = await subentries.async_configure(flow["flow_id"], {"name": "Lave-linge", **load})
    assert flow["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done(wait_background_tasks=True)
    (subentry,) = entry.subentries.values()
    assert (subentry.title, dict(subentry.data)) == ("Lave-linge", load)

    flow = await subentries.async_init((entry.entry_id, "load"), context={"source": "user"})
    flow = await subentries.async_configure(flow["flow_id"], {"name": "Lave-linge", **load})
    assert flow["errors"] == {"name": "name_taken"}

    flow = await entry.start_subentry_reconfigure_flow(hass, subentry.subentry_id)
    flow = await subentries.async_configure(
        flow["flow_id"], {"name": "Lave-linge", "duration_minutes": 60, "objective": "cost"}
    )
    assert flow["reason"] == "reconfigure_successful"
    await hass.async_block_till_done(wait_background_tasks=True)
    assert dict(entry.subentries[subentry.subentry_id].data) == {"duration_minutes": 60, "objective": "cost"}

    devices = dr.async_get(hass)
    names = [device.name for device in dr.async_entries_for_config_entry(devices, entry.entry_id)]
    assert sorted(filter(None, names)) == ["Hexawatt", "Lave-linge"]

    hass.config_entries.async_remove_subentry(entry, subentry.subentry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    assert entry.state is ConfigEntryState.LOADED
    assert not entry.subentries
    assert [device.name for device in dr.async_entries_for_config_entry(devices, entry.entry_id)] == ["Hexawatt"]
