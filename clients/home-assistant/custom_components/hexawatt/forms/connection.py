"""Checks of an address, a key and a contract, for the forms: each refusal becomes an error of a field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hexawatt import (
    AsyncHexawatt,
    AuthenticationProblem,
    ForbiddenProblem,
    HexawattConnectionError,
    HexawattError,
    HexawattProblem,
    RateLimited,
)
from hexawatt.models.tariffs import Tariffs
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import HomeAssistant
from homeassistant.helpers.httpx_client import get_async_client
from yarl import URL

from ..const import CONF_TARIFF, VERSION
from ..contract import detail_fields, make_contract
from ..issues import BAD_REQUEST, MONTH_CODES

SERVER_ERROR = 500


@dataclass(slots=True)
class Refusals:
    """Errors by field, as a form shows them, and what the API said."""

    errors: dict[str, str] = field(default_factory=dict)
    placeholders: dict[str, str] = field(default_factory=lambda: {"detail": ""})


def read_origin(text: str) -> str | None:
    """An address without a path, such as `http://hexawatt.local:8080`; None where it is not one of http or https."""
    try:
        url = URL(text.strip())
    except ValueError:
        return None
    if (
        url.scheme not in {"http", "https"}
        or not url.host
        or url.user
        or url.password
        or url.query_string
        or url.fragment
    ):
        return None
    return str(url.origin()) if url.path in {"", "/"} else None


def make_client(hass: HomeAssistant, url: str, api_key: str) -> AsyncHexawatt:
    """A client over the connections that Home Assistant shares."""
    return AsyncHexawatt(
        url,
        api_key,
        http_client=get_async_client(hass),
        # The coordinator, or the person before a form, decides when a failure is tried again.
        max_retries=0,
        language="fr" if hass.config.language.startswith("fr") else "en",
        user_agent=f"hexawatt-home-assistant/{VERSION}",
    )


async def check_connection(hass: HomeAssistant, url: str, api_key: str) -> Refusals:
    """Tell whether a Hexawatt answers at the address and accepts the key. One of its two requests counts."""
    try:
        client = make_client(hass, url, api_key)
    except ValueError:
        return Refusals({CONF_API_KEY: "invalid_key"})
    try:
        await client.plans()
    except HexawattConnectionError as error:
        return Refusals({CONF_URL: "not_hexawatt" if error.status is not None else "cannot_connect"})
    except RateLimited:
        return Refusals({CONF_URL: "rate_limited"})
    except HexawattProblem as problem:
        return Refusals({CONF_URL: "unavailable" if problem.status >= SERVER_ERROR else "not_hexawatt"})
    try:
        await client.tariff_outlook()
    except HexawattError as error:
        return _refused_key(error)
    return Refusals()


def _refused_key(error: HexawattError) -> Refusals:
    match error:
        case AuthenticationProblem():
            return Refusals({CONF_API_KEY: "invalid_auth"})
        case ForbiddenProblem():
            return Refusals({CONF_API_KEY: "not_in_plan"}, {"detail": error.detail})
        case RateLimited():
            return Refusals({CONF_API_KEY: "month_used_up" if error.code in MONTH_CODES else "rate_limited"})
        case HexawattProblem():
            # The key was accepted; the data may come back later.
            return Refusals()
        case _:
            return Refusals({CONF_URL: "cannot_connect"})


async def check_contract(client: AsyncHexawatt, contract: Mapping[str, Any]) -> Refusals:
    """Whether the API knows the contract: it answers with its prices, or names the parameter that it refuses."""
    try:
        await client.prices(make_contract(contract))
    except HexawattConnectionError:
        return Refusals({"base": "cannot_connect"})
    except HexawattProblem as problem:
        if problem.status == BAD_REQUEST:
            return Refusals({_field_of(problem.detail, contract): "refused"}, {"detail": problem.detail})
        return _at_base(_refused_key(problem))
    return Refusals()


def _at_base(refusals: Refusals) -> Refusals:
    """The same error in a form that has neither address nor key."""
    error = next(iter(refusals.errors.values()), None)
    return Refusals({} if error is None else {"base": error}, refusals.placeholders)


def _field_of(detail: str, contract: Mapping[str, Any]) -> str:
    """The field of the query parameter that a refusal names: `offPeakSummer` is `off_peak_summer`."""
    named = re.search(r'Query parameter "(\w+)"', detail)
    parameter = named[1] if named else ""
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in parameter)
    return name if name in detail_fields(contract[CONF_TARIFF]) else "base"


async def fetch_contracts(client: AsyncHexawatt) -> dict[str, str]:
    """Names of the contracts that the installation knows, by id; empty where they cannot be had."""
    try:
        tariffs: Tariffs = (await client.tariffs()).data
    except HexawattError:
        return {}
    return {contract.id: contract.name for contract in tariffs.contracts}
