"""Every operation of the running product."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from hexawatt import (
    AuthenticationProblem,
    Contract,
    Hexawatt,
    HexawattProblem,
)

from .conftest import Product
from .support.side import Side

NEEDING_KEY: dict[str, Callable[[Any], Any]] = {
    "carbon_intensity": lambda client: client.carbon_intensity(),
    "carbon_consumption": lambda client: client.carbon_consumption(),
    "carbon_regions": lambda client: client.carbon_regions(),
    "carbon_regions_day": lambda client: client.carbon_regions_day("2026-02-03"),
    "carbon_explain": lambda client: client.carbon_explain(),
    "carbon_series": lambda client: client.carbon_series(resolution="1h", boundary="direct"),
    "score": lambda client: client.score(weights={"price": 0.4, "carbon": 0.3, "grid": 0.2, "adequacy": 0.1}),
    "score_forecast": lambda client: client.score_forecast(hours=48, profile="carbon"),
    "score_history": lambda client: client.score_history(granularity="raw"),
    "score_analytics": lambda client: client.score_analytics(timezone="Europe/Paris"),
    "forecast_archive": lambda client: client.forecast_archive(quantity="price"),
    "color_archive": lambda client: client.color_archive(),
    "outlook": lambda client: client.outlook(hours=48, resolution="15m"),
    "prices": lambda client: client.prices(Contract(tariff="hphc", off_peak="22h30-6h30")),
    "schedule": lambda client: client.schedule(duration_minutes=120, objective="cost"),
    "grid_status": lambda client: client.grid_status(),
    "tariff_today": lambda client: client.tariff_today(),
    "tariff_outlook": lambda client: client.tariff_outlook(),
}
WITHOUT_KEY: dict[str, Callable[[Any], Any]] = {
    "hours": lambda client: client.hours(),
    "coverage": lambda client: client.coverage(),
    "accuracy": lambda client: client.accuracy(),
    "tariffs": lambda client: client.tariffs(),
    "plans": lambda client: client.plans(),
    "profiles": lambda client: client.profiles(),
    "status": lambda client: client.status(),
    "dashboard": lambda client: client.dashboard(),
}
STREAMS = {
    *("stream_carbon_series", "stream_history", "stream_forecast_archive", "stream_color_archive"),
    *("events", "carbon_series_months", "history_months", "hours_of"),
}


@pytest.fixture
def client(side: Side, product: Product) -> Any:
    """Both clients with the key of the product."""
    return side.client(product.url, product.key, max_retries=0)


def test_every_operation_is_called_here() -> None:
    public = {name for name in dir(Hexawatt) if not name.startswith("_")} - {"close", "with_options"}
    assert public == NEEDING_KEY.keys() | WITHOUT_KEY.keys() | STREAMS


@pytest.mark.parametrize("name", NEEDING_KEY)
def test_an_operation_returns_its_body_with_limits_and_data_mode(side: Side, client: Any, name: str) -> None:
    answer = side.run(NEEDING_KEY[name](client))
    assert answer.data_mode in ("demo", "replay")
    assert answer.rate_limit.remaining_minute < answer.rate_limit.limit_minute
    assert (answer.from_cache, bool(answer.request_id)) == (False, True)


@pytest.mark.parametrize("name", WITHOUT_KEY)
def test_an_operation_without_a_key_returns_its_body(side: Side, product: Product, name: str) -> None:
    answer = side.run(WITHOUT_KEY[name](side.client(product.url, max_retries=0)))
    assert answer.rate_limit.limit_month is None


def test_both_clients_return_the_same(product: Product) -> None:
    sides = [Side(is_async=False), Side(is_async=True)]
    hours = [one.run(one.client(product.url).hours()) for one in sides]
    history = [one.take(one.client(product.url, product.key).stream_history()) for one in sides]
    for one in sides:
        one.close()
    assert hours[0].data == hours[1].data
    assert len(history[0]) > 100
    assert history[0][1:] == history[1][1:]


def test_an_unchanged_answer_is_from_the_cache_and_costs_nothing_of_the_month(side: Side, client: Any) -> None:
    first = side.run(client.tariff_outlook())
    second = side.run(client.tariff_outlook())
    assert second.from_cache
    assert (second.data, second.etag, second.data_mode) == (first.data, first.etag, first.data_mode)
    assert second.rate_limit.remaining_month == first.rate_limit.remaining_month


def test_the_stream_yields_the_points_of_the_history(side: Side, client: Any) -> None:
    window = day_before(side, client)
    points = side.run(client.score_history(**window, granularity="raw")).data.points
    streamed = side.take(client.stream_history(**window, granularity="raw"))
    assert [point.model_dump(exclude={"provenance"}) for point in streamed] == [point.model_dump() for point in points]
    assert {point.provenance for point in streamed} <= {"live", "backfilled"}


def test_months_yield_the_points_of_the_history(side: Side, client: Any) -> None:
    window = day_before(side, client)
    points = side.take(client.history_months(window["from_"], window["to"], granularity="raw"))
    assert points == side.take(client.stream_history(**window, granularity="raw"))
    assert len(points) > 100


def test_the_carbon_series_is_the_same_at_once_as_a_stream_and_by_months(side: Side, client: Any) -> None:
    series = side.run(client.carbon_series(boundary="direct")).data
    window = {"from_": series.from_, "to": series.to}
    assert series.points
    assert side.take(client.stream_carbon_series(**window, boundary="direct")) == series.points
    assert side.take(client.carbon_series_months(**window, boundary="direct")) == series.points


def test_the_streams_of_the_archives_yield_the_points_of_their_whole_answers(side: Side, client: Any) -> None:
    forecasts = side.run(client.forecast_archive()).data
    window = {"issued_from": forecasts.from_, "issued_to": forecasts.to}
    assert side.take(client.stream_forecast_archive(**window)) == forecasts.points
    colors = side.run(client.color_archive(**window)).data
    assert side.take(client.stream_color_archive(**window)) == colors.points


def test_hours_of_months_come_month_by_month(side: Side, client: Any) -> None:
    newest = side.run(client.hours()).data
    before = newest.from_ - timedelta(days=2)
    answers = side.take(client.hours_of(before, newest.month))
    assert [answer.data.month for answer in answers] == [before.strftime("%Y-%m"), newest.month]
    for answer in answers:
        data = answer.data
        lengths = {len(data.hours), len(data.production_gco2_per_kwh), len(data.eur_per_mwh), len(data.tempo_color)}
        assert len(lengths) == 1


def test_events_yield_the_newest_body_of_each_kind_at_once(side: Side, client: Any) -> None:
    events = side.take(client.events(kinds=["outlook", "grid", "tariff"]), 3)
    received = {event.kind: event.data for event in events}
    assert received.keys() == {"outlook", "grid", "tariff"}
    assert received["tariff"].in_force == side.run(client.tariff_today()).data.in_force
    assert {event.data_mode for event in events} <= {"demo", "replay"}


def test_events_of_prices_are_the_prices_of_the_contract(side: Side, client: Any) -> None:
    contract = Contract(tariff="hphc", subscribed_kva=9, off_peak_summer="2h-7h,13h-16h", off_peak_winter="22h30-6h30")
    (event,) = side.take(client.events(kinds=["prices"], contract=contract), 1)
    asked = side.run(client.prices(contract)).data
    assert [price for price in event.data if price in asked][-10:] == asked[-10:]


def test_a_refusal_is_its_problem(side: Side, product: Product, client: Any) -> None:
    with pytest.raises(AuthenticationProblem) as missing:
        side.run(side.client(product.url).score())
    assert missing.value.code == "missing_api_key"
    with pytest.raises(AuthenticationProblem) as unknown:
        side.run(side.client(product.url, "hxw_" + "0" * 32).score())
    assert unknown.value.code == "invalid_api_key"
    with pytest.raises(HexawattProblem) as invalid:
        side.run(client.score_forecast(hours=49))
    assert (invalid.value.code, invalid.value.parameter) == ("invalid_parameter", "hours")
    with pytest.raises(HexawattProblem) as large:
        side.run(client.score_history(from_=datetime(2024, 1, 1, tzinfo=timezone.utc)))
    assert (large.value.code, bool(large.value.trace_id), bool(large.value.request_id)) == (
        "window_too_large",
        True,
        True,
    )


def day_before(side: Side, client: Any) -> dict[str, datetime]:
    """The last full day by the clock of the product."""
    to = side.run(client.score_history()).data.to.replace(minute=0, second=0) - timedelta(hours=1)
    return {"from_": to - timedelta(days=1), "to": to}
