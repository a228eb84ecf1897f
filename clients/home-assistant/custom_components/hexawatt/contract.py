"""The contract of the home."""

from collections.abc import Mapping
from typing import Any

from hexawatt import Contract

from .const import (
    CONF_ADDER_EUR_PER_KWH,
    CONF_OFF_PEAK,
    CONF_OFF_PEAK_SUMMER,
    CONF_OFF_PEAK_WINTER,
    CONF_SUBSCRIBED_KVA,
    CONF_TARIFF,
    CONF_VAT_PERCENT,
    TARIFF_BASE,
    TARIFF_SPOT,
)

CONTRACT_FIELDS = (
    CONF_TARIFF,
    CONF_SUBSCRIBED_KVA,
    CONF_OFF_PEAK,
    CONF_OFF_PEAK_SUMMER,
    CONF_OFF_PEAK_WINTER,
    CONF_ADDER_EUR_PER_KWH,
    CONF_VAT_PERCENT,
)


def detail_fields(tariff: str) -> tuple[str, ...]:
    """The fields that a contract asks for, besides its name."""
    if tariff == TARIFF_SPOT:
        return (CONF_ADDER_EUR_PER_KWH, CONF_VAT_PERCENT)
    if tariff == TARIFF_BASE:
        return (CONF_SUBSCRIBED_KVA,)
    return (CONF_SUBSCRIBED_KVA, CONF_OFF_PEAK, CONF_OFF_PEAK_SUMMER, CONF_OFF_PEAK_WINTER)


def read_contract(options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the contract in options or in a form, without those that are empty or of another contract."""
    tariff = options.get(CONF_TARIFF, TARIFF_BASE)
    given = {field: options[field] for field in detail_fields(tariff) if options.get(field) not in (None, "")}
    if CONF_SUBSCRIBED_KVA in given:
        given[CONF_SUBSCRIBED_KVA] = int(given[CONF_SUBSCRIBED_KVA])
    return {CONF_TARIFF: tariff, **given}


def make_contract(options: Mapping[str, Any]) -> Contract:
    """The contract as the client takes it."""
    return Contract(**read_contract(options))
