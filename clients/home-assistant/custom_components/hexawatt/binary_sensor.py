"""Whether this is a good time to run what can wait."""

from typing import Any, override

from homeassistant.components.binary_sensor import BinarySensorEntity
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.restore_state import RestoreEntity

from .const import CONF_GOOD_ABOVE, CONF_GOOD_BELOW, DEFAULT_GOOD_ABOVE, DEFAULT_GOOD_BELOW, SUBENTRY_LOAD
from .coordinator import HexawattConfigEntry, HexawattCoordinator
from .entity import HexawattEntity
from .load_entities import InBestWindow

PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant, entry: HexawattConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Adds the binary sensors of the entry and of its loads."""
    coordinator = entry.runtime_data
    async_add_entities([GoodTime(coordinator)])
    for load in entry.get_subentries_of_type(SUBENTRY_LOAD):
        async_add_entities([InBestWindow(coordinator, load)], config_subentry_id=load.subentry_id)


class GoodTime(HexawattEntity, BinarySensorEntity, RestoreEntity):
    """On from one score, off below another: between the two the state stays, so that nothing flaps."""

    def __init__(self, coordinator: HexawattCoordinator) -> None:
        super().__init__(coordinator, "good_time")
        options = coordinator.config_entry.options
        self._above = int(options.get(CONF_GOOD_ABOVE, DEFAULT_GOOD_ABOVE))
        self._below = int(options.get(CONF_GOOD_BELOW, DEFAULT_GOOD_BELOW))
        self._attr_extra_state_attributes: dict[str, Any] = {"on_from": self._above, "off_below": self._below}

    @override
    async def async_added_to_hass(self) -> None:
        """Goes on from the state before the restart: within the band the score alone does not decide."""
        await super().async_added_to_hass()
        last = await self.async_get_last_state()
        if last is not None and last.state in {"on", "off"}:
            self._attr_is_on = last.state == "on"
        self._decide()

    @callback
    @override
    def _handle_coordinator_update(self) -> None:
        self._decide()
        super()._handle_coordinator_update()

    def _decide(self) -> None:
        present = self.coordinator.now
        score = None if present is None else present.score
        if score is None:
            self._attr_is_on = None
        elif score >= self._above:
            self._attr_is_on = True
        elif score < self._below or self._attr_is_on is None:
            self._attr_is_on = False
