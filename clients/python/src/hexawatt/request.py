"""A request of the API as data, and the headers and errors that follow from it; the transports only send it."""

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar
from urllib.parse import urlencode

import httpx
from pydantic import TypeAdapter, ValidationError

from hexawatt.answer import read_request_id
from hexawatt.errors import HexawattConnectionError
from hexawatt.settings import Settings

Data = TypeVar("Data")

Parameters: TypeAlias = Mapping[str, str | None]
"""Parameters of an address; None is not sent."""

MediaType: TypeAlias = Literal["application/json", "application/x-ndjson", "text/event-stream"]

MAX_BODY_BYTES = 64 * 1024 * 1024
"""Longest body that is read whole: a year of raw history has about 14 million bytes."""


@dataclass(frozen=True)
class Request(Generic[Data]):
    """A request whose body, or each line of it, is a `Data`."""

    path: str
    data: type[Data]
    parameters: Parameters
    needs_key: bool = True
    accept: MediaType = "application/json"
    last_event_id: str | None = None

    @property
    def address(self) -> str:
        """Path and query; equal parameters give equal text."""
        query = urlencode({name: value for name, value in self.parameters.items() if value is not None})
        return f"{self.path}?{query}" if query else self.path


def can_repeat(text: str) -> bool:
    """Tell whether a text that a server sent can be the value of a header: ASCII without line ends, not too long.

    A tag or an id that no header can hold would make each further request fail.
    """
    return re.fullmatch(r"[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?", text) is not None


def make_headers(request: Request[Any], settings: Settings, etag: str | None) -> dict[str, str]:
    """Make the headers of a request without the key, which is added where the request is sent."""
    optional = {
        "if-none-match": etag,
        "last-event-id": request.last_event_id,
        "accept-language": settings.language,
    }
    given = {name: value for name, value in optional.items() if value is not None}
    # Only gzip: its longest expansion of a received piece is bounded.
    return {"accept": request.accept, "accept-encoding": "gzip", "user-agent": settings.user_agent, **given}


def check_encoding(response: httpx.Response) -> None:
    """Refuse an encoding that was not asked for: encodings around each other fill the memory from a few bytes.

    Raises:
        HexawattConnectionError: `unexpected_answer`.
    """
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", "gzip"):
        raise HexawattConnectionError(
            "unexpected_answer", "The body has an encoding other than gzip.", status=response.status_code
        )


_readers: dict[type[Any], TypeAdapter[Any]] = {}


def _reader(data: type[Data]) -> TypeAdapter[Data]:
    if data not in _readers:
        _readers[data] = TypeAdapter(data)
    return _readers[data]


def read_data(data: type[Data], body: bytes | str, *, status: int, headers: httpx.Headers) -> Data:
    """Read a body or a line.

    Raises:
        HexawattConnectionError: `unexpected_answer`, when the text is not what the API answers. The message names
            the field, not its value.
    """
    try:
        return _reader(data).validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the body"
    raise HexawattConnectionError(
        "unexpected_answer",
        f"The body is not an answer of the API: {field}: {first['msg']}.",
        status=status,
        request_id=read_request_id(headers),
    )


def too_long(what: Literal["body", "line", "event"], most: int, status: int) -> HexawattConnectionError:
    """Make the error for a body, line or event that is longer than any of the API."""
    return HexawattConnectionError(
        "unexpected_answer", f"A {what} of more than {most} bytes was received.", status=status
    )


def late(timeout_seconds: float) -> HexawattConnectionError:
    """Make the error for an answer that did not come in time."""
    return HexawattConnectionError("timeout", f"No answer within {timeout_seconds:g} s.")


@contextmanager
def connection_errors(timeout_seconds: float) -> Generator[None, None, None]:
    """Raise the errors of the transport as errors of this package.

    The cause keeps its type and message, and loses its frames: their variables hold the headers of the request.
    """
    try:
        yield
    except httpx.TimeoutException as error:
        raise late(timeout_seconds) from _without_frames(error)
    except httpx.RequestError as error:
        reason = str(error) or type(error).__name__
        raise HexawattConnectionError("network", f"No complete answer was received: {reason}") from _without_frames(
            error
        )


def _without_frames(error: httpx.RequestError) -> httpx.RequestError:
    error.__cause__ = None
    error.__context__ = None
    return error.with_traceback(None)
