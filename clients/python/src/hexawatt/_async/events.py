"""Live events."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from hexawatt._async.transport import AsyncTransport
from hexawatt._transfer.event_stream import (
    MAX_LINE_BYTES,
    SILENCE_SECONDS,
    OutlookHours,
    Progress,
    check_kinds,
    check_last_event_id,
)
from hexawatt._transfer.lines import EventReader, LineReader
from hexawatt.errors import HexawattError
from hexawatt.parameters import Contract, contract_parameters, text_of_number
from hexawatt.request import Parameters, Request
from hexawatt.streamed import EventKind, LiveEvent


class AsyncEventOperations:
    """Changes of the live data, as they happen. They need a key of a plan; the demo key is refused."""

    _transport: AsyncTransport

    def events(
        self,
        *,
        kinds: Sequence[EventKind] | None = None,
        contract: Contract | None = None,
        outlook_hours: OutlookHours | None = None,
        last_event_id: str | None = None,
    ) -> AsyncGenerator[LiveEvent, None]:
        """Yield changes as they happen; first the newest of each kind.

        The loop runs until it is left: a stream that ends or breaks off is resumed by the id of the last event, after
        a wait that grows with each failure in a row.

        Args:
            kinds: all but `prices` and `consumption` by default.
            contract: the contract of the kind `prices`; Tempo by default.
            outlook_hours: length of the outlook in its events; 24 by default.
            last_event_id: id of the last event of an earlier run: only newer events come.

        Raises:
            ValueError: a kind is unknown, or `last_event_id` is no id of an event.
            HexawattProblem: a refusal that waiting cannot resolve, such as a wrong key or an exhausted month.
            HexawattConnectionError: no stream could be opened at the start.
        """
        check_kinds(list(kinds or []))
        check_last_event_id(last_event_id)
        parameters = {
            "kinds": ",".join(kinds) if kinds else None,
            "outlookHours": text_of_number(outlook_hours),
            **contract_parameters(contract),
        }
        return self._listen(parameters, Progress(last_event_id))

    async def _listen(self, parameters: Parameters, progress: Progress) -> AsyncGenerator[LiveEvent, None]:
        while True:
            failure: HexawattError | None = None
            try:
                async with aclosing(self._listen_once(parameters, progress)) as events:
                    async for event in events:
                        yield event
            except HexawattError as error:
                failure = error
            timers = self._transport.timers
            await timers.sleep(progress.find_wait(failure, timers.random()))

    async def _listen_once(self, parameters: Parameters, progress: Progress) -> AsyncGenerator[LiveEvent, None]:
        settings = self._transport.settings
        request = Request(
            "/v1/events", bytes, parameters, accept="text/event-stream", last_event_id=progress.last_event_id
        )
        lines, events = LineReader(MAX_LINE_BYTES), EventReader(MAX_LINE_BYTES)
        async with self._transport.open(request, max(settings.timeout_seconds, SILENCE_SECONDS)) as response:
            progress.open()
            async for piece in response.aiter_bytes():
                for line in lines.feed(piece):
                    fields = events.feed(line)
                    event = None if fields is None else progress.read(fields, response, settings.api_key)
                    if event is not None:
                        yield event
