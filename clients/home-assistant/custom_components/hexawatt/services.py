"""The action `hexawatt.plan`: when to run a load once, answered by the API."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import probatio
from hexawatt import AuthenticationProblem, Contract, HexawattError, HexawattProblem, RateLimited
from homeassistant.core import HomeAssistant, ServiceCall, ServiceResponse, SupportsResponse, callback
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers import service
from homeassistant.util import dt as dt_util

from .const import (
    CONF_ADDER_EUR_PER_KWH,
    CONF_DURATION_MINUTES,
    CONF_EARLIEST,
    CONF_ENERGY_KWH,
    CONF_LATEST,
    CONF_OBJECTIVE,
    CONF_OFF_PEAK,
    CONF_OFF_PEAK_SUMMER,
    CONF_OFF_PEAK_WINTER,
    CONF_POWER_KW,
    CONF_QUIET,
    CONF_SUBSCRIBED_KVA,
    CONF_TARIFF,
    CONF_VAT_PERCENT,
    DOMAIN,
    OBJECTIVES,
)
from .contract import CONTRACT_FIELDS
from .coordinator import HexawattConfigEntry
from .plan_response import describe_schedule

SERVICE_PLAN = "plan"
ATTR_CONFIG_ENTRY = "config_entry"
ATTR_MAX_SEGMENTS = "max_segments"
ATTR_MIN_ON_MINUTES = "min_on_minutes"

REFUSED_INPUT = (400, 403, 422)
"""Statuses that the caller can mend: a value that is not accepted, not in the plan, or a load that does not fit."""

_POSITIVE = probatio.All(probatio.Coerce(float), probatio.Range(min=0, min_included=False))
_MINUTES = probatio.All(probatio.Coerce(int), probatio.Range(min=1))
_CONTRACT = {
    probatio.Optional(CONF_TARIFF): cv.string,
    probatio.Optional(CONF_SUBSCRIBED_KVA): probatio.Coerce(int),
    probatio.Optional(CONF_OFF_PEAK): cv.string,
    probatio.Optional(CONF_OFF_PEAK_SUMMER): cv.string,
    probatio.Optional(CONF_OFF_PEAK_WINTER): cv.string,
    probatio.Optional(CONF_ADDER_EUR_PER_KWH): probatio.Coerce(float),
    probatio.Optional(CONF_VAT_PERCENT): probatio.Coerce(float),
}

PLAN_SCHEMA = probatio.Schema(
    {
        probatio.Optional(ATTR_CONFIG_ENTRY): cv.string,
        probatio.Optional(CONF_ENERGY_KWH): _POSITIVE,
        probatio.Optional(CONF_POWER_KW): _POSITIVE,
        probatio.Optional(CONF_DURATION_MINUTES): _MINUTES,
        probatio.Optional(CONF_EARLIEST): cv.string,
        probatio.Optional(CONF_LATEST): cv.string,
        probatio.Optional(CONF_QUIET): cv.string,
        probatio.Optional(ATTR_MAX_SEGMENTS): probatio.All(probatio.Coerce(int), probatio.Range(min=1, max=8)),
        probatio.Optional(ATTR_MIN_ON_MINUTES): _MINUTES,
        probatio.Optional(CONF_OBJECTIVE, default="cost"): probatio.In(OBJECTIVES),
        **_CONTRACT,
    }
)


@callback
def async_setup_services(hass: HomeAssistant) -> None:
    """Registers the action; it is there as long as Home Assistant runs."""
    hass.services.async_register(
        DOMAIN, SERVICE_PLAN, _answer_plan, schema=PLAN_SCHEMA, supports_response=SupportsResponse.ONLY
    )


async def _answer_plan(call: ServiceCall) -> ServiceResponse:
    entry: HexawattConfigEntry = service.async_get_config_entry(call.hass, DOMAIN, call.data.get(ATTR_CONFIG_ENTRY))
    coordinator = entry.runtime_data
    try:
        answer = await coordinator.client.schedule(
            **{field: call.data.get(field) for field in (CONF_ENERGY_KWH, CONF_POWER_KW, CONF_DURATION_MINUTES)},
            earliest=_read_time(call.data, CONF_EARLIEST),
            latest=_read_time(call.data, CONF_LATEST),
            quiet=call.data.get(CONF_QUIET) or entry.options.get(CONF_QUIET) or None,
            max_segments=call.data.get(ATTR_MAX_SEGMENTS),
            min_on_minutes=call.data.get(ATTR_MIN_ON_MINUTES),
            objective=call.data[CONF_OBJECTIVE],
            contract=_choose_contract(call.data, coordinator.contract),
        )
    except HexawattError as error:
        if isinstance(error, AuthenticationProblem):
            entry.async_start_reauth(call.hass)
        raise _to_service_error(error) from error
    return describe_schedule(answer.data)


def _read_time(data: Mapping[str, Any], field: str) -> datetime | str | None:
    """A time of day in Paris as it is; a date with a time in the zone of the home where it names none."""
    text: str | None = data.get(field)
    if text is None:
        return None
    if (time_of_day := dt_util.parse_time(text)) is not None:
        return f"{time_of_day:%H:%M}"
    instant = dt_util.parse_datetime(text)
    if instant is None:
        raise ServiceValidationError(
            translation_domain=DOMAIN,
            translation_key="invalid_time",
            translation_placeholders={"field": field, "value": text},
        )
    return instant if instant.tzinfo is not None else instant.replace(tzinfo=dt_util.get_default_time_zone())


def _choose_contract(data: Mapping[str, Any], contract: Contract) -> Contract:
    """The contract of the call where it names one, else that of the entry with the fields that the call names."""
    given = {field: data[field] for field in CONTRACT_FIELDS if field in data}
    return Contract(**given) if CONF_TARIFF in given else replace(contract, **given)


def _to_service_error(error: HexawattError) -> HomeAssistantError:
    if isinstance(error, HexawattProblem) and error.status in REFUSED_INPUT:
        return ServiceValidationError(
            translation_domain=DOMAIN,
            translation_key="plan_refused",
            translation_placeholders={"detail": error.detail},
        )
    key = "plan_failed"
    if isinstance(error, AuthenticationProblem):
        key = "key_refused"
    elif isinstance(error, RateLimited):
        key = "plan_limited"
    return HomeAssistantError(
        translation_domain=DOMAIN, translation_key=key, translation_placeholders={"reason": str(error)}
    )
