"""What a stream of events says, and how long to wait before it is opened again."""

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal, TypeAlias, cast

import httpx
from pydantic import SecretStr

from hexawatt._transfer.lines import EventFields
from hexawatt._transfer.refusals import read_refusal
from hexawatt._transfer.retries import can_pass
from hexawatt.answer import read_facts
from hexawatt.errors import HexawattConnectionError, HexawattError, HexawattProblem
from hexawatt.models import CarbonConsumption, CarbonIntensity, EnergyScore, GridStatus, Outlook, TariffToday
from hexawatt.request import can_repeat, read_data
from hexawatt.settings import MAX_SECONDS
from hexawatt.streamed import (
    CarbonEvent,
    ConsumptionEvent,
    ContractPrice,
    EventKind,
    GridEvent,
    LiveEvent,
    OutlookEvent,
    PricesEvent,
    ScoreEvent,
    TariffEvent,
)

OutlookHours: TypeAlias = Literal[24, 48, 72]

MAX_LINE_BYTES = 1024 * 1024
"""Longest line, and longest event, that is read; an outlook has about 20 000 bytes."""

SILENCE_SECONDS = 45.0
"""Longest silence of a stream: the API sends a comment every 15 s."""

USUAL_RETRY_SECONDS = 3.0
"""Wait before an ended stream is opened again, unless the API asks for another wait."""

MAX_RETRY_SECONDS = 60.0
"""Longest wait after failures in a row, and longest that a stream can ask for."""

_kinds: dict[str, tuple[type[Any], type[Any]]] = {
    "score": (ScoreEvent, EnergyScore),
    "carbon": (CarbonEvent, CarbonIntensity),
    "outlook": (OutlookEvent, Outlook),
    "grid": (GridEvent, GridStatus),
    "tariff": (TariffEvent, TariffToday),
    "prices": (PricesEvent, list[ContractPrice]),
    "consumption": (ConsumptionEvent, CarbonConsumption),
}


@dataclass
class Progress:
    """Where to resume a stream, and how long to wait before."""

    last_event_id: str | None
    retry_seconds: float = USUAL_RETRY_SECONDS
    failures: int = 0
    was_open: bool = False

    def open(self) -> None:
        """Note that the stream is open."""
        self.was_open = True
        self.failures = 0

    def find_wait(self, error: HexawattError | None, random: float) -> float:
        """Return the wait before the stream is opened again, seconds, after an error or its end.

        Raises:
            HexawattError: the error, which waiting for up to a day cannot resolve, or which came before the first
                stream was open.
        """
        if error is not None and (not self.was_open or not can_pass(error)):
            raise error
        if error is not None and error.retry_after_seconds is not None:
            if error.retry_after_seconds > MAX_SECONDS:
                raise error
            wait = float(error.retry_after_seconds)
        elif self.failures == 0:
            wait = self.retry_seconds
        else:
            # Clients that lost the same server must not reconnect together.
            wait = random * min(MAX_RETRY_SECONDS, self.retry_seconds * 2.0 ** min(self.failures, 10))
        self.failures += 1
        return wait

    def read(self, fields: EventFields, response: httpx.Response, api_key: SecretStr | None) -> LiveEvent | None:
        """Return the event of the fields; None for hints and for kinds that this version does not know.

        Raises:
            HexawattProblem: a limit ended the stream.
            HexawattConnectionError: `unexpected_answer`, when the body is not of its kind.
        """
        if fields.retry_seconds is not None:
            self.retry_seconds = min(fields.retry_seconds, MAX_RETRY_SECONDS)
        data = "\n".join(fields.data)
        if fields.event == "limit":
            raise self._read_limit(data, api_key)
        kind = _kinds.get(fields.event)
        if kind is None or data == "":
            return None
        event, body = kind
        read = read_data(body, data, status=response.status_code, headers=response.headers)
        self.last_event_id = fields.id or self.last_event_id
        facts = read_facts(response.headers)
        return cast("LiveEvent", event(data=read, id=self.last_event_id, data_mode=facts.data_mode))

    def _read_limit(self, data: str, api_key: SecretStr | None) -> HexawattProblem | HexawattConnectionError:
        headers = httpx.Headers({"retry-after": str(-int(-self.retry_seconds // 1))})
        return read_refusal(_status_of(data), headers, data.encode(), api_key=api_key, now=datetime.now(timezone.utc))


def _status_of(problem: str) -> int:
    try:
        status = json.loads(problem)["status"]
    except (ValueError, TypeError, LookupError):
        return 429
    return status if isinstance(status, int) and 400 <= status < 600 else 429


def check_kinds(kinds: list[EventKind]) -> None:
    """Refuse kinds that this version cannot read.

    Raises:
        ValueError: a kind is unknown.
    """
    unknown = [kind for kind in kinds if kind not in _kinds]
    if unknown:
        raise ValueError(f"kinds are {', '.join(_kinds)}; received {', '.join(unknown)}.")


def check_last_event_id(last_event_id: str | None) -> None:
    """Refuse an id that no header can hold.

    Raises:
        ValueError: it is not ASCII, has a line end, or is too long.
    """
    if last_event_id is not None and not can_repeat(last_event_id):
        raise ValueError("last_event_id must be the id of an event: one line of ASCII.")
