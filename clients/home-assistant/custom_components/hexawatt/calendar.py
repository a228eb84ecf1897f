"""Calendars: days of Tempo that are dear, and best windows of the loads."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import override

from homeassistant.components.calendar import CalendarEntity, CalendarEvent
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.util import dt as dt_util

from .const import SUBENTRY_LOAD, TARIFF_TEMPO
from .coordinator import HexawattConfigEntry, HexawattCoordinator
from .entity import HexawattEntity, enable_entities
from .event_texts import describe_color, describe_window
from .history.months import list_tariff_days
from .planning.windows import BestWindow
from .tempo import TEMPO_STATES, probabilities

PARALLEL_UPDATES = 0

TEMPO_CALENDAR = "tempo_days"
NAMED_COLORS = ("white", "red")
LEAST_PROBABILITY = 0.2
"""A forecast of a white or red day is an event from this probability on."""


async def async_setup_entry(
    hass: HomeAssistant, entry: HexawattConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Adds the calendars of the entry; that of the loads where there are any."""
    coordinator = entry.runtime_data
    if coordinator.contract.tariff == TARIFF_TEMPO:
        enable_entities(hass, entry, Platform.CALENDAR, [TEMPO_CALENDAR])
    async_add_entities([TempoCalendar(coordinator)])
    if entry.get_subentries_of_type(SUBENTRY_LOAD):
        async_add_entities([WindowCalendar(coordinator)])


class HexawattCalendar(HexawattEntity, CalendarEntity):
    """A calendar whose events follow from what is held."""

    def list_events(self, begin: datetime) -> Iterable[CalendarEvent]:
        """The known events that end after an instant, and maybe earlier ones, in order of time."""
        raise NotImplementedError

    @property
    @override
    def event(self) -> CalendarEvent | None:
        """The present event, else the next one."""
        now = dt_util.utcnow()
        return next((event for event in self.list_events(now) if event.end_datetime_local > now), None)

    @override
    async def async_get_events(
        self, hass: HomeAssistant, start_date: datetime, end_date: datetime
    ) -> list[CalendarEvent]:
        return [
            event
            for event in self.list_events(start_date)
            if event.end_datetime_local > start_date and event.start_datetime_local < end_date
        ]


class TempoCalendar(HexawattCalendar):
    """White and red days from 06:00 to 06:00 in Paris: those that are published, and those that are probable."""

    def __init__(self, coordinator: HexawattCoordinator) -> None:
        super().__init__(coordinator, TEMPO_CALENDAR)
        self._attr_entity_registry_enabled_default = coordinator.contract.tariff == TARIFF_TEMPO

    @override
    def list_events(self, begin: datetime) -> Iterable[CalendarEvent]:
        outlook = self.coordinator.data.tariff_outlook
        days = [] if outlook is None else outlook.days
        until = days[0].from_ if days else dt_util.utcnow()
        # Months have hundreds of hours: they are read for the past only, not at each change of the state.
        if begin < until:
            yield from self._list_past(until)
        for day in days:
            shares = probabilities(day)
            color = TEMPO_STATES.get(day.color) if day.color is not None else max(NAMED_COLORS, key=shares.__getitem__)
            probability = None if day.color is not None else shares[color or ""]
            if color in NAMED_COLORS and (probability is None or probability >= LEAST_PROBABILITY):
                yield self._make_event(color, day.from_, day.to, probability)

    def _list_past(self, until: datetime) -> Iterator[CalendarEvent]:
        """The days of the held months that began before the outlook does."""
        for day in list_tariff_days(self.coordinator.history.months.values()):
            color = TEMPO_STATES.get(day.color)
            if color in NAMED_COLORS and day.start < until:
                yield self._make_event(color, day.start, day.end, None)

    def _make_event(self, color: str, start: datetime, end: datetime, probability: float | None) -> CalendarEvent:
        summary, description = describe_color(self.hass.config.language, color, probability)
        return CalendarEvent(
            start=dt_util.as_local(start),
            end=dt_util.as_local(end),
            summary=summary,
            description=description,
            uid=f"tempo-{start:%Y%m%dT%H%M}",
        )


class WindowCalendar(HexawattCalendar):
    """Best windows of the loads: the present ones, and those that have passed since the start of Home Assistant."""

    def __init__(self, coordinator: HexawattCoordinator) -> None:
        super().__init__(coordinator, "best_windows")

    @override
    def list_events(self, begin: datetime) -> Iterable[CalendarEvent]:
        return sorted(
            (
                self._make_event(key, held.title, best)
                for key, held in self.coordinator.windows.by_id.items()
                for best in (*held.past, held.window.best)
                if best is not None
            ),
            key=lambda event: event.start_datetime_local,
        )

    def _make_event(self, key: str, title: str, best: BestWindow) -> CalendarEvent:
        return CalendarEvent(
            start=dt_util.as_local(best.window.start),
            end=dt_util.as_local(best.window.end),
            summary=title,
            description=describe_window(self.hass.config.language, best),
            uid=f"{key}-{best.window.start:%Y%m%dT%H%M}",
        )
