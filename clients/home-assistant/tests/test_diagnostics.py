"""Diagnostics help a reader and give nothing away; the key is nowhere."""

import json
import logging
from typing import Any

import pytest
from homeassistant.core import HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers.json import ExtendedJSONEncoder

from custom_components.hexawatt.diagnostics import async_get_config_entry_diagnostics

from .conftest import Start
from .gate import Gate, Refusal


def as_text(value: Any) -> str:
    """What a reader would see."""
    return json.dumps(value, cls=ExtendedJSONEncoder)


async def test_diagnostics_say_what_is_held_without_key_and_address(
    hass: HomeAssistant, start: Start, gate: Gate
) -> None:
    entry = await start()
    found = await async_get_config_entry_diagnostics(hass, entry)
    text = as_text(found)
    assert entry.data["api_key"] not in text
    assert gate.url.partition("//")[2] not in text
    assert found["address"] == "http://**REDACTED**"
    assert found["options"] == {"tariff": "tempo", "subscribed_kva": 9}
    assert found["held"]["quarter_hours"] > 100
    assert found["held"]["present"]["price"] > 0
    assert found["intervals_seconds"]["outlook"] == 3600


async def test_an_entry_that_has_not_started_has_diagnostics_too(hass: HomeAssistant, start: Start, gate: Gate) -> None:
    gate.is_open = False
    entry = await start(succeeds=False)
    found = await async_get_config_entry_diagnostics(hass, entry)
    assert found["state"] == "setup_retry"
    assert "does not answer" in found["reason"]
    assert found["held"] is None
    assert entry.data["api_key"] not in as_text(found)
    assert gate.url.partition("//")[2] not in as_text(found)


async def test_names_of_meters_are_not_in_diagnostics(hass: HomeAssistant, start: Start) -> None:
    entry = await start({"tariff": "base", "energy_sensors": ["sensor.linky_01234567890123"]})
    assert "01234567890123" not in as_text(await async_get_config_entry_diagnostics(hass, entry))


async def test_the_key_is_in_no_state_log_issue_or_diagnostics(
    hass: HomeAssistant, start: Start, gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    entry = await start()
    key = entry.data["api_key"]
    coordinator = entry.runtime_data
    for refusal in (
        Refusal(400, "invalid_parameter", detail=f"The key {key}"),
        Refusal(403, "plan_capability_required", detail=f"The key {key}"),
        Refusal(503, "service_unavailable", detail=f"The key {key}"),
        Refusal(401, "invalid_api_key", detail=f"The key {key}"),
    ):
        gate.refusals["/v1/"] = refusal
        coordinator.budget.make_due(list(coordinator.budget._due))
        await coordinator.async_refresh()
    gate.is_open = False
    coordinator.budget.make_due(list(coordinator.budget._due))
    await coordinator.async_refresh()
    await hass.async_block_till_done()
    shown = [as_text(state.as_dict()) for state in hass.states.async_all()]
    shown += [str(issue) for issue in ir.async_get(hass).issues.values()]
    shown += [
        repr(coordinator.client),
        repr(coordinator.data),
        as_text(await async_get_config_entry_diagnostics(hass, entry)),
    ]
    shown += [caplog.text, as_text(hass.config_entries.flow.async_progress())]
    for text in shown:
        assert key not in text
