"""The forms that set the integration up, and renew its key or address."""

from collections.abc import Mapping
from typing import Any, override

from homeassistant.config_entries import (
    ConfigEntry,
    ConfigFlow,
    ConfigFlowResult,
    ConfigSubentryFlow,
    OptionsFlow,
)
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import callback
from yarl import URL

from .const import CONF_TARIFF, DEFAULT_URL, DOMAIN, SUBENTRY_LOAD
from .contract import read_contract
from .forms.connection import Refusals, check_connection, check_contract, fetch_contracts, make_client, read_origin
from .forms.load_flow import LoadFlow
from .forms.options_flow import HexawattOptionsFlow
from .forms.schemas import CONNECTION_SCHEMA, DETAIL_SUGGESTIONS, KEY_SCHEMA, contract_schema, details_schema


class HexawattConfigFlow(ConfigFlow, domain=DOMAIN):
    """Address and key, then the contract. Loads are added to the finished entry."""

    VERSION = 1

    def __init__(self) -> None:
        self._connection: dict[str, str] = {}
        self._tariff = ""

    @staticmethod
    @callback
    @override
    def async_get_options_flow(config_entry: ConfigEntry) -> OptionsFlow:
        return HexawattOptionsFlow()

    @classmethod
    @callback
    @override
    def async_get_supported_subentry_types(cls, config_entry: ConfigEntry) -> dict[str, type[ConfigSubentryFlow]]:
        return {SUBENTRY_LOAD: LoadFlow}

    @override
    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for address and key."""
        refusals = Refusals()
        if user_input is not None:
            refusals = await self._check(user_input)
            if not refusals.errors:
                await self.async_set_unique_id(_identity(user_input[CONF_URL]))
                self._abort_if_unique_id_configured()
                self._connection = user_input
                return await self.async_step_contract()
        return self.async_show_form(
            step_id="user",
            data_schema=self.add_suggested_values_to_schema(CONNECTION_SCHEMA, user_input or {CONF_URL: DEFAULT_URL}),
            errors=refusals.errors,
            description_placeholders=refusals.placeholders | {"example": DEFAULT_URL},
        )

    async def async_step_contract(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks which contract the home has."""
        if user_input is not None:
            self._tariff = user_input[CONF_TARIFF]
            return await self.async_step_details()
        client = make_client(self.hass, self._connection[CONF_URL], self._connection[CONF_API_KEY])
        return self.async_show_form(step_id="contract", data_schema=contract_schema(await fetch_contracts(client)))

    async def async_step_details(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for the details of the contract, which the API checks."""
        refusals = Refusals()
        if user_input is not None:
            options = read_contract({**user_input, CONF_TARIFF: self._tariff})
            client = make_client(self.hass, self._connection[CONF_URL], self._connection[CONF_API_KEY])
            refusals = await check_contract(client, options)
            if not refusals.errors:
                return self.async_create_entry(title="Hexawatt", data=self._connection, options=options)
        return self.async_show_form(
            step_id="details",
            data_schema=self.add_suggested_values_to_schema(
                details_schema(self._tariff), user_input or DETAIL_SUGGESTIONS
            ),
            errors=refusals.errors,
            description_placeholders=refusals.placeholders,
        )

    async def async_step_reauth(self, entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        """The API refuses the key: a new one is needed."""
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for the new key."""
        entry = self._get_reauth_entry()
        refusals = Refusals()
        if user_input is not None:
            data = {**entry.data, CONF_API_KEY: user_input[CONF_API_KEY].strip()}
            refusals = await self._check(data)
            if not refusals.errors:
                return self._save(entry, data, "reauth_successful")
        return self.async_show_form(
            step_id="reauth_confirm",
            data_schema=KEY_SCHEMA,
            errors=_at_key(refusals.errors),
            description_placeholders=refusals.placeholders | {"url": entry.data[CONF_URL]},
        )

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Asks for another address or key of the same entry."""
        entry = self._get_reconfigure_entry()
        refusals = Refusals()
        if user_input is not None:
            refusals = await self._check(user_input)
            if not refusals.errors:
                identity = _identity(user_input[CONF_URL])
                if identity != entry.unique_id:
                    await self.async_set_unique_id(identity)
                    self._abort_if_unique_id_configured()
                return self._save(entry, user_input, "reconfigure_successful", identity)
        suggested = {CONF_URL: (user_input or entry.data)[CONF_URL]}
        return self.async_show_form(
            step_id="reconfigure",
            data_schema=self.add_suggested_values_to_schema(CONNECTION_SCHEMA, suggested),
            errors=refusals.errors,
            description_placeholders=refusals.placeholders | {"example": DEFAULT_URL},
        )

    async def _check(self, connection: dict[str, Any]) -> Refusals:
        """Brings address and key into their stored form, and tries them."""
        origin = read_origin(connection[CONF_URL])
        if origin is None:
            return Refusals({CONF_URL: "invalid_url"})
        connection[CONF_URL] = origin
        connection[CONF_API_KEY] = connection[CONF_API_KEY].strip()
        return await check_connection(self.hass, origin, connection[CONF_API_KEY])

    def _save(
        self, entry: ConfigEntry, data: Mapping[str, Any], reason: str, unique_id: str | None = None
    ) -> ConfigFlowResult:
        """Stores address and key; the listener of a running entry reloads it, another one is started here."""
        changed = self.hass.config_entries.async_update_entry(entry, data=data, unique_id=unique_id or entry.unique_id)
        if not (changed and entry.update_listeners):
            self.hass.config_entries.async_schedule_reload(entry.entry_id)
        return self.async_abort(reason=reason)


def _identity(origin: str) -> str:
    """One entry for each installation: all contracts of an account share the requests of its plan."""
    url = URL(origin)
    return f"{url.host}:{url.port}"


def _at_key(errors: dict[str, str]) -> dict[str, str]:
    """The errors of a form that has the key only."""
    return {"base" if field == CONF_URL else field: error for field, error in errors.items()}
