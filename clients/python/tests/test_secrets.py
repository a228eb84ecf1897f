"""The key is in nothing that a program shows."""

import io
import logging
import pickle
import traceback
from typing import Any

import httpx
import pytest

from hexawatt import HexawattError

from .conftest import StartApi
from .support.scripted_api import TEST_KEY, in_pieces, problem, respond
from .support.side import Side


def shown(value: object) -> str:
    """Everything that printing a value can show."""
    texts = [repr(value), str(value)]
    if isinstance(value, BaseException):
        texts.append("".join(traceback.format_exception(value)))
        texts.extend(repr(vars(error)) for error in chain(value))
        texts.extend(repr(getattr(request_of(error), "headers", None)) for error in chain(value))
    return "\n".join(texts)


def text_of_frames(error: BaseException) -> str:
    """Format the frames of an error with their variables; those of the tests, which have the key, are left out."""
    formatted = traceback.TracebackException.from_exception(error, capture_locals=True)
    formatted.stack[:] = [frame for frame in formatted.stack if "/tests/" not in frame.filename]
    return "".join(formatted.format(chain=False))


def request_of(error: BaseException) -> object:
    """The request of an error of httpx, whose headers a program may print."""
    try:
        return getattr(error, "request", None)
    except RuntimeError:
        return None


def chain(error: BaseException | None) -> list[BaseException]:
    """An error with its causes."""
    return [] if error is None else [error, *chain(error.__cause__ or error.__context__)]


def refuse(request: httpx.Request) -> httpx.Response:
    """Fail as a transport does, whose frame has the headers in a variable."""
    headers = request.headers.raw
    raise httpx.ConnectError(f"no route for {len(headers)} headers", request=request)


def test_the_key_is_in_no_representation_of_a_client(side: Side) -> None:
    client = side.client("http://127.0.0.1:1", TEST_KEY)
    transport: Any = client._transport
    assert TEST_KEY not in "".join(map(shown, [client, vars(client), transport, vars(transport), transport.settings]))


def test_the_key_is_in_no_error_even_when_the_server_repeats_it(side: Side, start_api: StartApi) -> None:
    echo = {"detail": f"The key {TEST_KEY} is wrong.", "received": {"key": TEST_KEY}}
    api = start_api(
        problem(401, "invalid_api_key", {}, echo),
        respond(TEST_KEY, 502),
        respond(TEST_KEY),
        respond({"color": TEST_KEY}),
        in_pieces(TEST_KEY.encode(), breaks=True),
    )
    client = side.client(api.url, TEST_KEY, max_retries=0)
    errors: list[HexawattError] = []
    for _ in range(5):
        with pytest.raises(HexawattError) as raised:
            side.run(client.tariff_today())
        errors.append(raised.value)
    api.stop()
    with pytest.raises(HexawattError) as raised:
        side.run(client.tariff_today())
    errors.append(raised.value)
    first: Any = errors[0]
    assert (first.detail, first.extras) == ("The key … is wrong.", {"received": {"key": "…"}})
    assert [TEST_KEY in shown(error) for error in errors] == [False] * 6


def test_the_key_is_in_no_variable_of_the_frames_of_an_error(side: Side, start_api: StartApi) -> None:
    api = start_api(problem(401, "invalid_api_key"), respond("<html>"), in_pieces(b"{", breaks=True))
    client = side.client(api.url, TEST_KEY, max_retries=0)
    for _ in range(4):
        with pytest.raises(HexawattError) as raised:
            side.run(client.tariff_today())
        assert [TEST_KEY in text_of_frames(error) for error in chain(raised.value)].count(True) == 0
        if len(api.requests) == 3:
            api.stop()


def test_the_cause_of_a_failed_transfer_has_neither_frames_nor_the_key(side: Side) -> None:
    http_client = side.http_client(refuse)
    client = side.client("https://api.example.com", TEST_KEY, http_client=http_client, max_retries=0)
    with pytest.raises(HexawattError) as raised:
        side.run(client.tariff_today())
    cause = raised.value.__cause__
    assert isinstance(cause, httpx.ConnectError)
    assert cause.__traceback__ is None
    assert "x-api-key" not in cause.request.headers
    assert TEST_KEY not in shown(raised.value)
    side.run(http_client.aclose() if side.is_async else http_client.close())


def test_the_key_is_in_no_log(side: Side, start_api: StartApi) -> None:
    api = start_api(problem(503, "service_unavailable", {}, {"detail": TEST_KEY}), respond("<html>"))
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    root = logging.getLogger()
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.DEBUG)
    try:
        with pytest.raises(HexawattError):
            side.run(side.client(api.url, TEST_KEY).tariff_today())
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert "/v1/tariff/today is sent again in 0.2 s" in log.getvalue()
    assert TEST_KEY not in log.getvalue()


def test_an_error_can_be_passed_to_another_process(side: Side, start_api: StartApi) -> None:
    api = start_api(problem(429, "upgrade_required", {"retry-after": "90"}), respond("<html>"))
    client = side.client(api.url, TEST_KEY)
    for _ in range(2):
        with pytest.raises(HexawattError) as raised:
            side.run(client.tariff_today())
        copied = pickle.loads(pickle.dumps(raised.value))
        assert (type(copied), str(copied)) == (type(raised.value), str(raised.value))
        assert vars(copied) == vars(raised.value)
