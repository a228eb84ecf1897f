"""What all entities have in common: the device, the name, and when they are available."""

from collections.abc import Iterable
from typing import override

from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.const import CONF_URL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.update_coordinator import CoordinatorEntity
from homeassistant.util import dt as dt_util

from .const import ATTRIBUTION, DOMAIN
from .coordinator import HexawattCoordinator


class HexawattEntity(CoordinatorEntity[HexawattCoordinator]):
    """An entity of the grid or of the contract, on the device of the entry."""

    _attr_attribution = ATTRIBUTION
    _attr_has_entity_name = True

    def __init__(self, coordinator: HexawattCoordinator, key: str) -> None:
        super().__init__(coordinator)
        entry = coordinator.config_entry
        self._attr_translation_key = key
        self._attr_unique_id = f"{entry.entry_id}_{key}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            entry_type=DeviceEntryType.SERVICE,
            manufacturer="Hexawatt",
            name=entry.title,
            configuration_url=entry.data[CONF_URL],
        )

    @property
    @override
    def available(self) -> bool:
        """The held forecast serves while the API is unreachable, until it is too old."""
        return self.coordinator.data.is_fresh(dt_util.utcnow())


class HexawattLoadEntity(HexawattEntity):
    """An entity of a load, on a device of its own, which goes with the load."""

    def __init__(self, coordinator: HexawattCoordinator, subentry: ConfigSubentry, key: str) -> None:
        super().__init__(coordinator, key)
        self.subentry = subentry
        self._attr_unique_id = f"{subentry.subentry_id}_{key}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, subentry.subentry_id)},
            entry_type=DeviceEntryType.SERVICE,
            manufacturer="Hexawatt",
            name=subentry.title,
        )


def enable_entities(hass: HomeAssistant, entry: ConfigEntry, platform: Platform, keys: Iterable[str]) -> None:
    """Switches on what a new contract needs and the former one did not; what the user has switched off stays off."""
    registry = er.async_get(hass)
    for key in keys:
        entity_id = registry.async_get_entity_id(platform, DOMAIN, f"{entry.entry_id}_{key}")
        known = None if entity_id is None else registry.async_get(entity_id)
        if known is not None and known.disabled_by is er.RegistryEntryDisabler.INTEGRATION:
            registry.async_update_entity(known.entity_id, disabled_by=None)
