"""One way to call the client for asyncio and the one without it."""

import asyncio
import inspect
import time
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any

import httpx
import pytest

from hexawatt import AsyncHexawatt, AsyncTimers, Hexawatt, Timers


class Side:
    """One of both clients, whose waits take no time and whose random number is always one half."""

    def __init__(self, is_async: bool) -> None:
        self.waits: list[float] = []
        """Waits of the client before its retries, seconds."""
        self.is_async = is_async
        self._loop = asyncio.new_event_loop()
        self._clients: list[Any] = []

    def client(self, base_url: str, api_key: str | None = None, **options: Any) -> Any:
        """Make a client; options are those of the clients."""
        made = (
            AsyncHexawatt(base_url, api_key, timers=AsyncTimers(self._sleep, lambda: 0.5), **options)
            if self.is_async
            else Hexawatt(base_url, api_key, timers=Timers(self._note_wait, lambda: 0.5), **options)
        )
        self._clients.append(made)
        return made

    def http_client(self, transport: Callable[[httpx.Request], httpx.Response]) -> Any:
        """Make a client of httpx whose requests a function answers."""
        mock = httpx.MockTransport(transport)
        return httpx.AsyncClient(transport=mock) if self.is_async else httpx.Client(transport=mock)

    def run(self, result: Any) -> Any:
        """Return the result of a call, awaited where it must be."""
        return self._loop.run_until_complete(result) if inspect.isawaitable(result) else result

    def take(self, stream: Any, count: int | None = None) -> list[Any]:
        """Read a stream up to a number of elements, and leave it."""
        if self.is_async:
            taken: list[Any] = self._loop.run_until_complete(_take(stream, count))
            return taken
        return _take_now(stream, count)

    def take_until_error(self, stream: Any, kind: type[Exception]) -> list[Any]:
        """Read a stream up to an error of a kind, which must come."""
        taken: list[Any] = []
        with pytest.raises(kind):
            while True:
                taken.append(self.next(stream))
        return taken

    def next(self, stream: Any) -> Any:
        """Return the next element of a stream."""
        return self._loop.run_until_complete(anext(stream)) if self.is_async else next(stream)

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        self._loop.run_until_complete(asyncio.sleep(seconds)) if self.is_async else time.sleep(seconds)

    def close(self) -> None:
        """Close all clients."""
        for client in self._clients:
            self.run(client.aclose() if self.is_async else client.close())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _sleep(self, seconds: float) -> None:
        self._note_wait(seconds)

    def _note_wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        # A client that never gives up must fail its test, not run for ever.
        assert len(self.waits) < 100


async def _take(stream: AsyncGenerator[Any, None], count: int | None) -> list[Any]:
    taken: list[Any] = []
    async for element in stream:
        taken.append(element)
        if len(taken) == count:
            break
    await stream.aclose()
    return taken


def _take_now(stream: Generator[Any, None, None], count: int | None) -> list[Any]:
    taken: list[Any] = []
    for element in stream:
        taken.append(element)
        if len(taken) == count:
            break
    stream.close()
    return taken
