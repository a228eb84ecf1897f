"""The CO₂ of an energy sensor is counted by the hour, kept in a meter of kilograms, and says what it covers."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.components.recorder.models import StatisticData, StatisticMeanType, StatisticMetaData
from homeassistant.components.recorder.statistics import async_import_statistics
from homeassistant.core import HomeAssistant
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_time_changed
from pytest_homeassistant_custom_component.components.recorder.common import async_wait_recording_done

from custom_components.hexawatt.history.emissions import HOUR
from custom_components.hexawatt.history.months import begin_of_day, begin_of_month
from custom_components.hexawatt.history.recorder_rows import describe_emissions, write_meter

from .conftest import Publisher, read_statistics, settle

METER = "sensor.linky_index"
EMISSIONS = "hexawatt:emissions_sensor_linky_index"


def add_energy(hass: HomeAssistant, hours: dict[datetime, float]) -> None:
    """The statistics of an energy sensor: its sum in kWh at the end of each hour."""
    metadata = StatisticMetaData(
        mean_type=StatisticMeanType.NONE,
        has_sum=True,
        name=None,
        source="recorder",
        statistic_id=METER,
        unit_class="energy",
        unit_of_measurement="kWh",
    )
    async_import_statistics(
        hass, metadata, [StatisticData(start=start, state=kwh, sum=kwh) for start, kwh in hours.items()]
    )


def list_hours(begin: datetime, count: int) -> list[datetime]:
    """Consecutive hours."""
    return [begin + index * HOUR for index in range(count)]


@pytest.fixture
async def metered(hass: HomeAssistant, entry: MockConfigEntry) -> MockConfigEntry:
    """An entry that counts the CO₂ of a meter, not started yet."""
    await hass.config.async_set_time_zone("Europe/Paris")
    hass.states.async_set(METER, "1234", {"friendly_name": "Linky"})
    hass.config_entries.async_update_entry(entry, options={**entry.options, "energy_sensors": [METER]})
    return entry


async def start(hass: HomeAssistant, entry: MockConfigEntry) -> dict[datetime, float]:
    """Starts the entry, and returns the production intensities that it holds."""
    assert await hass.config_entries.async_setup(entry.entry_id)
    await settle(hass, entry)
    months = entry.runtime_data.history.months.values()
    return {
        start: hour.production for month in months for start, hour in month.hours.items() if hour.production is not None
    }


async def test_each_hour_emits_its_energy_times_its_intensity(hass: HomeAssistant, metered: MockConfigEntry) -> None:
    begin = begin_of_month(begin_of_month(dt_util.utcnow()) - HOUR) + timedelta(days=2)
    hours = list_hours(begin, 30)
    add_energy(hass, {hour: 0.5 * index for index, hour in enumerate(hours)})
    intensities = await start(hass, metered)
    rows = await read_statistics(hass, EMISSIONS, begin)
    expected = {hour: 0.5 * intensities[hour] / 1_000 for hour in hours[1:]}
    assert {hour: rows[hour]["change"] for hour in hours[1:]} == pytest.approx(expected)
    assert rows[hours[-1]]["sum"] == pytest.approx(sum(expected.values()))


async def test_revised_intensities_and_late_energy_correct_the_meter_from_there_on(
    hass: HomeAssistant, metered: MockConfigEntry, gate: Publisher
) -> None:
    begin = begin_of_month(begin_of_month(dt_util.utcnow()) - HOUR)
    hours = list_hours(begin, 10)
    add_energy(hass, {hour: float(index) for index, hour in enumerate(hours[:8])})
    intensities = await start(hass, metered)

    def correct(body: dict[str, Any]) -> None:
        body["productionGCo2PerKwh"][4] = 1_000

    month = f"{begin + 2 * HOUR * 24:%Y-%m}"
    gate.corrections[month] = correct
    metered.runtime_data.history._asked_at = None  # A day later.
    add_energy(hass, {hour: float(index) for index, hour in enumerate(hours[:8])} | {hours[8]: 10.0})
    await settle(hass, metered)
    rows = await read_statistics(hass, EMISSIONS, begin)
    expected = [intensities[hour] / 1_000 for hour in hours[1:8]] + [3 * intensities[hours[8]] / 1_000]
    expected[3] = 1.0
    assert [rows[hour]["change"] for hour in hours[1:9]] == pytest.approx(expected)


async def test_a_replaced_meter_counts_on_and_a_gap_is_not_covered(
    hass: HomeAssistant, metered: MockConfigEntry
) -> None:
    today = begin_of_day(dt_util.utcnow())
    before = list_hours(today - 3 * HOUR, 3)
    # The recorder keeps the sum over a reset of the state; of three hours nothing was recorded.
    kept = {hour: float(index) for index, hour in enumerate(before)} | {today: 3.0, today + 4 * HOUR: 7.0}
    add_energy(hass, kept)
    intensities = await start(hass, metered)
    state = hass.states.get("sensor.hexawatt_co2_today_of_linky")
    assert state is not None
    assert float(state.state) == pytest.approx(intensities[today] / 1_000, abs=1e-6)
    assert (state.attributes["energy_kwh"], state.attributes["coverage_percent"]) == (5.0, 20.0)
    month = hass.states.get("sensor.hexawatt_co2_this_month_of_linky")
    assert month is not None
    assert month.attributes["unit_of_measurement"] == "kg"


async def test_hours_whose_intensity_is_not_published_yet_are_counted_later(
    hass: HomeAssistant, metered: MockConfigEntry, gate: Publisher
) -> None:
    today = begin_of_day(dt_util.utcnow())
    add_energy(hass, {today - HOUR: 1.0, today: 2.0})

    def withhold(body: dict[str, Any]) -> None:
        index = body["hours"].index(f"{today:%Y-%m-%dT%H:%M:%SZ}")
        body["productionGCo2PerKwh"][index] = None

    gate.corrections[""] = withhold
    await start(hass, metered)
    state = hass.states.get("sensor.hexawatt_co2_today_of_linky")
    assert state is not None
    assert (state.state, state.attributes["coverage_percent"]) == ("unknown", 0.0)
    gate.corrections.clear()
    metered.runtime_data.budget.make_due(["hours"])
    await metered.runtime_data.async_refresh()
    await settle(hass, metered)
    state = hass.states.get("sensor.hexawatt_co2_today_of_linky")
    assert state is not None
    assert float(state.state) > 0
    assert state.attributes["coverage_percent"] == 100.0


async def test_energy_is_counted_every_hour_without_a_new_answer_of_the_api(
    hass: HomeAssistant, metered: MockConfigEntry, freezer: FrozenDateTimeFactory
) -> None:
    begin = begin_of_month(dt_util.utcnow())
    intensities = await start(hass, metered)
    add_energy(hass, {begin + index * HOUR: float(index) for index in range(5)})
    await async_wait_recording_done(hass)
    assert await read_statistics(hass, EMISSIONS, begin) == {}
    freezer.tick(timedelta(minutes=70))
    async_fire_time_changed(hass, dt_util.utcnow())
    await settle(hass, metered)
    rows = await read_statistics(hass, EMISSIONS, begin)
    assert rows[begin + HOUR]["change"] == pytest.approx(intensities[begin + HOUR] / 1_000)


async def test_the_meter_goes_on_from_what_was_counted_before_the_held_months(
    hass: HomeAssistant, metered: MockConfigEntry
) -> None:
    this_month = begin_of_month(dt_util.utcnow())
    before = begin_of_month(this_month - HOUR) - 10 * HOUR
    metadata = describe_emissions("emissions_sensor_linky_index", "Linky")
    await write_meter(hass, metadata, {before: 12.5})
    add_energy(hass, {this_month + index * HOUR: float(index) for index in range(3)})
    await async_wait_recording_done(hass)
    hass.config_entries.async_update_entry(metered, options={**metered.options, "history_months": 1})
    intensities = await start(hass, metered)
    rows = await read_statistics(hass, EMISSIONS, before)
    counted = (intensities[this_month + HOUR] + intensities[this_month + 2 * HOUR]) / 1_000
    assert rows[before]["sum"] == 12.5
    assert rows[this_month + 2 * HOUR]["sum"] == pytest.approx(12.5 + counted)


async def test_a_month_whose_intensity_is_unknown_takes_nothing_back(
    hass: HomeAssistant, metered: MockConfigEntry, gate: Publisher
) -> None:
    """After a restart the past months may not be had at once: what they gave is kept."""
    last_month = begin_of_month(begin_of_month(dt_util.utcnow()) - HOUR)
    add_energy(hass, {last_month + index * HOUR: float(index) for index in range(5)})
    await start(hass, metered)
    before = await read_statistics(hass, EMISSIONS, last_month)
    assert before[last_month + 4 * HOUR]["sum"] > 0
    keeper = metered.runtime_data.history
    keeper.months = {start: month for start, month in keeper.months.items() if start > last_month}
    await keeper.async_run()
    assert await read_statistics(hass, EMISSIONS, last_month) == before


async def test_a_meter_without_statistics_has_no_emissions_rather_than_zero(
    hass: HomeAssistant, metered: MockConfigEntry
) -> None:
    await start(hass, metered)
    state = hass.states.get("sensor.hexawatt_co2_today_of_linky")
    assert state is not None
    assert state.state == "unknown"
    assert await read_statistics(hass, EMISSIONS, datetime(2000, 1, 1, tzinfo=UTC)) == {}


async def test_the_options_accept_meters_of_energy_only(hass: HomeAssistant, started: MockConfigEntry) -> None:
    add_energy(hass, {begin_of_day(dt_util.utcnow()): 1.0})
    await async_wait_recording_done(hass)
    flow = await hass.config_entries.options.async_init(started.entry_id)
    form = await hass.config_entries.options.async_configure(flow["flow_id"], {"next_step_id": "history"})
    refused = await hass.config_entries.options.async_configure(
        form["flow_id"], {"history_months": 1, "energy_sensors": ["hexawatt:market_price"]}
    )
    assert refused["errors"] == {"energy_sensors": "no_energy_meter"}
    done = await hass.config_entries.options.async_configure(
        form["flow_id"], {"history_months": 1, "energy_sensors": [METER]}
    )
    assert done["type"] == "create_entry"
    assert started.options["energy_sensors"] == [METER]
    assert started.options["tariff"] == "tempo"
    await hass.async_block_till_done(wait_background_tasks=True)
