"""A product of recorded versions at the frozen time; without a recorded day these tests are not collected."""

import json
import logging
import os
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from datetime import datetime
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import override

import pytest
from aiohttp import web
from homeassistant.components.recorder.core import Recorder
from homeassistant.util import dt as dt_util

from ..gate import Gate
from .recorded_day import RecordedDay, lay_out_month, move

RECORDED_DAY = os.environ.get("HEXAWATT_RECORDED_DAY")
collect_ignore = [] if RECORDED_DAY else ["test_traffic.py"]

OPERATIONS = {
    "/v1/outlook": "outlook",
    "/v1/export/evcc": "prices",
    "/v1/tariff/outlook": "colors",
    "/v1/grid/status": "signals",
    "/v1/score": "score",
    "/api/hours": "hours",
}


class ReplayedProduct(Gate):
    """Answers as the product did on the recorded day: bodies moved to the present day, versions as then."""

    def __init__(self, day: RecordedDay) -> None:
        super().__init__("")
        self._move = cache(move)
        self._day = day
        self.corrections: dict[str, float] = {}
        """Production intensity of the first hour of a month by `YYYY-MM`, as a publisher corrects it."""
        self.answers: Counter[tuple[str, int]] = Counter()
        self.minutes_with_key: Counter[datetime] = Counter()
        self.minutes_without_key: Counter[datetime] = Counter()

    @override
    async def _answer(self, request: web.Request) -> web.StreamResponse:
        response = await super()._answer(request)
        minute = dt_util.utcnow().replace(second=0, microsecond=0)
        has_key = "x-api-key" in request.headers
        self.minutes_with_key[minute] += has_key
        self.minutes_without_key[minute] += not has_key
        name = OPERATIONS[request.path] + (" (past)" if "month" in request.query else "")
        self.answers[(name, response.status if self.is_open else 0)] += 1
        return response

    @override
    async def _respond(self, request: web.Request) -> web.Response:
        if any(request.path.startswith(prefix) for prefix in self.refusals):
            return await super()._respond(request)
        operation = OPERATIONS[request.path]
        month = request.query.get("month")
        version, moved = self._day.find(operation, dt_util.utcnow())
        if operation == "hours":
            laid_out = lay_out_month(self._day.versions[operation][-1].body, version.body, month, dt_util.utcnow())
            if month in self.corrections:
                laid_out["productionGCo2PerKwh"][0] = self.corrections[month]
            body = json.dumps(laid_out)
            tag = f'W/"{sha256(body.encode()).hexdigest()}"'
        else:
            body = self._move(version.body, moved)
            tag = f'W/"{operation}-{version.at.timestamp():.0f}-{moved.total_seconds():.0f}"'
        is_known = request.headers.get("if-none-match") == tag
        return web.Response(
            status=HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK,
            text=None if is_known else body,
            headers={
                "etag": tag,
                "cache-control": version.headers["cache-control"],
                "x-data-mode": version.headers["x-data-mode"],
            },
            content_type="application/json",
        )


@pytest.fixture(autouse=True)
def _quiet() -> Generator[None]:
    """Lines about each statement and request take time, and would hide what failed."""
    logging.disable(logging.INFO)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def recorder_config() -> dict[str, object]:
    """States are not recorded: they make no requests and take more time than all else. Statistics are."""
    return {"exclude": {"domains": ["binary_sensor", "calendar", "sensor"]}}


@pytest.fixture(autouse=True)
def _custom_integrations(recorder_mock: Recorder, enable_custom_integrations: None) -> None:
    """The recorder starts before Home Assistant does."""


@pytest.fixture
async def product() -> AsyncGenerator[ReplayedProduct]:
    """The replayed product, listening."""
    assert RECORDED_DAY is not None
    replayed = ReplayedProduct(RecordedDay.read(Path(RECORDED_DAY)))
    await replayed.start()
    yield replayed
    await replayed.stop()
