"""A statement is made with the months and prices of the running product, and nothing of the file is sent."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from hexawatt import Contract, Hours
from hexawatt.statement import (
    DailyLoad,
    LoadCurve,
    StatementReport,
    TableContract,
    compute_statement,
    make_statement,
    make_statement_async,
    read_load_curve,
)
from hexawatt.statement.clock import HOUR_MS, format_instant, to_ms

from ..conftest import Product
from ..support.side import Side

_METER = "19370461852974"
_KEY = "hxw_0123456789abcdef"


class Recorder:
    """Passes requests on to the product, and keeps them."""

    def __init__(self, side: Side, product: Product, passing_on: httpx.Client) -> None:
        self.requests: list[httpx.Request] = []
        self._product = passing_on
        self._side = side
        self.client = side.client(product.url, _KEY, http_client=side.http_client(self._pass_on))

    def _pass_on(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self._product.request(request.method, request.url.raw_path.decode(), headers={"accept": "*/*"})
        return httpx.Response(answer.status_code, headers=_without_encoding(answer), content=answer.content)

    def make(self, curve: Any, **options: Any) -> StatementReport:
        """Make a statement by the function of the side."""
        make = make_statement_async if self._side.is_async else make_statement
        report: StatementReport = self._side.run(make(self.client, curve, **options))
        return report

    @property
    def paths(self) -> list[str]:
        return [request.url.raw_path.decode() for request in self.requests]


def _without_encoding(answer: httpx.Response) -> list[tuple[str, str]]:
    return [
        (name, value) for name, value in answer.headers.items() if name not in ("content-encoding", "content-length")
    ]


@pytest.fixture
def recorder(side: Side, product: Product) -> Iterator[Recorder]:
    """Both clients, whose requests are recorded on their way to the product."""
    with httpx.Client(base_url=product.url) as passing_on:
        yield Recorder(side, product, passing_on)


@pytest.fixture
def newest(side: Side, product: Product) -> Hours:
    """The newest month that has hours."""
    client = side.client(product.url)
    month: Hours = side.run(client.hours()).data
    return month if month.hours else side.run(client.hours((month.from_ - timedelta(days=1)).date())).data


def _write_file(folder: Path, hours: Hours) -> Path:
    """A file of the customer account with the newest hours of the product, up to a day of them."""
    facts = "Identifiant PRM;Type de donnees;Grandeur metier;Unite\n"
    rows = [f"{format_instant(to_ms(start) + HOUR_MS).removesuffix('Z')}Z;7310" for start in hours.hours[-24:]]
    file = folder / f"mes-puissances-{_METER}.csv"
    table = "\n".join(["Horodate;Valeur", *rows])
    file.write_text(f"{facts}{_METER};Courbe de charge;Consommation;W\n{table}\n", encoding="utf-8")
    return file


def test_a_statement_is_that_of_the_months_and_prices_of_the_product(
    side: Side, product: Product, recorder: Recorder, newest: Hours, tmp_path: Path
) -> None:
    file = _write_file(tmp_path, newest)
    contract = Contract(tariff="base", subscribed_kva=9)
    moved = DailyLoad(energy_kwh=1, minutes=120, usual_start_minute=60)
    report = recorder.make(file, contract=contract, moved=moved, subscription_eur_per_month=10)
    tariffs = side.run(side.client(product.url).tariffs()).data
    contracts = [TableContract("base", "base", 9, None, 10), TableContract("tempo", "tempo", 9)]
    curve = read_load_curve(file)
    expected = compute_statement(curve, [newest], tariffs, contracts, current="base", moved=moved)
    assert report.statement == expected
    assert report.statement.total.energy_kwh == pytest.approx(7.31 * len(curve))
    assert report.data_modes == ["demo"]
    assert report.notes == ["Not compared, because your off-peak hours are not known (off_peak): hphc."]


def test_requests_name_the_months_only_without_key_and_body(recorder: Recorder, newest: Hours, tmp_path: Path) -> None:
    recorder.make(_write_file(tmp_path, newest))
    assert recorder.paths == ["/api/tariffs", f"/api/hours?month={newest.month}"]
    for request in recorder.requests:
        assert request.read() == b""
        sent = f"{request.url} {request.headers.raw!r}"
        assert [secret for secret in (_METER, _KEY, "7310", "mes-puissances") if secret in sent] == []


def test_a_month_in_the_future_is_missing_and_not_an_error(recorder: Recorder, newest: Hours) -> None:
    first_ms = to_ms(newest.from_) + 70 * 24 * HOUR_MS
    report = recorder.make(LoadCurve("supplier", [first_ms], [60], [1.0]), contracts=["base"])
    assert report.statement.total.emissions.production.kg_co2eq is None
    assert "months-missing" in [caveat.code for caveat in report.statement.caveats]


def test_contracts_that_cannot_be_compared_are_refused_before_a_month_is_asked_for(recorder: Recorder) -> None:
    curve = LoadCurve("supplier", [1_769_900_400_000], [60], [1.0])
    refused: list[tuple[dict[str, Any], str]] = [
        ({"contracts": ["bass"]}, "unknown contract 'bass': use base, hphc, tempo, .*spot"),
        ({"contracts": ["hphc"]}, "needs off_peak"),
        ({"contract": Contract(adder="none")}, "unknown adder 'none'"),
        ({"contract": Contract(adder="none", adder_eur_per_kwh=0.1)}, "not both"),
        ({"contract": Contract(off_peak="22h-6h", off_peak_summer="1h-7h")}, "not both"),
        ({"contract": Contract(off_peak_summer="22h-6h")}, "together"),
        ({"contract": Contract(off_peak="at night")}, "off-peak hours 'at night' cannot be read"),
        ({"contract": Contract(off_peak="1h-2h,3h-4h,5h-6h,7h-8h")}, "up to 3 ranges"),
        ({"subscription_eur_per_month": 12}, "give its tariff"),
    ]
    for options, reason in refused:
        with pytest.raises(ValueError, match=reason):
            recorder.make(curve, **options)
    assert set(recorder.paths) == {"/api/tariffs"}


def test_the_market_price_without_its_addition_says_what_is_missing(recorder: Recorder, newest: Hours) -> None:
    curve = LoadCurve("supplier", [to_ms(newest.hours[-1])], [60], [1.0])
    own = Contract(tariff="spot", off_peak=["22h38 à 6h38"])
    report = recorder.make(curve, contract=own, contracts=["base", "hphc", "tempo"])
    assert [contract.key for contract in report.statement.contracts] == ["spot", "base", "hphc", "tempo"]
    assert ["adder_eur_per_kwh" in report.notes[0], "VAT" in report.notes[1]] == [True, True]
    paid = recorder.make(curve, contract=Contract(adder_eur_per_kwh=0.08, vat_percent=20))
    assert (paid.statement.contracts[-1].key, paid.notes[1:]) == ("spot", [])


def test_a_file_of_more_than_ten_years_is_refused_before_any_request(recorder: Recorder) -> None:
    curve = LoadCurve("supplier", [0, 121 * 31 * 24 * HOUR_MS], [60, 60], [1.0, 1.0])
    with pytest.raises(ValueError, match="at most 120"):
        recorder.make(curve)
    assert recorder.paths == []
