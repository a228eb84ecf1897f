"""From a response without data to the error that a call raises."""

import json
import math
import re
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any, cast

from httpx import Headers
from pydantic import SecretStr

from hexawatt.answer import read_request_id
from hexawatt.errors import HexawattConnectionError, HexawattProblem, problem_class

MAX_PROBLEM_BYTES = 64 * 1024
"""Longest problem body that is read; the API's longest has about 4 000 bytes."""

_usual_members = frozenset({"type", "title", "status", "detail", "instance", "code", "error", "traceId"})


def read_refusal(
    status: int, headers: Headers, body: bytes, *, api_key: SecretStr | None, now: datetime
) -> HexawattProblem | HexawattConnectionError:
    """Make the error of a refused request: the API's problem, or an unexpected response of another server.

    The key is removed from the texts of the response, because an error may be logged.
    """

    def hide_key(text: str) -> str:
        return text if api_key is None else text.replace(api_key.get_secret_value(), "…")

    problem = _parse_object(hide_key(body.decode("utf-8", "replace")))
    received_id = read_request_id(headers)
    request_id = None if received_id is None else hide_key(received_id)
    retry_after_seconds = read_retry_after(headers, now)
    if problem is None or not isinstance(problem.get("code"), str):
        return HexawattConnectionError(
            "unexpected_answer",
            f"Status {status} without a problem body of the API.",
            status=status,
            request_id=request_id,
            retry_after_seconds=retry_after_seconds,
        )
    return problem_class(status)(
        status=status,
        code=problem["code"],
        title=_text_of(problem.get("title")),
        detail=_text_of(problem.get("detail")),
        trace_id=_text_of(problem.get("traceId")) or None,
        request_id=request_id,
        retry_after_seconds=retry_after_seconds,
        extras={name: value for name, value in problem.items() if name not in _usual_members},
    )


def read_retry_after(headers: Headers, now: datetime) -> int | None:
    """Read the seconds of `Retry-After`, never negative; None when it is absent or invalid.

    A date is compared with the response's own `Date` if present: the clock of this machine may be wrong.
    """
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    until = _parse_http_date(value)
    if until is None:
        return None
    return max(0, math.ceil((until - (_parse_http_date(headers.get("date", "")) or now)).total_seconds()))


def _parse_http_date(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=timezone.utc)
    except ValueError:
        return None


def _parse_object(text: str) -> Mapping[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _text_of(value: object) -> str:
    return value if isinstance(value, str) else ""
