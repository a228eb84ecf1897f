"""The binary sensor "good time": hysteresis, and what it remembers."""

from dataclasses import replace

import pytest
from homeassistant.core import HomeAssistant, State
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry, mock_restore_cache

from custom_components.hexawatt.forecast import begin_of_quarter

from .conftest import Start

GOOD_TIME = "binary_sensor.hexawatt_good_time"


async def set_score(hass: HomeAssistant, entry: MockConfigEntry, score: int | None) -> str:
    """Gives the present quarter-hour a score."""
    coordinator = entry.runtime_data
    present = begin_of_quarter(dt_util.utcnow())
    quarters = tuple(
        replace(quarter, score=score) if quarter.start == present else quarter
        for quarter in coordinator.data.quarter_hours
    )
    coordinator.data = replace(coordinator.data, quarter_hours=quarters)
    coordinator.async_update_listeners()
    await hass.async_block_till_done()
    state = hass.states.get(GOOD_TIME)
    assert state is not None
    return state.state


async def test_it_switches_on_from_60_and_off_below_50(hass: HomeAssistant, start: Start) -> None:
    entry = await start()
    scores = [40, 59, 60, 55, 50, 49, 55, 60, None, 55, 61]
    found = [await set_score(hass, entry, score) for score in scores]
    assert found == ["off", "off", "on", "on", "on", "off", "off", "on", "unknown", "off", "on"]


@pytest.mark.parametrize("before", ["on", "off"])
async def test_between_the_limits_a_restart_keeps_the_state(hass: HomeAssistant, start: Start, before: str) -> None:
    mock_restore_cache(hass, [State(GOOD_TIME, before)])
    entry = await start({"tariff": "base", "good_above": 101, "good_below": -1})
    assert entry.runtime_data.now is not None
    state = hass.states.get(GOOD_TIME)
    assert state is not None
    assert state.state == before
