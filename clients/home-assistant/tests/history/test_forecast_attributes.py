"""Forecasts are attributes in the forms that other programs read, and stay out of the recorder."""

from datetime import datetime, timedelta

import pytest
from homeassistant.components.recorder import history
from homeassistant.core import HomeAssistant
from homeassistant.helpers.json import json_bytes
from homeassistant.helpers.recorder import get_instance
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.components.recorder.common import async_wait_recording_done

from custom_components.hexawatt.forecast import QuarterHour
from custom_components.hexawatt.planning.forecasts import list_carbon_forecast, list_score_forecast

LARGEST_ATTRIBUTES_BYTES = 16_384
SENSORS = ("sensor.hexawatt_carbon_intensity", "sensor.hexawatt_price", "sensor.hexawatt_score")


async def test_forecasts_are_shown_but_not_recorded(
    hass: HomeAssistant, started: MockConfigEntry, caplog: pytest.LogCaptureFixture
) -> None:
    begin = dt_util.utcnow() - timedelta(hours=1)
    await async_wait_recording_done(hass)
    recorded = await get_instance(hass).async_add_executor_job(
        history.get_significant_states, hass, begin, None, list(SENSORS), None, True, False
    )
    for entity_id in SENSORS:
        state = hass.states.get(entity_id)
        assert state is not None
        assert len(state.attributes["forecast"]) > 40
        kept = recorded[entity_id][-1]
        assert "forecast" not in kept.attributes  # type: ignore[union-attr]
        assert len(json_bytes(kept.attributes)) < LARGEST_ATTRIBUTES_BYTES  # type: ignore[union-attr]
    assert "exceed maximum size" not in caplog.text


async def test_predbat_reads_the_carbon_forecast(hass: HomeAssistant, started: MockConfigEntry) -> None:
    state = hass.states.get("sensor.hexawatt_carbon_intensity")
    assert state is not None
    forecast = state.attributes["forecast"]
    quarters = {quarter.start: quarter for quarter in started.runtime_data.data.quarter_hours}
    # Predbat reads the times by this format, and fills each minute between them.
    minutes = 0
    for entry in forecast:
        begin, end = (datetime.strptime(entry[key], "%Y-%m-%dT%H:%M:%S%z") for key in ("from", "to"))
        assert timedelta(minutes=15) <= end - begin <= timedelta(hours=1)
        assert entry["intensity"] == quarters[begin].carbon
        minutes += (end - begin) // timedelta(minutes=1)
    assert minutes >= 47 * 60
    assert len(json_bytes(forecast)) < LARGEST_ATTRIBUTES_BYTES / 2


async def test_the_price_forecast_begins_with_the_present_price(hass: HomeAssistant, started: MockConfigEntry) -> None:
    state = hass.states.get("sensor.hexawatt_price")
    assert state is not None
    known = [quarter for quarter in started.runtime_data.data.quarter_hours if quarter.price is not None]
    forecast = state.attributes["forecast"]
    ahead = [quarter for quarter in known if quarter.end > dt_util.utcnow()]
    assert [(datetime.fromisoformat(entry["start"]), entry["value"]) for entry in forecast] == [
        (quarter.start, quarter.price) for quarter in ahead
    ]


def test_unknown_quarter_hours_are_left_out_and_equal_ones_joined_within_an_hour() -> None:
    start = datetime.fromisoformat("2026-02-03T18:00:00+00:00")
    values = [31.5, 31.5, None, 31.5, 31.5, 31.5, 40.0]
    quarters = [
        QuarterHour(start=start + index * timedelta(minutes=15), carbon=value, score=None)
        for index, value in enumerate(values)
    ]
    forecast = list_carbon_forecast(quarters, start + timedelta(minutes=20))
    assert [(entry["from"][11:16], entry["to"][11:16], entry["intensity"]) for entry in forecast] == [
        ("19:15", "19:30", 31.5),
        ("19:45", "20:00", 31.5),
        ("20:00", "20:30", 31.5),
        ("20:30", "20:45", 40.0),
    ]
    assert list_score_forecast(quarters, start) == []
