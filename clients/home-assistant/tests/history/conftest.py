"""A Home Assistant with the real recorder, and a product whose past can be corrected."""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from datetime import datetime, timedelta
from hashlib import sha256
from http import HTTPStatus
from typing import Any

import pytest
from aiohttp import web
from homeassistant.components.recorder.core import Recorder
from homeassistant.components.recorder.statistics import statistics_during_period
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.core import HomeAssistant
from homeassistant.helpers.recorder import get_instance
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.components.recorder.common import async_wait_recording_done

from custom_components.hexawatt.const import DOMAIN
from custom_components.hexawatt.history.emissions import HOUR
from custom_components.hexawatt.history.months import begin_of_day

from ..conftest import PRODUCT
from ..gate import Gate

# Thousands of statements of a test would hide what failed.
logging.getLogger("sqlalchemy.engine").setLevel(logging.WARNING)

type Correction = Callable[[dict[str, Any]], None]


@pytest.fixture(autouse=True)
def _custom_integrations(recorder_mock: Recorder, enable_custom_integrations: None) -> None:
    """The recorder starts before Home Assistant does."""


COLUMNS = ("hours", "productionGCo2PerKwh", "consumptionGCo2PerKwh", "directGCo2PerKwh", "eurPerMwh", "tempoColor")
KEPT_HOURS = 96


def shorten(month: dict[str, Any]) -> None:
    """Keeps the first four days of a month and the last two, so that the recorder has few rows to write."""
    for column in COLUMNS:
        values = month[column]
        if len(values) > 2 * KEPT_HOURS:
            month[column] = values[:KEPT_HOURS] + values[-KEPT_HOURS // 2 :]


def complete(month: dict[str, Any], now: datetime) -> None:
    """
    Gives each hour of a month, until today's end, intensities and a price: those of the product where it has them.

    A product that was just started has a short history, and just after midnight there is no hour of today.
    """
    end_of_today = begin_of_day(begin_of_day(now) + timedelta(hours=36))
    hour, end = datetime.fromisoformat(month["from"]), min(datetime.fromisoformat(month["to"]), end_of_today)
    known = {name: index for index, name in enumerate(month["hours"])}
    names = []
    while hour < end:
        names.append(f"{hour:%Y-%m-%dT%H:%M:%SZ}")
        hour += HOUR
    for column in COLUMNS[1:]:
        values = month[column]
        month[column] = [values[known[name]] if name in known else None for name in names]
    month["hours"] = names
    for column in ("productionGCo2PerKwh", "consumptionGCo2PerKwh", "eurPerMwh"):
        month[column] = [20.0 + index % 24 if value is None else value for index, value in enumerate(month[column])]


class Publisher(Gate):
    """The product behind a gate that completes months and corrects them, as a publisher does, and shortens them."""

    def __init__(self, upstream: str) -> None:
        super().__init__(upstream)
        # Corrections of a month by `YYYY-MM`; that of the present month by no name.
        self.corrections: dict[str, Correction] = {}
        # Whether months are answered as the product has them.
        self.is_exact = False
        self.months: Counter[tuple[str, int]] = Counter()

    async def _respond(self, request: web.Request) -> web.Response:
        if request.path != "/api/hours":
            return await super()._respond(request)
        name = request.query.get("month", "")
        tag = request.headers.get("If-None-Match")
        answer = await self._client.get(f"{self.upstream}{request.path_qs}", headers={"x-forwarded-for": self._address})
        body = answer.json()
        if not self.is_exact:
            complete(body, dt_util.utcnow())
            shorten(body)
        if (correction := self.corrections.get(name)) is not None:
            correction(body)
        data = json.dumps(body).encode()
        etag = f'W/"{sha256(data).hexdigest()}"'
        status = HTTPStatus.NOT_MODIFIED if tag == etag else HTTPStatus.OK
        self.months[(name, status)] += 1
        return web.Response(
            status=status,
            body=data if status == HTTPStatus.OK else b"",
            headers={"etag": etag, "cache-control": "public, max-age=300"},
            content_type="application/json",
        )


@pytest.fixture
async def gate(api_key: str) -> AsyncGenerator[Publisher]:
    """The product behind a gate that can correct its past."""
    gate = Publisher(PRODUCT)
    await gate.start()
    yield gate
    await gate.stop()


@pytest.fixture
def entry(hass: HomeAssistant, gate: Publisher, api_key: str) -> MockConfigEntry:
    """An entry that imports the last two months, not started yet."""
    made = MockConfigEntry(
        domain=DOMAIN,
        title="Hexawatt",
        data={CONF_URL: gate.url, CONF_API_KEY: api_key},
        options={"tariff": "tempo", "subscribed_kva": 9, "history_months": 2},
    )
    made.add_to_hass(hass)
    return made


@pytest.fixture
async def started(hass: HomeAssistant, entry: MockConfigEntry) -> MockConfigEntry:
    """The entry in a running Home Assistant, with its past imported."""
    await hass.config.async_set_time_zone("Europe/Paris")
    assert await hass.config_entries.async_setup(entry.entry_id)
    await settle(hass, entry)
    return entry


async def read_statistics(hass: HomeAssistant, statistic_id: str, begin: datetime) -> dict[datetime, dict[str, Any]]:
    """The rows of a statistic by their start, from the real recorder."""
    await async_wait_recording_done(hass)
    rows = await get_instance(hass).async_add_executor_job(
        statistics_during_period, hass, begin, None, {statistic_id}, "hour", None, {"mean", "sum", "state", "change"}
    )
    return {datetime.fromtimestamp(row["start"], begin.tzinfo): dict(row) for row in rows.get(statistic_id, [])}


async def settle(hass: HomeAssistant, entry: MockConfigEntry) -> None:
    """Waits until the keeper and the recorder are done."""
    await hass.async_block_till_done(wait_background_tasks=True)
    await asyncio.wait_for(entry.runtime_data.history.async_run(), 60)
    await async_wait_recording_done(hass)
