"""Entities of a load: when its best window begins, and whether it is in it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, override

from homeassistant.components.binary_sensor import BinarySensorEntity
from homeassistant.components.sensor import SensorDeviceClass, SensorEntity
from homeassistant.config_entries import ConfigSubentry
from homeassistant.helpers.restore_state import ExtraStoredData, RestoredExtraData, RestoreEntity
from homeassistant.util import dt as dt_util

from .coordinator import HexawattCoordinator
from .entity import HexawattLoadEntity
from .planning.held_windows import HeldLoad
from .planning.windows import BestWindow, Window

_TIMES = ("start", "end")


class BestWindowStart(HexawattLoadEntity, SensorEntity, RestoreEntity):
    """Start of the best window of the next 24 hours; of the present one while it lasts."""

    _attr_device_class = SensorDeviceClass.TIMESTAMP

    def __init__(self, coordinator: HexawattCoordinator, subentry: ConfigSubentry) -> None:
        super().__init__(coordinator, subentry, "best_window_start")
        self._held = coordinator.windows.by_id[subentry.subentry_id]

    @override
    async def async_added_to_hass(self) -> None:
        """Takes over a window that had begun before the restart."""
        await super().async_added_to_hass()
        if (stored := await self.async_get_last_extra_data()) is not None:
            self._held.window.restore(_read_best(stored.as_dict()), dt_util.utcnow())
            # The binary sensor of the load and the calendar may have been added before.
            self.coordinator.async_update_listeners()

    @property
    @override
    def extra_restore_state_data(self) -> ExtraStoredData | None:
        best = self._held.window.best
        return None if best is None else RestoredExtraData(_write_best(best))

    @property
    @override
    def native_value(self) -> datetime | None:
        best = self._held.window.best
        return None if best is None else best.window.start

    @property
    @override
    def extra_state_attributes(self) -> Mapping[str, Any] | None:
        load = self._held.window.load
        best = self._held.window.best
        if best is None:
            return {"objective": load.objective, "energy_kwh": load.energy_kwh}
        window = best.window
        return {
            "end": window.end,
            "duration_minutes": round((window.end - window.start).total_seconds() / 60),
            "objective": load.objective,
            "energy_kwh": load.energy_kwh,
            "mean_price_eur_per_kwh": _round(window.price_eur_per_kwh, 5),
            "mean_intensity_g_per_kwh": _round(window.carbon_g_per_kwh, 2),
            "mean_score": _round(window.score, 1),
            "cost_eur": _round(window.cost_eur, 4),
            "emissions_g": _round(window.emissions_g, 1),
            "saved_eur_vs_now": _round(best.saved_eur, 4),
            "saved_g_vs_now": _round(best.saved_g, 1),
        }


class InBestWindow(HexawattLoadEntity, BinarySensorEntity):
    """On while the load is in its best window."""

    def __init__(self, coordinator: HexawattCoordinator, subentry: ConfigSubentry) -> None:
        super().__init__(coordinator, subentry, "in_best_window")
        self._held: HeldLoad = coordinator.windows.by_id[subentry.subentry_id]

    @property
    @override
    def is_on(self) -> bool | None:
        return self._held.window.is_in_window(dt_util.utcnow())


def _round(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _write_best(best: BestWindow) -> dict[str, Any]:
    return {
        "window": _write_window(best.window),
        "start_now": None if best.start_now is None else _write_window(best.start_now),
    }


def _write_window(window: Window) -> dict[str, Any]:
    values = {name: getattr(window, name) for name in Window.__slots__}
    return values | {name: values[name].isoformat() for name in _TIMES}


def _read_best(stored: Mapping[str, Any]) -> BestWindow:
    at_once = stored["start_now"]
    return BestWindow(_read_window(stored["window"]), None if at_once is None else _read_window(at_once))


def _read_window(stored: Mapping[str, Any]) -> Window:
    return Window(**{**stored, **{name: datetime.fromisoformat(stored[name]) for name in _TIMES}})
