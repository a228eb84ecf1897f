"""Points of a stream, one after the other."""

import json
import threading
from typing import Any

import pytest

from hexawatt import HexawattConnectionError

from .conftest import StartApi
from .support.examples import history_point
from .support.scripted_api import TEST_KEY, Script, in_pieces, problem, respond
from .support.side import Side


def line(score: int) -> bytes:
    return json.dumps({**history_point("2026-01-01T00:00:00Z", score), "level": "Optimal é"}).encode() + b"\n"


def scores(points: list[Any]) -> list[int]:
    return [point.global_score for point in points]


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_points_arrive_complete_however_the_network_splits_them(side: Side, start_api: StartApi, size: int) -> None:
    body = (line(1) + line(2) + line(3)).rstrip()
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    api = start_api(in_pieces(*pieces))
    points = side.take(side.client(api.url, TEST_KEY).stream_history())
    assert scores(points) == [1, 2, 3]
    assert {point.level for point in points} == {"Optimal é"}
    assert api.sent("accept") == ["application/x-ndjson"]


def test_an_empty_window_has_no_points(side: Side, start_api: StartApi) -> None:
    api = start_api(respond(b""))
    assert side.take(side.client(api.url, TEST_KEY).stream_history()) == []


def test_a_refusal_before_the_first_point_is_retried_like_any_other(side: Side, start_api: StartApi) -> None:
    api = start_api(problem(503, "service_unavailable"), respond(line(1)))
    assert scores(side.take(side.client(api.url, TEST_KEY).stream_history())) == [1]
    assert side.waits == [0.25]


def endless(left: threading.Event) -> Script:
    """Send points until the client has left."""

    def script(handler: Any) -> None:
        in_pieces(line(1), breaks=True)(handler)
        try:
            for _ in range(1_000):
                handler.wfile.write(b"%x\r\n%s\r\n" % (len(line(1)), line(1)))
                if left.wait(0.005):
                    return
        except OSError:
            left.set()

    return script


def test_leaving_the_loop_ends_the_transfer(side: Side, start_api: StartApi) -> None:
    left = threading.Event()
    api = start_api(endless(left))
    assert scores(side.take(side.client(api.url, TEST_KEY).stream_history(), 2)) == [1, 1]
    assert left.wait(5)


def in_two_parts(told: threading.Event) -> Script:
    """Send a point, and another one when told to."""

    def script(handler: Any) -> None:
        in_pieces(line(1), breaks=True)(handler)
        told.wait(10)
        try:
            handler.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(line(2)), line(2)))
        except OSError:
            return

    return script


def test_a_silent_stream_is_a_timeout(side: Side, start_api: StartApi) -> None:
    told = threading.Event()
    api = start_api(in_two_parts(told))
    points = side.client(api.url, TEST_KEY, timeout_seconds=0.3).stream_history()
    side.next(points)
    with pytest.raises(HexawattConnectionError) as raised:
        side.next(points)
    told.set()
    assert raised.value.kind == "timeout"


def test_the_readers_own_time_does_not_count(side: Side, start_api: StartApi) -> None:
    told = threading.Event()
    api = start_api(in_two_parts(told))
    points = side.client(api.url, TEST_KEY, timeout_seconds=0.3).stream_history()
    side.next(points)
    side.rest(0.5)
    told.set()
    assert scores(side.take(points)) == [2]


def test_a_broken_stream_is_an_error_and_never_its_end(side: Side, start_api: StartApi) -> None:
    api = start_api(in_pieces(line(1), breaks=True))
    points = side.client(api.url, TEST_KEY).stream_history()
    assert side.next(points).global_score == 1
    with pytest.raises(HexawattConnectionError) as raised:
        side.next(points)
    assert (raised.value.kind, len(api.requests)) == ("network", 1)


@pytest.mark.parametrize(
    ("body", "sentence"), [(b"<html>\n", "is not an answer of the API"), (b"x" * 100_000, "more than 65536 bytes")]
)
def test_an_invalid_or_endless_line_is_an_unexpected_answer(
    side: Side, start_api: StartApi, body: bytes, sentence: str
) -> None:
    api = start_api(respond(body))
    with pytest.raises(HexawattConnectionError, match=sentence) as raised:
        side.take(side.client(api.url, TEST_KEY).stream_history())
    assert (raised.value.kind, raised.value.status) == ("unexpected_answer", 200)


def test_a_body_longer_than_any_of_the_api_is_refused(
    side: Side, start_api: StartApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("hexawatt._async.transport", "hexawatt._sync.transport"):
        monkeypatch.setattr(f"{module}.MAX_BODY_BYTES", 1_000)
    api = start_api(respond(b" " * 2_000))
    with pytest.raises(HexawattConnectionError, match="more than 1000 bytes"):
        side.run(side.client(api.url, TEST_KEY).score_history())
