"""Lines of a body that arrives in pieces, and the events that such lines make up."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hexawatt.request import can_repeat, too_long


class LineReader:
    """Cuts pieces of bytes into lines; a line may come in several pieces."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._rest = b""

    def feed(self, piece: bytes) -> Iterator[str]:
        """Return the lines that the piece completes, without line feeds.

        Raises:
            HexawattConnectionError: `unexpected_answer`, when a line is longer than any of the API.
        """
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace")
        if len(self._rest) > self._max_bytes:
            raise too_long("line", self._max_bytes, 200)

    def end(self) -> Iterator[str]:
        """Return the last line, where it had no line feed."""
        if self._rest:
            yield self._rest.decode("utf-8", "replace")


@dataclass
class EventFields:
    """The fields of one server-sent event."""

    event: str = "message"
    id: str | None = None
    data: list[str] = field(default_factory=list[str])
    retry_seconds: float | None = None


class EventReader:
    """Collects the lines of a stream into events, which empty lines separate; comments only keep the stream open."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._fields = EventFields()
        self._length = 0

    def feed(self, line: str) -> EventFields | None:
        """Return the event that the line completes.

        Raises:
            HexawattConnectionError: `unexpected_answer`, when an event is longer than any of the API.
        """
        line = line.removesuffix("\r")
        if line == "":
            complete, self._fields, self._length = self._fields, EventFields(), 0
            return complete
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._length += len(value) + 1
            if self._length > self._max_bytes:
                raise too_long("event", self._max_bytes, 200)
            self._fields.data.append(value)
        elif name == "id" and can_repeat(value):
            self._fields.id = value
        elif name == "event":
            self._fields.event = value
        elif name == "retry" and re.fullmatch(r"[0-9]{1,9}", value):
            self._fields.retry_seconds = int(value) / 1_000
        return None
