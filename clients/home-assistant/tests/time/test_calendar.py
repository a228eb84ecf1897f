"""The calendars list white and red days of Tempo, published or probable, and the windows of the loads."""

from datetime import UTC, datetime, timedelta

import pytest
from freezegun.api import FrozenDateTimeFactory
from hexawatt.models.grid import TariffOutlook
from homeassistant.components.calendar.const import DOMAIN as CALENDAR
from homeassistant.core import HomeAssistant
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.hexawatt.calendar import TempoCalendar
from custom_components.hexawatt.coordinator import HexawattData
from custom_components.hexawatt.event_texts import describe_color, describe_window
from custom_components.hexawatt.history.months import HourValues, Month
from custom_components.hexawatt.planning.windows import BestWindow, Window

TEMPO = "calendar.hexawatt_jours_tempo"
WINDOWS = "calendar.hexawatt_meilleurs_creneaux"


def make_day(date: str, color: str | None, white: float, red: float) -> dict[str, object]:
    """A day of the outlook of the winter."""
    start = datetime.fromisoformat(f"{date}T05:00:00+00:00")
    return {
        "date": date,
        "from": start.isoformat(),
        "to": (start + timedelta(days=1)).isoformat(),
        "color": color,
        "status": "forecast" if color is None else "published",
        "probabilities": {"blue": 1 - white - red, "white": white, "red": red},
        "prices": None,
    }


@pytest.fixture
def outlook() -> TariffOutlook:
    """A published red day, a probable white one, and an improbable one."""
    return TariffOutlook.model_validate(
        {
            "issuedAt": "2026-02-03T12:00:00Z",
            "variant": "A",
            "stock": {"whiteLeft": 10, "redLeft": 3},
            "days": [
                make_day("2026-02-03", "Rouge", 0, 1),
                make_day("2026-02-04", "Bleu", 0, 0),
                make_day("2026-02-05", None, 0.5, 0.25),
                make_day("2026-02-06", None, 0.1, 0.1),
            ],
            "methodologyVersion": 1,
        }
    )


async def list_events(hass: HomeAssistant, entity_id: str, begin: datetime, end: datetime) -> list[dict[str, str]]:
    """Events as an automation asks for them."""
    answer = await hass.services.async_call(
        CALENDAR,
        "get_events",
        {"entity_id": entity_id, "start_date_time": begin, "end_date_time": end},
        blocking=True,
        return_response=True,
    )
    assert answer is not None
    events: list[dict[str, str]] = answer[entity_id]["events"]  # type: ignore[call-overload, index, assignment]
    return events


async def test_white_and_red_days_are_events_from_six_to_six_and_forecasts_carry_their_probability(
    hass: HomeAssistant, started: MockConfigEntry, freezer: FrozenDateTimeFactory, outlook: TariffOutlook
) -> None:
    now = datetime(2026, 2, 3, 18, 20, tzinfo=UTC)
    freezer.move_to(now)
    coordinator = started.runtime_data
    # The colours of each hour of the first days of the month; the second day is white.
    start = datetime(2026, 1, 31, 23, tzinfo=UTC)
    hours = {
        start + timedelta(hours=index): HourValues(30, 40, 0.1, "Blanc" if 30 <= index < 54 else "Bleu")
        for index in range(66)
    }
    coordinator.history.months = {start: Month(start, False, hours)}
    coordinator.async_set_updated_data(HexawattData(tariff_outlook=outlook, fetched_at=now))
    await hass.async_block_till_done()
    events = await list_events(hass, TEMPO, now - timedelta(days=7), now + timedelta(days=9))
    assert [
        (event["start"], event["end"], event["summary"].replace("\u202f", " ").replace("\u00a0", " "))
        for event in events
    ] == [
        ("2026-02-02T06:00:00+01:00", "2026-02-03T06:00:00+01:00", "Jour Tempo blanc"),
        ("2026-02-03T06:00:00+01:00", "2026-02-04T06:00:00+01:00", "Jour Tempo rouge"),
        ("2026-02-05T06:00:00+01:00", "2026-02-06T06:00:00+01:00", "Jour Tempo blanc, prévision (50 %)"),
    ]
    state = hass.states.get(TEMPO)
    assert state is not None
    assert (state.state, state.attributes["message"]) == ("on", "Jour Tempo rouge")
    assert await list_events(hass, TEMPO, now + timedelta(days=4), now + timedelta(days=9)) == []


async def test_the_calendar_of_tempo_is_switched_on_by_a_tempo_contract_only(
    hass: HomeAssistant, entry: MockConfigEntry
) -> None:
    hass.config_entries.async_update_entry(entry, options={**entry.options, "tariff": "base"})
    assert await hass.config_entries.async_setup(entry.entry_id)
    assert hass.states.get(TEMPO) is None
    assert hass.states.get(WINDOWS) is not None
    hass.config_entries.async_update_entry(entry, options={**entry.options, "tariff": "tempo"})
    await hass.async_block_till_done(wait_background_tasks=True)
    assert hass.states.get(TEMPO) is not None


async def test_the_days_of_the_product_are_events(hass: HomeAssistant, started: MockConfigEntry) -> None:
    now = dt_util.utcnow()
    outlook = started.runtime_data.data.tariff_outlook
    published = [day for day in outlook.days if day.color in {"Blanc", "Rouge"}]
    events = await list_events(hass, TEMPO, now - timedelta(days=1), now + timedelta(days=10))
    starts = {dt_util.parse_datetime(event["start"]) for event in events}
    assert {day.from_ for day in published} <= starts


async def test_a_day_lasts_23_or_25_hours_where_the_clock_changes(
    hass: HomeAssistant, started: MockConfigEntry
) -> None:
    start = datetime(2026, 10, 24, 4, tzinfo=UTC)
    hours = {start + timedelta(hours=index): HourValues(30, 40, 0.1, "Rouge") for index in range(25)}
    started.runtime_data.history.months = {start: Month(start, False, hours)}
    calendar = hass.data[CALENDAR].get_entity(TEMPO)
    assert isinstance(calendar, TempoCalendar)
    events = await calendar.async_get_events(hass, start, start + timedelta(hours=30))
    assert [event.end_datetime_local - event.start_datetime_local for event in events] != []
    assert (events[0].end_datetime_local.astimezone(UTC) - start) == timedelta(hours=25)


async def test_best_windows_are_events_and_stay_after_they_have_passed(
    hass: HomeAssistant, started: MockConfigEntry
) -> None:
    now = dt_util.utcnow()
    held = {load.title: load for load in started.runtime_data.windows.by_id.values()}
    begun = Window(now - timedelta(hours=3), now - timedelta(hours=1), 0.2, 30, 0.18, 27, 61)
    held["Ballon"].past.append(BestWindow(begun, None))
    events = await list_events(hass, WINDOWS, now - timedelta(days=1), now + timedelta(days=2))
    assert events[0]["summary"] == "Ballon"
    assert events[0]["description"] == "18,0 ct/kWh en moyenne, 27 g de CO₂ par kWh, note 61 sur 100"
    assert [event["summary"] for event in events].count("Ballon") == 2
    assert {event["summary"] for event in events} == {"Lave-vaisselle", "Voiture", "Ballon"}


def test_texts_are_in_the_language_of_the_home_and_leave_out_what_is_unknown() -> None:
    now = datetime(2026, 2, 3, tzinfo=UTC)
    window = Window(now, now, None, None, None, None, 61.4)
    assert describe_window("fr", BestWindow(window, None)) == "note 61 sur 100"
    assert (
        describe_window("en-GB", BestWindow(Window(now, now, 1, 1, 0.2, None, None), None)) == "20.0 ct/kWh on average"
    )
    assert describe_color("en", "red", None) == (
        "Tempo red day",
        "Published colour, from 06:00 to 06:00 of the next day.",
    )
    assert describe_color("de", "white", 0.4)[0] == "Tempo white day, forecast (40%)"
