"""Which failures are retried, when, and what a call raises in the end."""

import threading
from typing import Any

import pytest

from hexawatt import (
    AuthenticationProblem,
    ForbiddenProblem,
    HexawattConnectionError,
    HexawattProblem,
    RateLimited,
)

from .conftest import StartApi
from .support.examples import TARIFF_TODAY
from .support.scripted_api import TEST_KEY, Script, in_pieces, problem, respond, wait_for
from .support.side import Side

SUCCESS = respond(TARIFF_TODAY)


def html(status: int) -> Script:
    return respond("<html>proxy</html>", status)


@pytest.mark.parametrize(
    ("refusal", "wait"),
    [
        (problem(429, "rate_limited", {"retry-after": "7"}), 7),
        (problem(429, "rate_limited", {"retry-after": "0"}), 0),
        (problem(429, "too_many_streams", {"retry-after": "5"}), 5),
        (problem(503, "insufficient_data", {"retry-after": "30"}), 30),
        (problem(503, "service_unavailable"), 0.25),
        (problem(503, "service_unavailable", {"retry-after": "soon"}), 0.25),
        (html(502), 0.25),
        (html(503), 0.25),
        (html(504), 0.25),
    ],
)
def test_a_passing_refusal_is_retried_after_its_wait(
    side: Side, start_api: StartApi, refusal: Script, wait: float
) -> None:
    api = start_api(refusal, SUCCESS)
    answer = side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert answer.data.color == "Rouge"
    assert side.waits == [wait]
    assert len(api.requests) == 2


def test_a_date_in_retry_after_is_a_wait_until_that_date_by_the_clock_of_the_server(
    side: Side, start_api: StartApi
) -> None:
    dates = {"retry-after": "Sat, 21 Nov 2026 10:00:12 GMT", "date": "Sat, 21 Nov 2026 10:00:00 GMT"}
    api = start_api(problem(429, "rate_limited", dates), SUCCESS)
    side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert side.waits == [12]


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_parameter", HexawattProblem),
        (401, "invalid_api_key", AuthenticationProblem),
        (403, "plan_capability_required", ForbiddenProblem),
        (404, "not_found", HexawattProblem),
        (429, "upgrade_required", RateLimited),
        (429, "overage_cap_exceeded", RateLimited),
        (500, "internal_error", HexawattProblem),
    ],
)
def test_a_refusal_that_waiting_cannot_resolve_is_raised_at_once(
    side: Side, start_api: StartApi, status: int, code: str, kind: type[HexawattProblem]
) -> None:
    api = start_api(problem(status, code, {"retry-after": "1"}))
    with pytest.raises(kind) as raised:
        side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert (raised.value.status, raised.value.code) == (status, code)
    assert (len(api.requests), side.waits) == (1, [])


def test_a_wait_beyond_the_longest_is_raised_at_once_with_its_seconds(side: Side, start_api: StartApi) -> None:
    api = start_api(problem(503, "insufficient_data", {"retry-after": "31"}))
    with pytest.raises(HexawattProblem) as raised:
        side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert raised.value.retry_after_seconds == 31
    assert (len(api.requests), side.waits) == (1, [])


def test_waits_without_retry_after_double_up_to_the_longest_and_retries_are_bounded(
    side: Side, start_api: StartApi
) -> None:
    api = start_api(problem(503, "service_unavailable"))
    client = side.client(api.url, TEST_KEY, max_retries=5, max_wait_seconds=3)
    with pytest.raises(HexawattProblem):
        side.run(client.tariff_today())
    assert side.waits == [0.25, 0.5, 1, 1.5, 1.5]
    assert len(api.requests) == 6


def test_an_unreachable_server_is_retried_and_then_a_network_error(side: Side, start_api: StartApi) -> None:
    api = start_api(SUCCESS)
    api.stop()
    with pytest.raises(HexawattConnectionError) as raised:
        side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert (raised.value.kind, raised.value.status) == ("network", None)
    assert side.waits == [0.25, 0.5]


def test_a_late_answer_is_retried_within_the_bounds_of_the_call(side: Side, start_api: StartApi) -> None:
    released = threading.Event()
    api = start_api(wait_for(released), SUCCESS)
    client = side.client(api.url, TEST_KEY)
    assert side.run(client.with_options(timeout_seconds=0.3).tariff_today()).data.color == "Rouge"
    released.set()
    assert side.waits == [0.25]


def test_a_body_that_trickles_is_ended_at_the_time_limit(side: Side, start_api: StartApi) -> None:
    released = threading.Event()

    def trickle(handler: Any) -> None:
        in_pieces(b'{"color"', breaks=True)(handler)
        for _ in range(100):
            if released.wait(0.05):
                return
            try:
                handler.wfile.write(b"1\r\n \r\n")
            except OSError:
                return

    api = start_api(trickle)
    client = side.client(api.url, TEST_KEY, max_retries=0, timeout_seconds=0.3)
    with pytest.raises(HexawattConnectionError) as raised:
        side.run(client.tariff_today())
    released.set()
    assert (raised.value.kind, str(raised.value)) == ("timeout", "No answer within 0.3 s.")


@pytest.mark.parametrize("script", [html(429), html(200), respond("[]"), respond('{"cut'), respond({"color": 5})])
def test_an_answer_of_another_server_is_unexpected_and_not_retried(
    side: Side, start_api: StartApi, script: Script
) -> None:
    api = start_api(script)
    with pytest.raises(HexawattConnectionError) as raised:
        side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert raised.value.kind == "unexpected_answer"
    assert len(api.requests) == 1


def test_a_redirection_is_not_followed_so_that_the_key_stays_here(side: Side, start_api: StartApi) -> None:
    elsewhere = start_api(SUCCESS)
    api = start_api(respond("", 307, {"location": elsewhere.url}))
    with pytest.raises(HexawattConnectionError) as raised:
        side.run(side.client(api.url, TEST_KEY).tariff_today())
    assert (raised.value.kind, raised.value.status) == ("unexpected_answer", 307)
    assert elsewhere.requests == []


def test_an_unrequested_304_is_an_unexpected_answer(side: Side, start_api: StartApi) -> None:
    api = start_api(respond("", 304))
    client = side.client(api.url, TEST_KEY)
    for call in (lambda: side.run(client.tariff_today()), lambda: side.take(client.stream_history())):
        with pytest.raises(HexawattConnectionError) as raised:
            call()
        assert (raised.value.kind, raised.value.status) == ("unexpected_answer", 304)


def test_a_problem_has_everything_that_the_api_said(side: Side, start_api: StartApi) -> None:
    extras = {"upgradeUrl": "https://example.com/start", "responseFields": [{"name": "from"}]}
    api = start_api(problem(429, "demo_limit_exceeded", {"retry-after": "90"}, extras))
    with pytest.raises(RateLimited) as raised:
        side.run(side.client(api.url, TEST_KEY).tariff_today())
    error = raised.value
    assert str(error) == "429 demo_limit_exceeded: because of demo_limit_exceeded"
    assert (error.title, error.trace_id, error.request_id) == ("T", "trace-1", "request-1")
    assert (error.retry_after_seconds, error.extras, error.parameter) == (90, extras, None)


def test_a_problem_names_the_parameter_that_was_refused(side: Side, start_api: StartApi) -> None:
    detail = 'Query parameter "offPeak" was not received; accepted is up to 3 ranges.'
    api = start_api(problem(400, "invalid_parameter", {}, {"detail": detail}))
    with pytest.raises(HexawattProblem) as raised:
        side.run(side.client(api.url, TEST_KEY).schedule(duration_minutes=60))
    assert raised.value.parameter == "offPeak"
