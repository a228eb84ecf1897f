"""The action `hexawatt.plan` answers what `/v1/schedule` answers, and its refusals can be read."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from hexawatt import RateLimited
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.util import dt as dt_util
from homeassistant.util.yaml import parse_yaml
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt import services
from custom_components.hexawatt.services import _to_service_error

CAR = {"energy_kwh": 20, "power_kw": 7.4}


async def plan(hass: HomeAssistant, **data: Any) -> dict[str, Any]:
    """The response of the action."""
    response = await hass.services.async_call("hexawatt", "plan", data, blocking=True, return_response=True)
    assert isinstance(response, dict)
    return response


async def test_the_response_is_the_schedule_in_local_time_and_plain_names(
    hass: HomeAssistant, started: MockConfigEntry, url: str, api_key: str
) -> None:
    response = await plan(
        hass, **CAR, objective="cost", max_segments=3, earliest="22:00", latest="07:00:00", quiet="02:00-03:00"
    )
    query: dict[str, str | int | float] = {
        "energyKWh": 20,
        "powerKW": 7.4,
        "objective": "cost",
        "maxSegments": 3,
        "tariff": "tempo",
        "subscribedKva": 9,
        "earliest": "22:00",
        "latest": "07:00",
        "quiet": "02:00-03:00",
    }
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"{url}/v1/schedule", params=query, headers={"x-api-key": api_key})
    schedule = answer.json()
    segments = schedule["plan"]["segments"]
    assert [datetime.fromisoformat(segment["start"]) for segment in response["segments"]] == [
        datetime.fromisoformat(segment["start"]) for segment in segments
    ]
    assert response["start"] == dt_util.as_local(datetime.fromisoformat(segments[0]["start"])).isoformat()
    assert "+01:00" in response["start"] or "+02:00" in response["start"]
    assert response["cost_eur"] == schedule["plan"]["cost"]["eur"]
    assert response["emissions_g"] == schedule["plan"]["carbon"]["gCo2eq"]
    assert response["saved_eur"] == schedule["savings"]["vsNow"]["eur"]
    assert response["advice"] == schedule["advice"]
    assert len(response["alternatives"]) == len(schedule["alternatives"])
    assert response["tariff"] == "tempo"


async def test_quiet_hours_and_contract_are_those_of_the_options_unless_the_call_says_otherwise(
    hass: HomeAssistant, started: MockConfigEntry
) -> None:
    now = dt_util.now()
    tomorrow = (now + timedelta(days=1)).replace(hour=11, minute=0, second=0, microsecond=0)
    window = {
        "earliest": tomorrow.isoformat(),
        "latest": (tomorrow + timedelta(hours=4)).replace(tzinfo=None).isoformat(),
    }
    # The quiet hours from 12:00 to 13:30 leave no three hours between 11:00 and 15:00.
    with pytest.raises(ServiceValidationError) as refused:
        await plan(hass, duration_minutes=180, **window)
    assert refused.value.translation_key == "plan_refused"
    own = await plan(
        hass, duration_minutes=180, quiet="00:00-01:00", tariff="spot", adder_eur_per_kwh=0.1, vat_percent=20, **window
    )
    assert own["tariff"] == "spot"
    assert datetime.fromisoformat(own["start"]) >= tomorrow
    other_power = await plan(hass, duration_minutes=60, subscribed_kva=12.0, config_entry=started.entry_id)
    assert other_power["tariff"] == "tempo"


async def test_a_time_of_day_may_have_an_hour_of_one_digit_and_seconds(
    hass: HomeAssistant, started: MockConfigEntry
) -> None:
    own = await plan(hass, duration_minutes=60, earliest="9:05:00", latest="23:55:00", quiet="02:00-03:00")
    assert datetime.fromisoformat(own["start"]).tzinfo is not None


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"energy_kwh": 3}, "plan_refused"),
        ({**CAR, "duration_minutes": 30}, "plan_refused"),
        ({"duration_minutes": 60, "earliest": "tomorrow"}, "invalid_time"),
        ({"duration_minutes": 60, "tariff": "nobody"}, "plan_refused"),
    ],
)
async def test_a_request_that_is_not_accepted_says_why(
    hass: HomeAssistant, started: MockConfigEntry, data: dict[str, Any], key: str
) -> None:
    with pytest.raises(ServiceValidationError) as refused:
        await plan(hass, **data)
    assert refused.value.translation_key == key
    assert refused.value.translation_domain == "hexawatt"


async def test_a_refused_key_starts_the_reauthentication(hass: HomeAssistant, started: MockConfigEntry) -> None:
    coordinator = started.runtime_data
    coordinator.client = type(coordinator.client)(started.data["url"], "hxw_" + "0" * 32)
    with pytest.raises(HomeAssistantError) as refused:
        await plan(hass, duration_minutes=60)
    assert refused.value.translation_key == "key_refused"
    assert [flow["context"]["source"] for flow in hass.config_entries.flow.async_progress()] == ["reauth"]


async def test_an_installation_that_does_not_answer_is_said(hass: HomeAssistant, started: MockConfigEntry) -> None:
    coordinator = started.runtime_data
    coordinator.client = type(coordinator.client)("http://127.0.0.1:9", "hxw_" + "0" * 32, max_retries=0)
    with pytest.raises(HomeAssistantError) as failed:
        await plan(hass, duration_minutes=60)
    assert failed.value.translation_key == "plan_failed"


def test_every_field_of_the_action_has_a_selector_and_a_text() -> None:
    folder = Path(services.__file__).parent
    described = parse_yaml((folder / "services.yaml").read_text())
    assert isinstance(described, dict)
    fields = dict(described["plan"]["fields"])
    fields |= fields.pop("contract")["fields"]
    texts = json.loads((folder / "translations/en.json").read_text())["services"]["plan"]["fields"]
    accepted = {str(key) for key in services.PLAN_SCHEMA.schema}
    assert fields.keys() == texts.keys() == accepted
    assert all("selector" in field for field in fields.values())


def test_a_limit_of_the_plan_is_named_as_such() -> None:
    error = _to_service_error(RateLimited(status=429, code="rate_limited", title="", detail="Too many"))
    assert error.translation_key == "plan_limited"


async def test_without_an_entry_the_action_says_that_none_is_loaded(
    hass: HomeAssistant, entry: MockConfigEntry
) -> None:
    assert await hass.config_entries.async_setup(entry.entry_id)
    assert await hass.config_entries.async_unload(entry.entry_id)
    with pytest.raises(ServiceValidationError):
        await plan(hass, duration_minutes=60)
