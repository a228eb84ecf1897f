"""Diagnostics that a person can attach to a report: no key, no address with a name, no meter."""

from dataclasses import asdict
from typing import Any

from homeassistant.components.diagnostics import REDACTED, async_redact_data
from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import HomeAssistant

from .budget import INTERVALS
from .const import CONF_ENERGY_SENSORS
from .coordinator import HexawattConfigEntry, HexawattCoordinator

REDACTED_FIELDS = {CONF_API_KEY, CONF_URL, CONF_ENERGY_SENSORS}


async def async_get_config_entry_diagnostics(hass: HomeAssistant, entry: HexawattConfigEntry) -> dict[str, Any]:
    """The settings without secrets, and what is held; an entry that has failed to start holds nothing."""
    loads = [dict(subentry.data) for subentry in entry.subentries.values()]
    return {
        "state": entry.state.value,
        "reason": entry.reason,
        "address": f"{entry.data[CONF_URL].partition(':')[0]}://{REDACTED}",
        "options": async_redact_data(dict(entry.options), REDACTED_FIELDS),
        "loads": async_redact_data(loads, REDACTED_FIELDS),
        "intervals_seconds": {str(operation): wait.total_seconds() for operation, wait in INTERVALS.items()},
        "held": _describe(entry.runtime_data) if entry.state is ConfigEntryState.LOADED else None,
    }


def _describe(coordinator: HexawattCoordinator) -> dict[str, Any]:
    data = coordinator.data
    next_turn = coordinator.update_interval
    return {
        "last_update_success": coordinator.last_update_success,
        "next_turn_seconds": None if next_turn is None else next_turn.total_seconds(),
        "issued_at": data.issued_at,
        "fetched_at": data.fetched_at,
        "data_mode": data.data_mode,
        "requests_left": data.requests_left,
        "realised": None if data.realised is None else asdict(data.realised),
        "quarter_hours": len(data.quarter_hours),
        "present": None if coordinator.now is None else asdict(coordinator.now),
        "colors": None if data.tariff_outlook is None else data.tariff_outlook.model_dump(mode="json"),
        "signals": None if data.grid_status is None else [day.status for day in data.grid_status.days],
    }
