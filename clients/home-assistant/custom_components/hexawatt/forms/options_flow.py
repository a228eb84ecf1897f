"""The forms that change the contract and the preferences of a finished entry."""

from typing import Any

from hexawatt import AsyncHexawatt
from homeassistant.config_entries import ConfigFlowResult, OptionsFlow
from homeassistant.const import CONF_API_KEY, CONF_URL

from ..const import (
    CONF_ENERGY_SENSORS,
    CONF_GOOD_ABOVE,
    CONF_GOOD_BELOW,
    CONF_HISTORY_MONTHS,
    CONF_QUIET,
    CONF_TARIFF,
    DEFAULT_GOOD_ABOVE,
    DEFAULT_GOOD_BELOW,
    DEFAULT_HISTORY_MONTHS,
)
from ..contract import CONTRACT_FIELDS, read_contract
from ..history.recorder_rows import are_energy_meters
from ..planning.loads import are_quiet_hours
from .connection import Refusals, check_contract, fetch_contracts, make_client
from .schemas import DETAIL_SUGGESTIONS, HISTORY_SCHEMA, PREFERENCES_SCHEMA, contract_schema, details_schema


class HexawattOptionsFlow(OptionsFlow):
    """Contract, or preferences."""

    def __init__(self) -> None:
        self._tariff = ""

    async def async_step_init(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks what is to change."""
        return self.async_show_menu(step_id="init", menu_options=["contract", "preferences", "history"])

    async def async_step_contract(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks which contract the home has."""
        if user_input is not None:
            self._tariff = user_input[CONF_TARIFF]
            return await self.async_step_details()
        schema = contract_schema(await fetch_contracts(self._client()))
        return self.async_show_form(
            step_id="contract",
            data_schema=self.add_suggested_values_to_schema(schema, self.config_entry.options),
        )

    async def async_step_details(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for the details of the contract, which the API checks."""
        refusals = Refusals()
        options = self.config_entry.options
        if user_input is not None:
            contract = read_contract({**user_input, CONF_TARIFF: self._tariff})
            refusals = await check_contract(self._client(), contract)
            if not refusals.errors:
                kept = {name: value for name, value in options.items() if name not in CONTRACT_FIELDS}
                return self.async_create_entry(data=kept | contract)
        known = {name: str(value) if name == "subscribed_kva" else value for name, value in options.items()}
        return self.async_show_form(
            step_id="details",
            data_schema=self.add_suggested_values_to_schema(
                details_schema(self._tariff), user_input or {**DETAIL_SUGGESTIONS, **known}
            ),
            errors=refusals.errors,
            description_placeholders=refusals.placeholders,
        )

    async def async_step_preferences(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks when a time is good, and when loads must be quiet."""
        errors: dict[str, str] = {}
        options = self.config_entry.options
        if user_input is not None:
            if user_input[CONF_GOOD_BELOW] >= user_input[CONF_GOOD_ABOVE]:
                errors[CONF_GOOD_BELOW] = "not_below"
            if CONF_QUIET in user_input and not are_quiet_hours(user_input[CONF_QUIET]):
                errors[CONF_QUIET] = "invalid_range"
            if not errors:
                kept = {name: value for name, value in options.items() if name != CONF_QUIET}
                return self.async_create_entry(data=kept | user_input)
        defaults = {CONF_GOOD_ABOVE: DEFAULT_GOOD_ABOVE, CONF_GOOD_BELOW: DEFAULT_GOOD_BELOW}
        return self.async_show_form(
            step_id="preferences",
            data_schema=self.add_suggested_values_to_schema(PREFERENCES_SCHEMA, user_input or {**defaults, **options}),
            errors=errors,
        )

    async def async_step_history(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for the past of the statistics, and for the energy sensors whose emissions are counted."""
        errors: dict[str, str] = {}
        options = self.config_entry.options
        if user_input is not None:
            months = int(user_input[CONF_HISTORY_MONTHS])
            energy_sensors = user_input.get(CONF_ENERGY_SENSORS, [])
            if await are_energy_meters(self.hass, energy_sensors):
                history = {CONF_HISTORY_MONTHS: months, CONF_ENERGY_SENSORS: energy_sensors}
                return self.async_create_entry(data={**options, **history})
            errors[CONF_ENERGY_SENSORS] = "no_energy_meter"
        return self.async_show_form(
            step_id="history",
            data_schema=self.add_suggested_values_to_schema(
                HISTORY_SCHEMA, user_input or {CONF_HISTORY_MONTHS: DEFAULT_HISTORY_MONTHS, **options}
            ),
            errors=errors,
        )

    def _client(self) -> AsyncHexawatt:
        data = self.config_entry.data
        return make_client(self.hass, data[CONF_URL], data[CONF_API_KEY])
