"""What the coordinator does over time: few requests, values that move on by themselves, and failures."""

from datetime import datetime, timedelta

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.config_entries import SOURCE_REAUTH
from homeassistant.core import HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_time_changed

from custom_components.hexawatt.forecast import begin_of_quarter

from .conftest import Start
from .gate import Gate, Refusal

QUARTER = timedelta(minutes=15)


def state(hass: HomeAssistant, entity: str) -> str:
    """State of an entity."""
    found = hass.states.get(entity)
    assert found is not None, entity
    return found.state


async def move_to(hass: HomeAssistant, freezer: FrozenDateTimeFactory, at: datetime) -> None:
    """Lets time pass, with all that is due."""
    freezer.move_to(at)
    async_fire_time_changed(hass, at)
    await hass.async_block_till_done(wait_background_tasks=True)


async def renew(entry: MockConfigEntry) -> None:
    """Makes everything due, and asks."""
    coordinator = entry.runtime_data
    coordinator.budget.make_due(list(coordinator.budget._due))
    await coordinator.async_refresh()


async def test_values_change_at_each_quarter_hour_without_a_request(
    hass: HomeAssistant, start: Start, gate: Gate, freezer: FrozenDateTimeFactory
) -> None:
    entry = await start()
    held = entry.runtime_data.data
    asked = sum(gate.counts.values())
    begin = begin_of_quarter(dt_util.utcnow())
    for quarter in range(1, 4):
        await move_to(hass, freezer, begin + quarter * QUARTER + timedelta(seconds=1))
        expected = held.at(begin + quarter * QUARTER)
        assert float(state(hass, "sensor.hexawatt_carbon_intensity")) == expected.carbon
        assert state(hass, "sensor.hexawatt_score") == str(expected.score)
        assert float(state(hass, "sensor.hexawatt_price")) == expected.price
    assert sum(gate.counts.values()) == asked


async def test_what_is_unchanged_is_answered_by_304(start: Start, gate: Gate) -> None:
    entry = await start()
    await renew(entry)
    for path in ("/v1/tariff/outlook", "/v1/grid/status"):
        assert gate.count(path, 304) >= 1
        assert gate.count(path, 200) == 1


async def test_an_unreachable_api_leaves_the_values_until_they_are_too_old(
    hass: HomeAssistant, start: Start, gate: Gate, freezer: FrozenDateTimeFactory, caplog: pytest.LogCaptureFixture
) -> None:
    entry = await start()
    begin = dt_util.utcnow()
    updated = state(hass, "sensor.hexawatt_last_update")
    gate.is_open = False
    for hours in range(1, 6):
        await move_to(hass, freezer, begin + timedelta(hours=hours, minutes=5))
        assert state(hass, "sensor.hexawatt_score").isdigit()
    assert entry.runtime_data.last_update_success is False
    assert caplog.text.count("Error fetching hexawatt data") == 1
    await move_to(hass, freezer, begin + timedelta(hours=6, minutes=20))
    for entity in ("sensor.hexawatt_score", "sensor.hexawatt_price", "binary_sensor.hexawatt_good_time"):
        assert state(hass, entity) == "unavailable"
    assert state(hass, "sensor.hexawatt_last_update") == updated
    gate.is_open = True
    await move_to(hass, freezer, begin + timedelta(hours=8))
    await renew(entry)
    assert state(hass, "sensor.hexawatt_last_update") != updated
    assert state(hass, "sensor.hexawatt_score") != "unavailable"
    assert "Fetching hexawatt data recovered" in caplog.text


async def test_a_failure_is_repeated_later_each_time(start: Start, gate: Gate) -> None:
    entry = await start()
    gate.is_open = False
    waits = []
    for _ in range(3):
        await renew(entry)
        waits.append(entry.runtime_data.last_exception.retry_after)
    assert waits[0] < waits[1] < waits[2]


async def test_one_refused_operation_does_not_discard_the_others(hass: HomeAssistant, start: Start, gate: Gate) -> None:
    gate.refusals["/v1/grid/status"] = Refusal(503, "insufficient_data", {"Retry-After": "300"})
    entry = await start()
    assert state(hass, "sensor.hexawatt_price") != "unknown"
    assert state(hass, "sensor.hexawatt_ecowatt_today") == "unknown"
    assert entry.runtime_data.last_update_success
    gate.refusals.clear()
    await renew(entry)
    assert state(hass, "sensor.hexawatt_ecowatt_today") != "unknown"


@pytest.mark.parametrize("status", [200, 502])
async def test_one_answer_that_cannot_be_read_does_not_hold_up_the_others(
    hass: HomeAssistant, start: Start, gate: Gate, status: int
) -> None:
    gate.unreadable["/v1/tariff/outlook"] = status
    entry = await start()
    assert state(hass, "sensor.hexawatt_ecowatt_today") != "unknown"
    assert entry.runtime_data.data.tariff_outlook is None
    gate.unreadable.clear()
    await renew(entry)
    assert entry.runtime_data.data.tariff_outlook is not None


async def test_a_limit_of_the_minute_postpones_what_is_left(hass: HomeAssistant, start: Start, gate: Gate) -> None:
    gate.refusals["/v1/export/evcc"] = Refusal(429, "rate_limited", {"Retry-After": "40"})
    entry = await start()
    assert state(hass, "sensor.hexawatt_price") == "unknown"
    assert gate.count("/v1/tariff/outlook") == 0
    assert entry.runtime_data.update_interval >= timedelta(seconds=40)
    assert not ir.async_get(hass).issues
    gate.refusals.clear()
    await renew(entry)
    assert state(hass, "sensor.hexawatt_price") != "unknown"


async def test_the_first_answer_refused_by_a_limit_is_tried_again(start: Start, gate: Gate) -> None:
    gate.refusals["/v1/outlook"] = Refusal(429, "rate_limited", {"Retry-After": "40"})
    await start(succeeds=False)


@pytest.mark.parametrize(
    ("path", "refusal", "issue"),
    [
        ("/v1/export/evcc", Refusal(400, "invalid_parameter"), "contract_refused"),
        ("/v1/export/evcc", Refusal(403, "plan_capability_required"), "not_in_plan"),
        ("/v1/tariff/outlook", Refusal(429, "upgrade_required", {"Retry-After": "86400"}), "month_used_up"),
    ],
)
async def test_what_only_the_user_can_mend_is_a_repair_issue_until_it_is_mended(
    hass: HomeAssistant, start: Start, gate: Gate, path: str, refusal: Refusal, issue: str
) -> None:
    entry = await start()
    gate.refusals[path] = refusal
    await renew(entry)
    issues = ir.async_get(hass)
    found = issues.async_get_issue("hexawatt", f"{issue}_{entry.entry_id}")
    assert found is not None
    assert found.translation_key == issue
    assert found.translation_placeholders == {"title": "Hexawatt", "detail": "The test refuses this."}
    gate.refusals.clear()
    await renew(entry)
    assert issues.async_get_issue("hexawatt", f"{issue}_{entry.entry_id}") is None


async def test_a_revoked_key_asks_for_another_one_and_keeps_the_values(
    hass: HomeAssistant, start: Start, gate: Gate
) -> None:
    entry = await start()
    gate.refusals["/v1/"] = Refusal(401, "revoked_api_key")
    await renew(entry)
    await hass.async_block_till_done()
    (flow,) = hass.config_entries.flow.async_progress()
    assert flow["context"]["source"] == SOURCE_REAUTH
    assert state(hass, "sensor.hexawatt_price") not in {"unknown", "unavailable"}


async def test_a_newly_published_colour_renews_prices_and_colours(start: Start, gate: Gate) -> None:
    entry = await start()
    coordinator = entry.runtime_data
    cut = [quarter for quarter in coordinator.data.quarter_hours if quarter.tempo_basis == "published"]
    coordinator.data = type(coordinator.data)(quarter_hours=tuple(cut[:8]), fetched_at=coordinator.data.fetched_at)
    coordinator.budget._due.pop("outlook")
    before = gate.count("/v1/export/evcc")
    await coordinator.async_refresh()
    assert coordinator.update_interval == timedelta(seconds=30)
    await coordinator.async_refresh()
    assert gate.count("/v1/export/evcc") == before + 1


async def test_the_requests_left_are_those_of_the_plan_and_304_costs_none(start: Start, gate: Gate) -> None:
    def paid() -> int:
        return sum(n for (path, status), n in gate.counts.items() if path.startswith("/v1/") and status == 200)

    entry = await start()
    left, before = entry.runtime_data.data.requests_left, paid()
    await renew(entry)
    assert entry.runtime_data.data.requests_left == left - (paid() - before)
