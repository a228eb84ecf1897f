"""What a faulty or hostile server sends stays within bounds, and stops nothing that works."""

import gzip
from datetime import time
from decimal import Decimal
from typing import Any

import pytest

from hexawatt import HexawattConnectionError, HexawattProblem

from .conftest import StartApi
from .support.examples import TARIFF_TODAY
from .support.scripted_api import TEST_KEY, Handler, Script, problem, respond
from .support.side import Side
from .test_events import event, ids, stream


@pytest.mark.parametrize("etag", ['"\u00e9"', '"' + "x" * 2_000 + '"'])
def test_an_etag_that_no_request_can_repeat_is_not_sent(side: Side, start_api: StartApi, etag: str) -> None:
    api = start_api(respond(TARIFF_TODAY, headers={"etag": etag}))
    client = side.client(api.url, TEST_KEY)
    for _ in range(2):
        assert side.run(client.tariff_today()).data.color == "Rouge"
    assert api.sent("if-none-match") == [None, None]


@pytest.mark.parametrize("event_id", ["\u00e9", "a\rb", "a\0b", "x" * 2_000])
def test_an_event_id_that_no_request_can_repeat_is_ignored(side: Side, start_api: StartApi, event_id: str) -> None:
    api = start_api(stream(event("tariff", "t=1") + event("tariff", event_id)), stream(event("tariff", "t=2")))
    assert ids(side.take(side.client(api.url, TEST_KEY).events(), 3)) == ["t=1", "t=1", "t=2"]
    assert api.sent("last-event-id") == [None, "t=1"]


@pytest.mark.parametrize("event_id", ["a\nb", "\u00e9", ""])
def test_a_last_event_id_that_no_request_can_hold_is_refused_before_a_request(
    side: Side, start_api: StartApi, event_id: str
) -> None:
    api = start_api(stream(""))
    with pytest.raises(ValueError, match="last_event_id"):
        side.client(api.url, TEST_KEY).events(last_event_id=event_id)
    assert api.requests == []


def test_a_stream_cannot_ask_for_a_wait_of_more_than_a_minute(side: Side, start_api: StartApi) -> None:
    api = start_api(stream(f"retry: 999999999\n\n{event('tariff', 't=1')}"))
    side.take(side.client(api.url, TEST_KEY).events(), 2)
    assert side.waits == [60]


@pytest.mark.parametrize("retry_after", ["999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_events_end_with_a_refusal_that_asks_for_more_than_a_day(
    side: Side, start_api: StartApi, retry_after: str
) -> None:
    api = start_api(stream(event("tariff", "t=1")), problem(503, "service_unavailable", {"retry-after": retry_after}))
    with pytest.raises(HexawattProblem, match="service_unavailable"):
        side.take(side.client(api.url, TEST_KEY, max_retries=0).events(), 2)
    # A connection that breaks is opened again after the same wait, so there may be more than one.
    assert set(side.waits) == {3}


def test_an_event_of_many_lines_is_bounded(side: Side, start_api: StartApi) -> None:
    api = start_api(stream(("data: " + "x" * 100_000 + "\n") * 11, 100_000))
    with pytest.raises(HexawattConnectionError, match="event of more than"):
        side.take(side.client(api.url, TEST_KEY).events(), 1)


@pytest.mark.parametrize("encoding", ["gzip, gzip", "deflate", "br"])
def test_only_gzip_is_asked_for_and_another_encoding_is_refused_unread(
    side: Side, start_api: StartApi, encoding: str
) -> None:
    body = gzip.compress(gzip.compress(b"\0" * 1_000_000))
    api = start_api(respond(body, headers={"content-encoding": encoding}))
    for call in (lambda c: side.run(c.tariff_today()), lambda c: side.take(c.stream_history())):
        with pytest.raises(HexawattConnectionError, match="encoding other than gzip") as raised:
            call(side.client(api.url, TEST_KEY))
        assert raised.value.kind == "unexpected_answer"
    assert api.sent("accept-encoding") == ["gzip", "gzip"]


def test_a_key_that_a_server_repeats_as_the_id_of_a_request_is_hidden(side: Side, start_api: StartApi) -> None:
    scripts: list[Script] = [problem(400, "invalid_parameter", {"x-request-id": TEST_KEY}), reject_as_html]
    for script in scripts:
        api = start_api(script)
        with pytest.raises((HexawattProblem, HexawattConnectionError)) as raised:
            side.run(side.client(api.url, TEST_KEY).tariff_today())
        assert raised.value.request_id == "…"


def reject_as_html(handler: Handler) -> None:
    respond("<p>no</p>", 400, {"x-request-id": TEST_KEY})(handler)


class NumberOfNumPy(float):
    """Prints itself as NumPy's numbers do."""

    def __repr__(self) -> str:
        return f"np.float64({float(self)})"

    def __str__(self) -> str:
        return float.__repr__(self)


@pytest.mark.parametrize("energy", [NumberOfNumPy(1.5), Decimal("1.5")])
def test_numbers_of_other_libraries_are_numbers(side: Side, start_api: StartApi, energy: Any) -> None:
    api = start_api(respond(TARIFF_TODAY))
    with pytest.raises(HexawattConnectionError):
        side.run(side.client(api.url, TEST_KEY).schedule(duration_minutes=60, power_kw=energy))
    assert "powerKW=1.5" in api.addresses[0]


@pytest.mark.parametrize("energy", [True, "much", float("inf")])
def test_what_is_no_number_is_refused_before_a_request(side: Side, start_api: StartApi, energy: Any) -> None:
    api = start_api(respond(TARIFF_TODAY))
    with pytest.raises(ValueError, match="finite number"):
        side.run(side.client(api.url, TEST_KEY).schedule(duration_minutes=60, power_kw=energy))
    assert api.requests == []


def test_a_time_of_day_with_seconds_is_refused_and_not_cut(side: Side, start_api: StartApi) -> None:
    api = start_api(respond(TARIFF_TODAY))
    with pytest.raises(ValueError, match="whole minutes"):
        side.run(side.client(api.url, TEST_KEY).schedule(duration_minutes=60, latest=time(7, 30, 45)))
    assert api.requests == []
