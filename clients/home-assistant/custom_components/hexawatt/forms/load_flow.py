"""The form of a load, which is a subentry: a name, how much it draws, and what its best window is chosen by."""

from typing import Any

from homeassistant.config_entries import SOURCE_RECONFIGURE, ConfigSubentryFlow, SubentryFlowResult
from homeassistant.const import CONF_NAME

from ..const import CONF_DURATION_MINUTES, CONF_ENERGY_KWH, CONF_POWER_KW, SUBENTRY_LOAD
from .schemas import LOAD_SCHEMA

LONGEST_HOURS = 24


class LoadFlow(ConfigSubentryFlow):
    """Adds a load, or changes one."""

    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> SubentryFlowResult:
        """Asks for a new load."""
        return self._step("user", user_input, None)

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> SubentryFlowResult:
        """Asks for the changes of a load."""
        subentry = self._get_reconfigure_subentry()
        return self._step("reconfigure", user_input, {CONF_NAME: subentry.title, **subentry.data})

    def _step(
        self, step_id: str, user_input: dict[str, Any] | None, known: dict[str, Any] | None
    ) -> SubentryFlowResult:
        errors: dict[str, str] = {}
        if user_input is not None:
            data = {name: value for name, value in user_input.items() if name != CONF_NAME}
            title = user_input[CONF_NAME].strip()
            errors = _errors_of(data) | self._errors_of_name(title)
            if not errors:
                if self.source == SOURCE_RECONFIGURE:
                    self._async_update(self._get_entry(), self._get_reconfigure_subentry(), title=title, data=data)
                    return self.async_abort(reason="reconfigure_successful")
                return self.async_create_entry(title=title, data=data)
        return self.async_show_form(
            step_id=step_id,
            data_schema=self.add_suggested_values_to_schema(LOAD_SCHEMA, user_input or known or {}),
            errors=errors,
        )

    def _errors_of_name(self, title: str) -> dict[str, str]:
        own = self._get_reconfigure_subentry().subentry_id if self.source == SOURCE_RECONFIGURE else None
        others = self._get_entry().get_subentries_of_type(SUBENTRY_LOAD)
        taken = {other.title for other in others if other.subentry_id != own}
        if not title:
            return {CONF_NAME: "no_name"}
        return {CONF_NAME: "name_taken"} if title in taken else {}


def _errors_of(load: dict[str, Any]) -> dict[str, str]:
    """A load is given by two of energy, power and duration, or by the duration only, and ends within a day."""
    energy, power, duration = (load.get(name) for name in (CONF_ENERGY_KWH, CONF_POWER_KW, CONF_DURATION_MINUTES))
    given = [value for value in (energy, power, duration) if value is not None]
    if None not in (energy, power, duration):
        return {CONF_DURATION_MINUTES: "too_many"}
    if len(given) == 0 or (len(given) == 1 and duration is None):
        return {CONF_ENERGY_KWH if energy is None else CONF_POWER_KW: "two_of_three"}
    if energy is not None and power is not None and energy / power > LONGEST_HOURS:
        return {CONF_POWER_KW: "too_long"}
    return {}
