"""Keeps long-term statistics and emissions current: asks for past months, and writes what is new or was corrected."""

import asyncio
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from hexawatt import HexawattError
from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.event import async_track_utc_time_change
from homeassistant.util import dt as dt_util
from homeassistant.util import slugify

from ..budget import MONTHS_ASKED_EVERY
from ..const import CONF_ENERGY_SENSORS, CONF_HISTORY_MONTHS, DEFAULT_HISTORY_MONTHS, DOMAIN, LOGGER
from .emissions import HourEmissions, accumulate, compute_emissions
from .grid_statistics import choose_text, write_month
from .months import Month, begin_of_month, list_earlier_months
from .recorder_rows import describe_emissions, has_recorder, read_energy, read_meter_before, write_meter

if TYPE_CHECKING:
    from ..coordinator import HexawattConfigEntry, HexawattCoordinator

RUN_AT_MINUTES = range(11, 20)
"""The recorder has written the statistics of the hour before by then. Each home has its own minute and second."""


class HistoryKeeper:
    """Realised months, what they wrote into the recorder, and the emissions of the energy sensors."""

    def __init__(self, hass: HomeAssistant, entry: HexawattConfigEntry, coordinator: HexawattCoordinator) -> None:
        self._hass = hass
        self._entry = entry
        self._coordinator = coordinator
        self._lock = asyncio.Lock()
        self._asked_at: datetime | None = None
        self._minute, self._second = random.choice(RUN_AT_MINUTES), random.randrange(60)  # noqa: S311 (no secret)
        self._listeners: list[CALLBACK_TYPE] = []
        self.energy_sensors: tuple[str, ...] = tuple(entry.options.get(CONF_ENERGY_SENSORS, ()))
        self.months: dict[datetime, Month] = {}
        """Held months by their start."""
        self.emissions: dict[str, list[HourEmissions]] = {}
        """Hours of each energy sensor, from the start of the earliest month that was computed last."""

    @callback
    def async_start(self) -> None:
        """Runs at once, whenever new hours arrive, and once an hour for the energy sensors."""
        if not has_recorder(self._hass):
            return
        self._entry.async_on_unload(self._coordinator.async_add_listener(self._handle_update))
        self._entry.async_on_unload(
            async_track_utc_time_change(self._hass, self._run_hourly, minute=self._minute, second=self._second)
        )
        self._start_run()

    @callback
    def async_add_listener(self, listener: CALLBACK_TYPE) -> Callable[[], None]:
        """Calls a listener after each run, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @callback
    def _handle_update(self) -> None:
        hours = self._coordinator.data.hours
        if hours is not None and self.months.get(hours.from_) != Month.read(hours):
            self._start_run()

    async def _run_hourly(self, _now: datetime) -> None:
        await self.async_run()

    @callback
    def _start_run(self) -> None:
        self._entry.async_create_background_task(self._hass, self.async_run(), f"{DOMAIN} history")

    async def async_run(self) -> None:
        """Asks for what is due and writes what changed; one run at a time."""
        async with self._lock:
            now = dt_util.utcnow()
            changed = [*self._take_present_month(), *await self._ask_for_months(now)]
            if self._writes_grid_statistics:
                for month in changed:
                    written = await write_month(self._hass, month)
                    LOGGER.debug("Statistics of the month from %s: %d rows written", month.start, written)
            begin = self._find_begin(now, changed)
            if begin is not None:
                for energy_sensor in self.energy_sensors:
                    await self._count_emissions(energy_sensor, begin)
        for listener in self._listeners:
            listener()

    @property
    def _writes_grid_statistics(self) -> bool:
        """Only the first entry writes: the grid is the same for all, and a statistic has one writer."""
        first = self._hass.config_entries.async_entries(DOMAIN, include_ignore=False, include_disabled=False)[0]
        return first.entry_id == self._entry.entry_id and self._months_kept > 0

    @property
    def _months_kept(self) -> int:
        return int(self._entry.options.get(CONF_HISTORY_MONTHS, DEFAULT_HISTORY_MONTHS))

    def _take_present_month(self) -> list[Month]:
        hours = self._coordinator.data.hours
        return [] if hours is None else self._keep(Month.read(hours))

    async def _ask_for_months(self, now: datetime) -> list[Month]:
        """Past months that are new or were corrected: once a day, and at the turn of the month."""
        if (
            self._asked_at is not None
            and begin_of_month(self._asked_at) == begin_of_month(now)
            and now - self._asked_at < MONTHS_ASKED_EVERY
        ):
            return []
        changed: list[Month] = []
        try:
            for name in list_earlier_months(now, self._months_kept):
                changed += self._keep(Month.read((await self._coordinator.client.hours(name)).data))
        except HexawattError as error:
            # The months that arrived are used; the others are asked for in the next hour.
            LOGGER.debug("No answer about a past month: %s", error)
        else:
            self._asked_at = now
        return changed

    def _keep(self, month: Month) -> list[Month]:
        """The month if it is not the held one."""
        if not month.hours or self.months.get(month.start) == month:
            return []
        self.months[month.start] = month
        return [month]

    def _find_begin(self, now: datetime, changed: list[Month]) -> datetime | None:
        """
        Where emissions are computed from: the month before this one, since meters may be late, or a corrected month.

        Never before the first held month: without its intensities, emissions that were known would become unknown.
        """
        last_month = begin_of_month(begin_of_month(now) - timedelta(days=1))
        begin = min([last_month, *(month.start for month in changed)])
        return max(begin, min(self.months)) if self.months else None

    async def _count_emissions(self, energy_sensor: str, begin: datetime) -> None:
        """Computes the emissions again from an instant on: energy and intensities may be late or corrected."""
        intensities = {start: hour.production for month in self.months.values() for start, hour in month.hours.items()}
        hours = compute_emissions(await read_energy(self._hass, energy_sensor, begin), intensities)
        self.emissions[energy_sensor] = hours
        metadata = describe_emissions(f"emissions_{slugify(energy_sensor)}", self._name_emissions(energy_sensor))
        before_kg = await read_meter_before(self._hass, metadata["statistic_id"], begin)
        await write_meter(self._hass, metadata, accumulate(hours, before_kg))

    def _name_emissions(self, energy_sensor: str) -> str:
        return choose_text(self._hass, "CO₂ de {}", "CO₂ of {}").format(name_of_sensor(self._hass, energy_sensor))


def name_of_sensor(hass: HomeAssistant, statistic_id: str) -> str:
    """What the home calls a meter; its id where that is not known, as of a statistic without an entity."""
    if (state := hass.states.get(statistic_id)) is not None:
        return state.name
    registered = er.async_get(hass).async_get(statistic_id)
    return (registered and (registered.name or registered.original_name)) or statistic_id
