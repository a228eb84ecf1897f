"""Sends requests, with retries and conditional requests."""

# Generated from hexawatt._async by `bun run docs`: edit that, not this file.

import logging
import random
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, TypeVar

import httpx

from hexawatt._transfer.kept_answers import KeptAnswer, KeptAnswers
from hexawatt._transfer.refusals import MAX_PROBLEM_BYTES, read_refusal
from hexawatt._transfer.retries import find_wait
from hexawatt.answer import Answer, DataFacts, read_facts, read_rate_limit, read_request_id
from hexawatt.errors import HexawattConnectionError, HexawattError
from hexawatt.request import (
    MAX_BODY_BYTES,
    Request,
    can_repeat,
    check_encoding,
    connection_errors,
    late,
    make_headers,
    read_data,
    too_long,
)
from hexawatt.settings import Settings

Data = TypeVar("Data")
Result = TypeVar("Result")

_logger = logging.getLogger("hexawatt")


@dataclass(frozen=True)
class Timers:
    """Sleep and random numbers, which tests replace."""

    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.random


@dataclass(frozen=True)
class Transport:
    """Sends requests to one address with one key."""

    settings: Settings
    http_client: httpx.Client
    kept: KeptAnswers
    timers: Timers

    def ask(self, request: Request[Data]) -> Answer[Data]:
        """Request a body, by the ETag of the kept one where there is one."""

        def attempt() -> Answer[Data]:
            return self._ask_once(request)

        return self._with_retries(attempt, request)

    @contextmanager
    def open(
        self, request: Request[Any], silence_seconds: float | None = None
    ) -> Generator[httpx.Response, None, None]:
        """Open a stream; a failure before its begin is retried, and leaving the block closes it.

        Args:
            request: the request.
            silence_seconds: longest wait for the next piece; the time limit of the client by default.
        """
        timeout_seconds = self.settings.timeout_seconds if silence_seconds is None else silence_seconds

        def attempt() -> httpx.Response:
            return self._send(request, None, timeout_seconds)

        response = self._with_retries(attempt, request)
        try:
            with connection_errors(timeout_seconds):
                yield response
        finally:
            response.close()

    def _with_retries(self, attempt: Callable[[], Result], request: Request[Any]) -> Result:
        retry = 0
        while True:
            try:
                return attempt()
            except HexawattError as error:
                wait_seconds = find_wait(error, retry, self.settings, self.timers.random())
                if wait_seconds is None:
                    raise
                _logger.debug("%s is sent again in %.1f s: %s", request.path, wait_seconds, error)
            self.timers.sleep(wait_seconds)
            retry += 1

    def _ask_once(self, request: Request[Data]) -> Answer[Data]:
        deadline = time.monotonic() + self.settings.timeout_seconds
        known = self.kept.find(request.address)
        response = self._send(request, None if known is None else known.etag, self.settings.timeout_seconds)
        facts = read_facts(response.headers)
        if response.status_code == 304 and known is not None:
            response.close()
            # A 304 may omit the headers about the data; where it has them, they are newer.
            newest = known.facts if facts.data_mode is None else facts
            return _answer_of(
                request, response, known.body, DataFacts(known.etag, newest.data_mode, newest.is_degraded)
            )
        body = self._read(response, MAX_BODY_BYTES, deadline)
        answer = _answer_of(request, response, body, facts)
        if facts.etag is not None and can_repeat(facts.etag):
            self.kept.keep(request.address, KeptAnswer(facts.etag, body, facts))
        return answer

    def _send(self, request: Request[Any], etag: str | None, timeout_seconds: float) -> httpx.Response:
        """Return a response with status 200, or 304 where an ETag was sent, whose body is not read yet."""
        api_key = self.settings.api_key
        http_request = self.http_client.build_request(
            "GET",
            self.settings.origin + request.address,
            headers=make_headers(request, self.settings, etag),
            timeout=timeout_seconds,
        )
        if request.needs_key and api_key is not None:
            http_request.headers["x-api-key"] = api_key.get_secret_value()
        try:
            with connection_errors(timeout_seconds):
                # Redirections are never followed: the key would be sent to their target.
                response = self.http_client.send(http_request, stream=True, follow_redirects=False)
        finally:
            # The request is in the error of a failed transfer, which may be logged.
            http_request.headers.pop("x-api-key", None)
        try:
            check_encoding(response)
        except HexawattConnectionError:
            response.close()
            raise
        if response.status_code == 200 or (response.status_code == 304 and etag is not None):
            return response
        body = self._read(response, MAX_PROBLEM_BYTES, time.monotonic() + timeout_seconds)
        raise read_refusal(
            response.status_code, response.headers, body, api_key=api_key, now=datetime.now(timezone.utc)
        )

    def _read(self, response: httpx.Response, most: int, deadline: float) -> bytes:
        """Read a whole body and close it."""
        body = bytearray()
        try:
            with connection_errors(self.settings.timeout_seconds):
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > most:
                        raise too_long("body", most, response.status_code)
                    if time.monotonic() > deadline:
                        raise late(self.settings.timeout_seconds)
        finally:
            response.close()
        return bytes(body)


def _answer_of(request: Request[Data], response: httpx.Response, body: bytes, facts: DataFacts) -> Answer[Data]:
    return Answer(
        data=read_data(request.data, body, status=response.status_code, headers=response.headers),
        etag=facts.etag,
        request_id=read_request_id(response.headers),
        data_mode=facts.data_mode,
        is_degraded=facts.is_degraded,
        rate_limit=read_rate_limit(response.headers),
        from_cache=response.status_code == 304,
    )
