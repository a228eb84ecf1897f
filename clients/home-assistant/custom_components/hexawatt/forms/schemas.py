"""The forms: address and key, contract, load, preferences."""

from collections.abc import Mapping
from typing import Any, Literal

import probatio
from homeassistant.const import CONF_API_KEY, CONF_NAME, CONF_URL
from homeassistant.helpers.selector import (
    NumberSelector,
    NumberSelectorConfig,
    NumberSelectorMode,
    SelectOptionDict,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    StatisticSelector,
    StatisticSelectorConfig,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
    TimeSelector,
)

from ..const import (
    CONF_ADDER_EUR_PER_KWH,
    CONF_DURATION_MINUTES,
    CONF_EARLIEST,
    CONF_ENERGY_KWH,
    CONF_ENERGY_SENSORS,
    CONF_GOOD_ABOVE,
    CONF_GOOD_BELOW,
    CONF_HISTORY_MONTHS,
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
    MOST_HISTORY_MONTHS,
    OBJECTIVES,
    TARIFF_BASE,
    TARIFF_OFF_PEAK,
    TARIFF_SPOT,
    TARIFF_TEMPO,
)
from ..contract import detail_fields

SUBSCRIBED_KVAS = ["3", "6", "9", "12", "15", "18", "24", "30", "36"]
USUAL_TARIFFS = (TARIFF_BASE, TARIFF_OFF_PEAK, TARIFF_TEMPO, TARIFF_SPOT)

_KEY = TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD, autocomplete="off"))
_URL = TextSelector(TextSelectorConfig(type=TextSelectorType.URL))
_TEXT = TextSelector()


def _number(low: float, high: float, step: float | Literal["any"], unit: str) -> NumberSelector:
    return NumberSelector(
        NumberSelectorConfig(min=low, max=high, step=step, unit_of_measurement=unit, mode=NumberSelectorMode.BOX)
    )


def _choice(options: list[str], translation_key: str) -> SelectSelector:
    return SelectSelector(
        SelectSelectorConfig(options=options, translation_key=translation_key, mode=SelectSelectorMode.DROPDOWN)
    )


CONNECTION_SCHEMA = probatio.Schema({probatio.Required(CONF_URL): _URL, probatio.Required(CONF_API_KEY): _KEY})
KEY_SCHEMA = probatio.Schema({probatio.Required(CONF_API_KEY): _KEY})

_DETAILS: Mapping[str, Any] = {
    CONF_SUBSCRIBED_KVA: _choice(SUBSCRIBED_KVAS, "subscribed_kva"),
    CONF_OFF_PEAK: _TEXT,
    CONF_OFF_PEAK_SUMMER: _TEXT,
    CONF_OFF_PEAK_WINTER: _TEXT,
    CONF_ADDER_EUR_PER_KWH: _number(-1, 1, "any", "EUR/kWh"),
    CONF_VAT_PERCENT: _number(0, 100, 0.1, "%"),
}
DETAIL_SUGGESTIONS: Mapping[str, Any] = {CONF_SUBSCRIBED_KVA: "6", CONF_ADDER_EUR_PER_KWH: 0, CONF_VAT_PERCENT: 20}


def contract_schema(contracts: Mapping[str, str]) -> probatio.Schema:
    """The choice of a contract: the usual ones, and those that the installation knows besides."""
    options = [SelectOptionDict(value=tariff, label=contracts.get(tariff, tariff)) for tariff in USUAL_TARIFFS]
    options += [SelectOptionDict(value=i, label=name) for i, name in contracts.items() if i not in USUAL_TARIFFS]
    selector = SelectSelector(
        SelectSelectorConfig(options=options, translation_key="tariff", mode=SelectSelectorMode.LIST)
    )
    return probatio.Schema({probatio.Required(CONF_TARIFF, default=TARIFF_BASE): selector})


def details_schema(tariff: str) -> probatio.Schema:
    """The details of a contract."""
    return probatio.Schema({probatio.Optional(field): _DETAILS[field] for field in detail_fields(tariff)})


LOAD_SCHEMA = probatio.Schema(
    {
        probatio.Required(CONF_NAME): _TEXT,
        probatio.Optional(CONF_ENERGY_KWH): _number(0.01, 1000, 0.01, "kWh"),
        probatio.Optional(CONF_POWER_KW): _number(0.01, 1000, 0.01, "kW"),
        probatio.Optional(CONF_DURATION_MINUTES): _number(15, 1440, 1, "min"),
        probatio.Required(CONF_OBJECTIVE, default=OBJECTIVES[0]): _choice(list(OBJECTIVES), "objective"),
        probatio.Optional(CONF_EARLIEST): TimeSelector(),
        probatio.Optional(CONF_LATEST): TimeSelector(),
    }
)

PREFERENCES_SCHEMA = probatio.Schema(
    {
        probatio.Required(CONF_GOOD_ABOVE): _number(1, 100, 1, "/100"),
        probatio.Required(CONF_GOOD_BELOW): _number(0, 99, 1, "/100"),
        probatio.Optional(CONF_QUIET): _TEXT,
    }
)

HISTORY_SCHEMA = probatio.Schema(
    {
        probatio.Required(CONF_HISTORY_MONTHS): _number(0, MOST_HISTORY_MONTHS, 1, "months"),
        # Statistics, not entities: meters such as those of a Linky are often imported without an entity.
        probatio.Optional(CONF_ENERGY_SENSORS): StatisticSelector(StatisticSelectorConfig(multiple=True)),
    }
)
