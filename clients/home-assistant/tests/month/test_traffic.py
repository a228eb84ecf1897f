"""A month of requests, with everything switched on, stays within the budget of the free plan."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

from freezegun.api import FrozenDateTimeFactory
from homeassistant.config_entries import ConfigSubentryData
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import HomeAssistant
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_time_changed
from pytest_homeassistant_custom_component.components.recorder.common import async_wait_recording_done

from custom_components.hexawatt.const import DOMAIN
from custom_components.hexawatt.history.emissions import HOUR

from ..gate import Refusal
from ..history.conftest import read_statistics
from ..history.test_energy_sensor import METER, add_energy
from ..time.conftest import LOADS
from .conftest import RECORDED_DAY, ReplayedProduct

# October in Paris has 31 days and the hour of the clock change.
BEGIN = datetime(2026, 9, 30, 22, tzinfo=UTC)
END = datetime(2026, 10, 31, 23, tzinfo=UTC)
STEP, SHORT_STEP = timedelta(minutes=15), timedelta(minutes=5)
"""Where clocks stop besides the turns of the coordinator; the short one while answers fail."""
RESTARTS = {BEGIN + timedelta(days=days, hours=9, minutes=45) for days in (3, 10, 17, 24)}
OUTAGE = (BEGIN + timedelta(days=12, hours=14), BEGIN + timedelta(days=12, hours=17))
LIMITED = (BEGIN + timedelta(days=20, hours=11), BEGIN + timedelta(days=20, hours=12))
CORRECTED = BEGIN + timedelta(days=8)
CORRECTION = 77.7
REFUSAL = Refusal(429, "rate_limited", {"retry-after": "1200"})

BUDGET = 2400
"""Answers of 200, also those that do not count against the plan."""
MOST_WITH_KEY = 10
"""Requests in a minute that the free plan allows: those of a start, and the same ones in the minute before it."""
MOST_WITHOUT_KEY = 5
"""This month, three past ones, and the one that was asked in the minute before a restart."""
COUNTED = ("outlook", "prices", "colors", "signals", "score")


async def test_a_month_with_everything_on_stays_within_the_budget(
    hass: HomeAssistant, product: ReplayedProduct, freezer: FrozenDateTimeFactory
) -> None:
    # Debug of asyncio takes more time than the month does.
    hass.loop.set_debug(False)
    freezer.move_to(BEGIN)
    await hass.config.async_set_time_zone("Europe/Paris")
    hass.states.async_set(METER, "0", {"friendly_name": "Linky"})
    since = BEGIN - timedelta(days=60)
    add_energy(hass, {since + index * HOUR: 0.4 * index for index in range(int((BEGIN - since) / HOUR))})
    entry = MockConfigEntry(
        domain=DOMAIN,
        title="Hexawatt",
        data={CONF_URL: product.url, CONF_API_KEY: "hxw_0123456789abcdef0123456789abcdef"},
        options={"tariff": "tempo", "subscribed_kva": 9, "history_months": 3, "energy_sensors": [METER]},
        subentries_data=[
            ConfigSubentryData(data=data, subentry_type="load", title=title, unique_id=None)
            for title, data in LOADS.items()
        ],
    )
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)

    async def move_to(at: datetime) -> None:
        freezer.move_to(at)
        async_fire_time_changed(hass, at)
        await hass.async_block_till_done(wait_background_tasks=True)

    now = BEGIN
    while (now := now + choose_step(now)) <= END:
        while (turn := find_turn(entry)) is not None and turn < now:
            await move_to(turn)
        product.is_open = not OUTAGE[0] <= now < OUTAGE[1]
        product.refusals = {"/v1/": REFUSAL} if LIMITED[0] <= now < LIMITED[1] else {}
        if now >= CORRECTED:
            product.corrections = {"2026-09": CORRECTION}
        if now.minute == 0:
            add_energy(hass, {now - HOUR: 0.4 * ((now - HOUR - since) / HOUR)})
        await move_to(now)
        if now in RESTARTS:
            assert await hass.config_entries.async_reload(entry.entry_id)
            await hass.async_block_till_done(wait_background_tasks=True)
    await async_wait_recording_done(hass)

    state = hass.states.get("sensor.hexawatt_score")
    assert state is not None
    assert state.state.isdigit()
    rows = await read_statistics(hass, "hexawatt:carbon_intensity_production", datetime(2026, 8, 31, 22, tzinfo=UTC))
    assert next(iter(rows.values()))["mean"] == CORRECTION

    counted = sum(product.answers[(operation, 200)] for operation in COUNTED)
    unchanged = sum(product.answers[(operation, 304)] for operation in COUNTED)
    write_figures(f"{make_table(product)}\n\n{make_summary(product, counted, unchanged)}\n")
    # A forecast in each hour but those of the outage and of the limit, and other answers: the whole month was lived.
    assert counted >= 31 * 24
    assert sum(n for (_, status), n in product.answers.items() if status == HTTPStatus.OK) <= BUDGET
    assert max(product.minutes_with_key.values()) <= MOST_WITH_KEY
    assert max(product.minutes_without_key.values()) <= MOST_WITHOUT_KEY


def choose_step(now: datetime) -> timedelta:
    """How far the clocks move at most."""
    return SHORT_STEP if any(begin - HOUR <= now < end + HOUR for begin, end in (OUTAGE, LIMITED)) else STEP


def find_turn(entry: MockConfigEntry) -> datetime | None:
    """When the coordinator asks next, with two seconds for its timer; None where that is in the past."""
    turn = min(entry.runtime_data.budget._due.values()) + timedelta(seconds=2)
    return turn if turn > dt_util.utcnow() else None


def write_figures(text: str) -> None:
    """Write the measured figures next to the recorded day, where month.test.ts reads them."""
    Path(f"{RECORDED_DAY}.md").write_text(text)


def make_summary(product: ReplayedProduct, counted: int, unchanged: int) -> str:
    """The figures that the pages name."""
    with_key = max(product.minutes_with_key.values())
    without_key = max(product.minutes_without_key.values())
    share = unchanged / (counted + unchanged)
    most = f"in a minute {with_key} with the key, {without_key} without"
    return f"{counted} counted of 200, {unchanged} of 304 ({share:.0%}); {most}"


def make_table(product: ReplayedProduct) -> str:
    """Answers of each operation, as a table; other answers are those of the limit and of the outage."""
    rows = ["| operation | 200 | 304 | other |", "|---|---|---|---|"]
    for operation in (*COUNTED, "hours", "hours (past)"):
        statuses = {status: n for (known, status), n in product.answers.items() if known == operation}
        other = sum(n for status, n in statuses.items() if status not in (200, 304))
        rows.append(f"| {operation} | {statuses.get(200, 0)} | {statuses.get(304, 0)} | {other} |")
    return "\n".join(rows)
