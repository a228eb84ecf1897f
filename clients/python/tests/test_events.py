"""Live events: reading, resuming, and when the loop ends."""

import json
import threading
from typing import Any

import pytest

from hexawatt import ConsumptionEvent, Contract, HexawattConnectionError, HexawattProblem, PricesEvent, TariffEvent

from .conftest import StartApi
from .support.examples import TARIFF_TODAY
from .support.scripted_api import TEST_KEY, Script, in_pieces, problem
from .support.side import Side


def event(kind: str, event_id: str, body: object = TARIFF_TODAY) -> str:
    return f"id: {event_id}\nevent: {kind}\ndata: {json.dumps(body)}\n\n"


def stream(text: str, size: int = 1_000, *, breaks: bool = False) -> Script:
    body = text.encode()
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return in_pieces(*pieces, headers={"content-type": "text/event-stream", "x-data-mode": "demo"}, breaks=breaks)


def ids(events: list[Any]) -> list[str | None]:
    return [one.id for one in events]


@pytest.mark.parametrize("size", [1, 7, 1_000])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_events_arrive_complete_and_hints_and_unknown_kinds_are_skipped(
    side: Side, start_api: StartApi, size: int, end: str
) -> None:
    skipped = f":\n\n{event('storm', 'x', {})}event: tariff\n\n"
    text = f"retry: 2500\n\n{event('tariff', 't=1')}{skipped}{event('tariff', 't=2')}"
    api = start_api(stream(text.replace("\n", end), size))
    events = side.take(side.client(api.url, TEST_KEY).events(kinds=["tariff", "grid"]), 2)
    assert [(type(one), one.kind, one.id, one.data_mode) for one in events] == [
        (TariffEvent, "tariff", "t=1", "demo"),
        (TariffEvent, "tariff", "t=2", "demo"),
    ]
    assert events[0].data.color == "Rouge"
    assert api.addresses == ["/v1/events?kinds=tariff%2Cgrid"]
    assert (api.sent("accept"), api.sent("last-event-id")) == (["text/event-stream"], [None])


def test_prices_are_asked_for_with_their_contract_and_come_as_a_list(side: Side, start_api: StartApi) -> None:
    price = {"start": "2026-02-03T18:15:00Z", "end": "2026-02-03T18:30:00Z", "value": 0.1579}
    api = start_api(stream(event("prices", "p=1", [price])))
    contract = Contract(tariff="hphc", off_peak="22h30-6h30")
    (received,) = side.take(
        side.client(api.url, TEST_KEY).events(kinds=["prices"], contract=contract, outlook_hours=48), 1
    )
    assert isinstance(received, PricesEvent)
    assert [one.value for one in received.data] == [0.1579]
    assert api.addresses == ["/v1/events?kinds=prices&outlookHours=48&tariff=hphc&offPeak=22h30-6h30"]


def test_the_intensity_of_consumption_comes_as_the_object_of_its_operation(side: Side, start_api: StartApi) -> None:
    consumption = {
        "slotStart": "2026-02-03T15:00:00Z",
        "slotEnd": "2026-02-03T16:00:00Z",
        "issuedAt": "2026-02-03T18:00:00Z",
        "gCo2PerKwh": 53.5,
        "directGCo2PerKwh": 51.85,
        "domesticShare": 0.93,
        "imports": [],
        "exportsMW": 0,
        "final": False,
        "methodologyVersion": 1,
        "yearlyMethod": {"estimatedGCo2PerKwhConsumption": None},
    }
    api = start_api(stream(event("consumption", "consumption=1", consumption)))
    (received,) = side.take(side.client(api.url, TEST_KEY).events(kinds=["consumption"]), 1)
    assert isinstance(received, ConsumptionEvent)
    assert received.data.gco2_per_kwh == 53.5
    assert api.addresses == ["/v1/events?kinds=consumption"]


def test_an_ended_or_broken_stream_is_resumed_by_the_last_id_after_the_requested_wait(
    side: Side, start_api: StartApi
) -> None:
    api = start_api(
        stream(f"retry: 2500\n\n{event('tariff', 't=1')}"),
        stream(f"retry: 4000\n\n{event('tariff', 't=2')}id: t=3\n", breaks=True),
        stream(event("tariff", "t=3")),
    )
    events = side.take(side.client(api.url, TEST_KEY).events(last_event_id="t=0"), 3)
    assert ids(events) == ["t=1", "t=2", "t=3"]
    assert api.sent("last-event-id") == ["t=0", "t=1", "t=2"]
    assert side.waits == [2.5, 4]


def test_failures_are_retried_with_growing_waits_or_retry_after_and_a_new_stream_resets_the_wait(
    side: Side, start_api: StartApi
) -> None:
    opened = stream(f"retry: 2000\n\n{event('tariff', 't=1')}")
    api = start_api(
        opened,
        problem(503, "service_unavailable"),
        problem(503, "service_unavailable"),
        problem(429, "too_many_streams", {"retry-after": "30"}),
        opened,
        opened,
    )
    assert len(side.take(side.client(api.url, TEST_KEY, max_retries=0).events(), 3)) == 3
    assert side.waits == [2, 2, 4, 30, 2]


def test_waits_after_failures_are_bounded(side: Side, start_api: StartApi) -> None:
    opened = stream(f"retry: 20000\n\n{event('tariff', 't=1')}")
    failures = [problem(503, "service_unavailable")] * 12
    api = start_api(opened, *failures, opened)
    assert len(side.take(side.client(api.url, TEST_KEY, max_retries=0).events(), 2)) == 2
    assert side.waits == [20, 20] + [30] * 11


def limit(code: str, status: object) -> Script:
    body = {"code": code, "status": status, "title": "T", "detail": "used up"}
    return stream(f"retry: 6500\n\nevent: limit\ndata: {json.dumps(body)}\n\n")


@pytest.mark.parametrize("status", [429, 0, "many"])
def test_the_limit_event_is_raised_as_its_problem(side: Side, start_api: StartApi, status: object) -> None:
    api = start_api(limit("upgrade_required", status))
    with pytest.raises(HexawattProblem) as raised:
        side.take(side.client(api.url, TEST_KEY).events(), 1)
    assert (raised.value.code, raised.value.status, raised.value.retry_after_seconds) == ("upgrade_required", 429, 7)


def test_a_limit_event_that_waiting_resolves_is_waited_for(side: Side, start_api: StartApi) -> None:
    api = start_api(limit("rate_limited", 429), stream(event("tariff", "t=1")))
    assert len(side.take(side.client(api.url, TEST_KEY).events(), 1)) == 1
    assert side.waits == [7]


def test_a_limit_event_without_a_problem_is_an_unexpected_answer(side: Side, start_api: StartApi) -> None:
    api = start_api(stream("event: limit\ndata: nothing\n\n"))
    with pytest.raises(HexawattConnectionError) as raised:
        side.take(side.client(api.url, TEST_KEY).events(), 1)
    assert raised.value.kind == "unexpected_answer"


def test_a_permanent_refusal_is_raised_at_the_start_and_later(side: Side, start_api: StartApi) -> None:
    refused = start_api(problem(403, "plan_capability_required"))
    with pytest.raises(HexawattProblem, match="plan_capability_required"):
        side.take(side.client(refused.url, TEST_KEY).events(), 1)
    revoked = start_api(stream(event("tariff", "t=1")), problem(401, "revoked_api_key"))
    with pytest.raises(HexawattProblem, match="revoked_api_key"):
        side.take(side.client(revoked.url, TEST_KEY).events(), 2)


def test_a_server_that_cannot_be_reached_at_the_start_is_a_network_error(side: Side, start_api: StartApi) -> None:
    api = start_api(stream(""))
    api.stop()
    with pytest.raises(HexawattConnectionError) as raised:
        side.take(side.client(api.url, TEST_KEY, max_retries=0).events(), 1)
    assert (raised.value.kind, side.waits) == ("network", [])


def test_a_body_of_another_kind_is_an_unexpected_answer(side: Side, start_api: StartApi) -> None:
    api = start_api(stream(event("tariff", "t=1", [])))
    with pytest.raises(HexawattConnectionError) as raised:
        side.take(side.client(api.url, TEST_KEY).events(), 1)
    assert raised.value.kind == "unexpected_answer"


def test_leaving_the_loop_ends_the_transfer(side: Side, start_api: StartApi) -> None:
    left = threading.Event()

    def endless(handler: Any) -> None:
        stream(event("tariff", "t=1"), breaks=True)(handler)
        try:
            for _ in range(1_000):
                handler.wfile.write(b"3\r\n:\n\n\r\n")
                if left.wait(0.005):
                    return
        except OSError:
            left.set()

    api = start_api(endless)
    side.take(side.client(api.url, TEST_KEY).events(), 1)
    assert left.wait(5)
