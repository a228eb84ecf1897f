"""Months of the past: no point twice, none lost, also over clock changes and broken transfers."""

import json
from datetime import date, datetime, timedelta, timezone
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest

from hexawatt import ForbiddenProblem, HexawattConnectionError
from hexawatt.months import list_months, read_instant, split_by_month, start_of_month, text_of_day

from .conftest import StartApi
from .support.examples import history_point
from .support.scripted_api import TEST_KEY, Script, in_pieces, problem, respond
from .support.side import Side

UTC = timezone.utc
PARIS = ZoneInfo("Europe/Paris")


def archive(breaks_after: list[int | None]) -> Script:
    """Answer each window with its hourly points; a number breaks the transfer off behind that many points."""

    def script(handler: Any) -> None:
        query = parse_qs(urlsplit(handler.path).query)
        start, end = (datetime.fromisoformat(query[name][0].replace("Z", "+00:00")) for name in ("from", "to"))
        hours = [start + timedelta(hours=hour) for hour in range(round((end - start) / timedelta(hours=1)))]
        lines = [json.dumps(history_point(hour.isoformat())).encode() + b"\n" for hour in hours]
        broken = breaks_after.pop(0) if breaks_after else None
        if broken is None:
            respond(b"".join(lines))(handler)
        else:
            in_pieces(*lines[:broken], breaks=True)(handler)

    return script


def test_months_touch_each_other_and_have_23_and_25_hour_days() -> None:
    parts = list(split_by_month(read_instant(date(2026, 2, 15)), read_instant(date(2026, 11, 2))))
    assert [start for start, _ in parts[1:]] == [end for _, end in parts[:-1]]
    assert [start.astimezone(PARIS).day for start, _ in parts] == [15] + [1] * 9
    hours = {start.astimezone(PARIS).month: (end - start) / timedelta(hours=1) for start, end in parts}
    assert (hours[3], hours[4], hours[10]) == (743, 720, 745)


def test_months_are_listed_over_years() -> None:
    assert list_months("2025-11", date(2026, 2, 28)) == ["2025-11", "2025-12", "2026-01", "2026-02"]
    assert list_months("2026-02", "2026-01") == []
    assert start_of_month("2026-04") == datetime(2026, 3, 31, 22, tzinfo=UTC)


def test_a_day_is_that_of_paris_whatever_the_zone_of_the_instant() -> None:
    assert [text_of_day(day) for day in ("2026-02-03", date(2026, 2, 3))] == ["2026-02-03"] * 2
    assert text_of_day(datetime(2026, 2, 2, 23, 30, tzinfo=UTC)) == "2026-02-03"
    with pytest.raises(ValueError, match="has no time zone"):
        text_of_day(datetime(2026, 2, 3))


def test_a_window_without_an_hour_asks_nothing(side: Side, start_api: StartApi) -> None:
    api = start_api(archive([]))
    client = side.client(api.url, TEST_KEY)
    assert side.take(client.history_months(date(2026, 2, 1), date(2026, 2, 1))) == []
    assert api.requests == []


@pytest.mark.parametrize(
    "breaks_after",
    [[], [0, None, None, None], [1, 700], [5, 6, 7, 8, None, 300], [743], [None, None, 1]],
)
def test_each_hour_comes_once_and_in_order_however_often_the_transfer_breaks_off(
    side: Side, start_api: StartApi, breaks_after: list[int | None]
) -> None:
    api = start_api(archive(list(breaks_after)))
    client = side.client(api.url, TEST_KEY)
    points = side.take(client.history_months(date(2026, 2, 20), datetime(2026, 5, 1, 12, tzinfo=PARIS)))
    first = datetime(2026, 2, 19, 23, tzinfo=UTC)
    hours = (datetime(2026, 5, 1, 10, tzinfo=UTC) - first) // timedelta(hours=1)
    assert [point.timestamp for point in points] == [first + timedelta(hours=hour) for hour in range(hours)]
    breaks = [number for number in breaks_after if number is not None]
    assert len(api.requests) == 4 + len(breaks)
    assert len(side.waits) == len(breaks)


def test_a_resumed_transfer_asks_only_for_what_is_missing(side: Side, start_api: StartApi) -> None:
    api = start_api(archive([10]))
    side.take(side.client(api.url, TEST_KEY).history_months(date(2026, 2, 1), date(2026, 2, 2)))
    windows = [parse_qs(urlsplit(address).query) for address in api.addresses]
    assert [window["from"] for window in windows] == [["2026-01-31T23:00:00Z"], ["2026-02-01T08:00:00Z"]]
    assert [window["to"] for window in windows] == [["2026-02-01T23:00:00Z"]] * 2


def test_a_transfer_that_breaks_off_again_and_again_without_a_new_point_is_an_error(
    side: Side, start_api: StartApi
) -> None:
    api = start_api(archive([10, 1, 1, 1, 1, 1]))
    client = side.client(api.url, TEST_KEY)
    points = client.history_months(date(2026, 2, 1), date(2026, 3, 1))
    assert len(side.take_until_error(points, HexawattConnectionError)) == 10
    assert (len(api.requests), side.waits) == (3, [0.25, 0.5])


def test_a_passing_refusal_is_waited_for_and_a_permanent_one_is_raised(side: Side, start_api: StartApi) -> None:
    api = start_api(problem(429, "rate_limited", {"retry-after": "9"}), archive([]))
    client = side.client(api.url, TEST_KEY)
    assert len(side.take(client.history_months(date(2026, 2, 1), date(2026, 2, 2), granularity="hourly"))) == 24
    assert side.waits == [9]
    refusing = start_api(problem(403, "history_depth_exceeded"))
    with pytest.raises(ForbiddenProblem):
        side.take(side.client(refusing.url, TEST_KEY).history_months(date(2026, 2, 1), date(2026, 3, 1)))


def test_the_granularity_is_the_same_for_short_and_long_months(side: Side, start_api: StartApi) -> None:
    api = start_api(archive([]))
    client = side.client(api.url, TEST_KEY)
    side.take(client.history_months(date(2026, 9, 15), date(2026, 11, 1), profile="carbon"))
    queries = [parse_qs(urlsplit(address).query) for address in api.addresses]
    assert [(query["granularity"], query["profile"]) for query in queries] == [(["hourly"], ["carbon"])] * 2


def test_a_naive_instant_is_refused(side: Side) -> None:
    client = side.client("http://127.0.0.1:1", TEST_KEY)
    with pytest.raises(ValueError, match="has no time zone"):
        side.take(client.history_months(datetime(2026, 1, 1), date(2026, 2, 1)))
