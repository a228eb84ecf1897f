"""A finished entry starts, and its entities have values."""

from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry


async def test_entities_have_values_and_units(hass: HomeAssistant, started: MockConfigEntry) -> None:
    assert started.state is ConfigEntryState.LOADED
    score = hass.states.get("sensor.hexawatt_score")
    assert score is not None
    assert 0 <= int(score.state) <= 100
