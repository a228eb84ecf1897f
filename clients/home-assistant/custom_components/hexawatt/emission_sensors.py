"""Sensors of what an energy sensor of the home has emitted today and this month."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, override

from homeassistant.components.sensor import SensorDeviceClass, SensorEntity
from homeassistant.const import UnitOfMass
from homeassistant.util import dt as dt_util
from homeassistant.util import slugify

from .coordinator import HexawattCoordinator
from .entity import HexawattEntity
from .history.emissions import Total
from .history.keeper import name_of_sensor
from .history.months import begin_of_day, begin_of_month

PERIODS: Mapping[str, Callable[[datetime], datetime]] = {
    "emissions_today": begin_of_day,
    "emissions_this_month": begin_of_month,
}
"""Sensors by their key, and where their period begins."""


class EmissionsSensor(HexawattEntity, SensorEntity):
    """Emissions of an energy sensor since the start of the day or of the month in Paris."""

    _attr_device_class = SensorDeviceClass.WEIGHT
    _attr_native_unit_of_measurement = UnitOfMass.KILOGRAMS
    _attr_suggested_display_precision = 2

    def __init__(self, coordinator: HexawattCoordinator, energy_sensor: str, key: str) -> None:
        super().__init__(coordinator, key)
        self._keeper = coordinator.history
        self._energy_sensor = energy_sensor
        self._begin = PERIODS[key]
        self._attr_unique_id = f"{coordinator.config_entry.entry_id}_{key}_{slugify(energy_sensor)}"
        self._attr_translation_placeholders = {"sensor": name_of_sensor(coordinator.hass, energy_sensor)}

    @override
    async def async_added_to_hass(self) -> None:
        """Is written after each run of the keeper, besides each quarter-hour."""
        await super().async_added_to_hass()
        self.async_on_remove(self._keeper.async_add_listener(self.async_write_ha_state))

    @property
    @override
    def available(self) -> bool:
        """The recorder has what was counted, whether the API answers or not."""
        return self._energy_sensor in self._keeper.emissions

    @property
    def _total(self) -> Total | None:
        begin = self._begin(dt_util.utcnow())
        hours = [hour for hour in self._keeper.emissions.get(self._energy_sensor, ()) if hour.start >= begin]
        return Total.of(hours) if hours else None

    @property
    @override
    def native_value(self) -> float | None:
        """Unknown where no hour of the period is known; the known part of the energy otherwise."""
        total = self._total
        return None if total is None or total.coverage == 0 else round(total.kg, 6)

    @property
    @override
    def extra_state_attributes(self) -> Mapping[str, Any]:
        total = self._total
        return {
            "energy_sensor": self._energy_sensor,
            "energy_kwh": None if total is None else round(total.kwh, 3),
            "coverage_percent": None if total is None or total.coverage is None else round(100 * total.coverage, 1),
        }
