"""The client without asyncio."""

# Generated from hexawatt._async by `bun run docs`: edit that, not this file.

from copy import copy
from dataclasses import replace
from types import TracebackType

import httpx

from hexawatt._sync.events import EventOperations
from hexawatt._sync.live import LiveOperations
from hexawatt._sync.months import MonthOperations
from hexawatt._sync.transport import Timers, Transport
from hexawatt._transfer.kept_answers import KeptAnswers
from hexawatt.settings import MAX_KEPT_ANSWERS, Language, read_settings, read_whole


class Hexawatt(LiveOperations, MonthOperations, EventOperations):
    """The API as methods.

    Each raises a `HexawattProblem` when the API refuses, and a `HexawattConnectionError` when no answer of the API
    arrives. All but the streams return an `Answer` with the body in `data`. The key is in no representation of the
    client, in no error and in no log.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        http_client: httpx.Client | None = None,
        timeout_seconds: float = 10.0,
        max_retries: int = 2,
        max_wait_seconds: float = 30.0,
        max_kept_answers: int = 64,
        language: Language | None = None,
        user_agent: str | None = None,
        timers: Timers | None = None,
    ) -> None:
        """Make a client; no request is sent.

        Args:
            base_url: address of the API without a path, such as `http://localhost:8080`. Use https outside of your
                own machine: the key is sent with each request.
            api_key: the personal key. Only operations under `/api` need none.
            http_client: a client of httpx of your own, which stays open when this client is closed.
            timeout_seconds: longest wait for the connection and for each piece of an answer; a whole attempt ends
                at the first piece after this time.
            max_retries: retries of a request at most, 0 to 10.
            max_wait_seconds: longest wait before a retry. When the API asks for more, its refusal is raised at once.
            max_kept_answers: bodies kept for conditional requests at most, 0 to 1 000.
            language: language of the sentences that the API translates, such as `advice`; French by default.
            user_agent: sent as `User-Agent`.
            timers: sleep and random numbers, for tests.

        Raises:
            ValueError: an option is invalid; the message names the option, never the key.
        """
        settings = read_settings(
            base_url,
            api_key,
            timeout_seconds=timeout_seconds,
            max_retries=max_retries,
            max_wait_seconds=max_wait_seconds,
            language=language,
            user_agent=user_agent,
        )
        kept = KeptAnswers(read_whole("max_kept_answers", max_kept_answers, MAX_KEPT_ANSWERS))
        self._owns_http_client = http_client is None
        self._transport = Transport(settings, http_client or httpx.Client(), kept, timers or Timers())

    def with_options(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
        max_wait_seconds: float | None = None,
    ) -> "Hexawatt":
        """Return a client with other bounds that shares connections and kept answers: for a single call, say.

        Closing it closes nothing.
        """
        other = copy(self)
        other._owns_http_client = False
        settings = self._transport.settings.with_bounds(timeout_seconds, max_retries, max_wait_seconds)
        other._transport = replace(self._transport, settings=settings)
        return other

    def close(self) -> None:
        """Close the connections, unless they belong to a given `http_client`."""
        if self._owns_http_client:
            self._transport.http_client.close()

    def __enter__(self) -> "Hexawatt":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Hexawatt({self._transport.settings.origin!r})"
