"""From the arguments of a call to the address that is requested."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from hexawatt import Contract, ScoreWeights
from hexawatt.errors import HexawattError

from .conftest import StartApi
from .support.scripted_api import TEST_KEY, respond
from .support.side import Side

PARIS = ZoneInfo("Europe/Paris")
NAIVE = datetime(2026, 1, 1)

ADDRESSES: list[tuple[str, Callable[[Any], Any]]] = [
    ("/v1/score", lambda client: client.score()),
    ("/v1/score?profile=carbon", lambda client: client.score(profile="carbon")),
    (
        "/v1/score?wPrice=0.30000000000000004&wCarbon=0.7&wGrid=0&wAdequacy=0.0000001",
        lambda client: client.score(weights={"price": 0.1 + 0.2, "carbon": 0.7, "grid": 0, "adequacy": 1e-7}),
    ),
    (
        "/v1/score?wPrice=0.25&wCarbon=0.25&wGrid=0.25&wAdequacy=0.25",
        lambda client: client.score(weights=ScoreWeights(price=0.25, carbon=0.25, grid=0.25, adequacy=0.25)),
    ),
    ("/v1/score/forecast?hours=48&profile=grid", lambda client: client.score_forecast(hours=48, profile="grid")),
    ("/v1/score/forecast?hours=36", lambda client: client.score_forecast(hours=timedelta(days=1.5))),
    ("/v1/outlook?hours=72&resolution=15m", lambda client: client.outlook(hours=72, resolution="15m")),
    (
        "/v1/carbon/explain?at=2026-01-01T11%3A00%3A00Z",
        lambda c: c.carbon_explain(at=datetime(2026, 1, 1, 12, tzinfo=PARIS)),
    ),
    (
        "/v1/score/history?from=2025-12-31T23%3A00%3A00Z&to=2026-01-02T00%3A00%3A00.999Z&granularity=raw",
        lambda client: client.score_history(
            from_=datetime(2026, 1, 1, tzinfo=PARIS),
            to=datetime(2026, 1, 2, 0, 0, 0, 999_000, tzinfo=timezone.utc),
            granularity="raw",
        ),
    ),
    (
        "/v1/score/history?from=2026-01-01&to=yesterday",
        lambda c: c.score_history(from_=date(2026, 1, 1), to="yesterday"),
    ),
    (
        "/v1/score/analytics?from=2026-01-01T00%3A00%3A00%2B01%3A00&profile=carbon&timezone=Europe%2FParis",
        lambda client: client.score_analytics(
            from_="2026-01-01T00:00:00+01:00", timezone="Europe/Paris", profile="carbon"
        ),
    ),
    (
        "/v1/forecast/archive?quantity=price&targetFrom=2026-01-01&targetTo=2026-01-02",
        lambda c: c.forecast_archive(quantity="price", target_from=date(2026, 1, 1), target_to="2026-01-02"),
    ),
    (
        "/v1/forecast/archive?quantity=tariffColor&issuedFrom=2026-01-01&issuedTo=2026-01-02",
        lambda c: c.color_archive(issued_from=date(2026, 1, 1), issued_to=date(2026, 1, 2)),
    ),
    ("/api/hours?month=2026-02", lambda client: client.hours("2026-02")),
    ("/api/hours?month=2026-02", lambda client: client.hours(date(2026, 2, 28))),
    # The 31st at 23:30 UTC is the first of the next month in Paris.
    ("/api/hours?month=2026-02", lambda client: client.hours(datetime(2026, 1, 31, 23, 30, tzinfo=timezone.utc))),
    (
        "/v1/export/evcc?quantity=tariff&tariff=spot&adderEurPerKwh=-0.09&vatPercent=20",
        lambda client: client.prices(Contract(tariff="spot", adder_eur_per_kwh=-0.09, vat_percent=20)),
    ),
    (
        "/v1/schedule?energyKWh=2&powerKW=1.5&durationMinutes=80&earliest=2026-01-01&latest=07%3A00"
        "&quiet=22%3A00-23%3A00%2C12%3A00-13%3A00&maxSegments=2&minOnMinutes=30&objective=cost&emissions=direct"
        "&tariff=hphc&subscribedKva=9&offPeakSummer=2h-6h%2C13h-17h&offPeakWinter=22h-6h&estimate=prudent"
        "&tieBreak=late&profile=carbon",
        lambda client: client.schedule(
            energy_kwh=2,
            power_kw=1.5,
            duration_minutes=timedelta(minutes=80),
            earliest=date(2026, 1, 1),
            latest=time(7),
            quiet=["22:00-23:00", "12:00-13:00"],
            max_segments=2,
            min_on_minutes=30,
            objective="cost",
            emissions="direct",
            contract=Contract(
                tariff="hphc", subscribed_kva=9, off_peak_summer=["2h-6h", "13h-17h"], off_peak_winter="22h-6h"
            ),
            estimate="prudent",
            tie_break="late",
            profile="carbon",
        ),
    ),
    (
        "/v1/schedule?durationMinutes=60&tariff=spot&adder=my-supplier",
        lambda client: client.schedule(duration_minutes=60, contract=Contract(tariff="spot", adder="my-supplier")),
    ),
]


@pytest.mark.parametrize(("address", "call"), ADDRESSES, ids=[address for address, _ in ADDRESSES])
def test_a_call_requests_its_address(side: Side, start_api: StartApi, address: str, call: Callable[[Any], Any]) -> None:
    api = start_api(respond("null"))
    with pytest.raises(HexawattError):
        side.run(call(side.client(api.url, TEST_KEY)))
    assert api.addresses == [address]


@pytest.mark.parametrize(
    ("sentence", "call"),
    [
        ("2026-01-01T00:00:00 has no time zone", lambda client: client.score_history(from_=NAIVE)),
        ("2026-01-01T00:00:00 has no time zone", lambda client: client.hours(NAIVE)),
        ("has no zone", lambda client: client.schedule(duration_minutes=60, latest=time(7, tzinfo=timezone.utc))),
        ("whole number of units", lambda client: client.outlook(hours=timedelta(minutes=90))),
        ("finite number; received nan", lambda client: client.schedule(energy_kwh=float("nan"), power_kw=1)),
        ("received wind", lambda client: client.score(weights={"wind": 1})),
        ("A month is written as 2026-02; received '2026-2'", lambda client: client.hours("2026-2")),
        ("kinds are score, .*; received storm", lambda client: client.events(kinds=["storm"])),
    ],
)
def test_a_wrong_argument_is_refused_before_any_request(
    side: Side, start_api: StartApi, sentence: str, call: Callable[[Any], Any]
) -> None:
    api = start_api(respond("null"))
    with pytest.raises(ValueError, match=sentence):
        side.run(call(side.client(api.url, TEST_KEY)))
    assert api.requests == []
