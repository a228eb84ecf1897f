"""Long-term statistics equal the hours of the API, and are corrected where these are."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from homeassistant.components.recorder.statistics import async_list_statistic_ids
from homeassistant.core import HomeAssistant
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt.history.months import begin_of_month, list_earlier_months

from ..conftest import PRODUCT
from .conftest import Publisher, read_statistics, settle

COLUMNS = {
    "hexawatt:carbon_intensity_production": ("productionGCo2PerKwh", 1),
    "hexawatt:carbon_intensity_consumption": ("consumptionGCo2PerKwh", 1),
    "hexawatt:market_price": ("eurPerMwh", 1_000),
}


def last_month() -> str:
    """The month before the present one."""
    return next(list_earlier_months(dt_util.utcnow(), 1))


async def ask_month(url: str, month: str | None = None) -> dict[str, Any]:
    """A month as the product answers it."""
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"{url}/api/hours", params={} if month is None else {"month": month})
    body: dict[str, Any] = answer.json()
    return body


async def test_each_known_hour_of_the_last_months_is_in_the_statistics_and_no_other(
    hass: HomeAssistant, entry: MockConfigEntry, gate: Publisher
) -> None:
    gate.is_exact = True
    assert await hass.config_entries.async_setup(entry.entry_id)
    await settle(hass, entry)
    months = [await ask_month(PRODUCT, month) for month in (*list_earlier_months(dt_util.utcnow(), 2), None)]
    for statistic_id, (column, divisor) in COLUMNS.items():
        known = {
            datetime.fromisoformat(start): value / divisor
            for month in months
            for start, value in zip(month["hours"], month[column], strict=True)
            if value is not None
        }
        rows = await read_statistics(hass, statistic_id, datetime(2000, 1, 1, tzinfo=UTC))
        assert len(known) > 100
        assert {start: row["mean"] for start, row in rows.items()} == pytest.approx(known)


async def test_statistics_name_their_unit_and_kind(hass: HomeAssistant, started: MockConfigEntry) -> None:
    listed = {row["statistic_id"]: row for row in await async_list_statistic_ids(hass)}
    assert [(listed[key]["statistics_unit_of_measurement"], listed[key]["has_sum"]) for key in COLUMNS] == [
        ("gCO2eq/kWh", False),
        ("gCO2eq/kWh", False),
        ("EUR/kWh", False),
    ]


async def test_a_revised_month_corrects_only_the_hours_that_changed(
    hass: HomeAssistant, started: MockConfigEntry, gate: Publisher, caplog: pytest.LogCaptureFixture
) -> None:
    month = await ask_month(gate.url, last_month())
    revised, withdrawn = (datetime.fromisoformat(month["hours"][hour]) for hour in (30, 31))
    before = await read_statistics(hass, "hexawatt:carbon_intensity_production", revised - timedelta(hours=2))

    def correct(body: dict[str, Any]) -> None:
        body["productionGCo2PerKwh"][30] = 77.7
        body["productionGCo2PerKwh"][31] = None

    gate.corrections[last_month()] = correct
    keeper = started.runtime_data.history
    keeper._asked_at = None  # A day later.
    caplog.clear()
    with caplog.at_level("DEBUG", "custom_components.hexawatt"):
        await keeper.async_run()
    after = await read_statistics(hass, "hexawatt:carbon_intensity_production", revised - timedelta(hours=2))
    assert after[revised]["mean"] == 77.7
    # A value that is withdrawn is not replaced by a guess: the recorder keeps the last one that was published.
    assert after[withdrawn] == before[withdrawn]
    assert {**after, revised: before[revised]} == before
    assert ": 1 rows written" in caplog.text


async def test_a_column_without_a_value_is_no_statistic(
    hass: HomeAssistant, entry: MockConfigEntry, gate: Publisher
) -> None:
    def forget(body: dict[str, Any]) -> None:
        body["consumptionGCo2PerKwh"] = [None] * len(body["hours"])

    gate.corrections = dict.fromkeys(["", *list_earlier_months(dt_util.utcnow(), 2)], forget)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await settle(hass, entry)
    assert await read_statistics(hass, "hexawatt:carbon_intensity_consumption", datetime(2000, 1, 1, tzinfo=UTC)) == {}


async def test_only_the_first_entry_writes_the_statistics_of_the_grid(
    hass: HomeAssistant, started: MockConfigEntry, gate: Publisher
) -> None:
    second = MockConfigEntry(domain=started.domain, title="Second", data=started.data, options=started.options)
    second.add_to_hass(hass)
    assert await hass.config_entries.async_setup(second.entry_id)
    await settle(hass, second)
    assert started.runtime_data.history._writes_grid_statistics
    assert not second.runtime_data.history._writes_grid_statistics


async def test_months_that_did_not_change_answer_304_and_write_nothing(
    hass: HomeAssistant, started: MockConfigEntry, gate: Publisher
) -> None:
    asked = [*list_earlier_months(dt_util.utcnow(), 2)]
    assert [gate.months[month, 200] for month in asked] == [1, 1]
    keeper = started.runtime_data.history
    await keeper.async_run()
    assert [gate.months[month, 304] for month in asked] == [0, 0]
    keeper._asked_at = dt_util.utcnow() - timedelta(hours=25)
    await keeper.async_run()
    assert [gate.months[month, 200] for month in asked] == [1, 1]
    assert [gate.months[month, 304] for month in asked] == [1, 1]


async def test_a_month_that_cannot_be_had_is_asked_for_again_and_stops_nothing(
    hass: HomeAssistant, started: MockConfigEntry, gate: Publisher
) -> None:
    keeper = started.runtime_data.history
    keeper._asked_at = None
    keeper.months.clear()
    gate.corrections[last_month()] = lambda body: body.clear()
    await keeper.async_run()
    assert list(keeper.months) == [begin_of_month(dt_util.utcnow())]
    gate.corrections.clear()
    await keeper.async_run()
    assert len(keeper.months) == 3


async def test_no_past_month_is_asked_for_where_the_options_say_so(
    hass: HomeAssistant, entry: MockConfigEntry, gate: Publisher
) -> None:
    hass.config_entries.async_update_entry(entry, options={**entry.options, "history_months": 0})
    assert await hass.config_entries.async_setup(entry.entry_id)
    await settle(hass, entry)
    assert {month for month, _ in gate.months} == {""}
    assert await read_statistics(hass, "hexawatt:market_price", datetime(2000, 1, 1, tzinfo=UTC)) == {}
