"""Every program of Hexawatt makes the same statement of the same curve."""

from typing import Any

import pytest

from hexawatt.statement import DailyLoad, LoadCurve, Statement, TableContract, compute_statement
from hexawatt.statement.clock import HOUR_MS

from .vectors import (
    list_differences,
    month_of_zeros,
    read_vectors,
    to_contract,
    to_curve,
    to_instant_ms,
    to_months,
    to_table,
)

_vectors = read_vectors("statement-vectors.json")
_table = to_table(_vectors["table"])
_second: dict[str, Any] = _vectors["vectors"][1]["input"]


def _compute(vector: dict[str, Any], **changes: Any) -> Statement:
    given: dict[str, Any] = {
        "curve": to_curve(vector["curve"]),
        "months": to_months(vector["months"]),
        "table": _table,
        "contracts": [to_contract(contract) for contract in vector["contracts"]],
        "current": vector["current"],
        "moved": DailyLoad.model_validate(vector["moved"]),
        **changes,
    }
    return compute_statement(**given)


@pytest.mark.parametrize("vector", _vectors["vectors"], ids=lambda vector: vector["name"])
def test_a_statement_has_the_figures_of_the_independent_calculation(vector: dict[str, Any]) -> None:
    statement = _compute(vector["input"])
    assert list_differences(statement.model_dump(mode="json", by_alias=True), vector["output"], "statement") == []


def test_a_statement_read_again_from_its_json_is_the_same() -> None:
    statement = _compute(_second)
    assert Statement.model_validate_json(statement.model_dump_json(by_alias=True)) == statement


def test_hours_of_a_month_that_was_not_given_are_unknown_and_never_0() -> None:
    statement = _compute(_second, months=[], moved=None, contracts=[TableContract("base", "base", 9)])
    production = statement.total.emissions.production
    assert (production.kg_co2eq, production.known_share, production.g_co2eq_per_kwh) == (None, 0, None)
    assert [(figure.ranges[0].reason, figure.energy_kwh) for figure in statement.unknown] == [
        ("no-month", statement.total.energy_kwh)
    ] * 3
    assert statement.total.costs[0].total_eur is not None
    assert [caveat.code for caveat in statement.caveats] == ["less-than-a-year", "months-missing"]


def test_a_price_that_the_table_lacks_is_unknown_with_its_reason() -> None:
    contracts = [
        TableContract("other power", "base", 12.5),
        TableContract("hours unknown", "hphc", 9),
        TableContract("unknown", "none", 9),
    ]
    statement = _compute(_second, contracts=contracts, current=None, moved=None)
    reasons = {figure.figure: {run.reason for run in figure.ranges} for figure in statement.unknown}
    by_key = {getattr(figure, "contract", ""): found for figure, found in reasons.items()}
    assert (by_key["hours unknown"], by_key["unknown"]) == ({"no-off-peak-hours"}, {"no-price"})
    assert statement.comparison is None
    assert [cost.subscription_eur for cost in statement.total.costs] == [
        None,
        pytest.approx(statement.total.costs[1].subscription_eur),
        None,
    ]


def test_emissions_need_no_contract() -> None:
    statement = _compute(_second, contracts=[], current=None, moved=None)
    assert (statement.comparison, statement.break_evens.tempo, statement.contracts) == (None, [], [])
    assert statement.total.emissions.direct.known_share == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"curve": LoadCurve("supplier", [], [], [])}, "at least one step"),
        ({"contracts": [TableContract("base", "base")] * 2}, "different keys"),
        ({"current": "none"}, "not among the contracts"),
        (
            {
                "moved": DailyLoad.model_validate(
                    {
                        "energyKwh": 1,
                        "minutes": 300,
                        "usualStartMinute": 0,
                        "window": {"fromMinute": 60, "toMinute": 120},
                    }
                )
            },
            "longer than its window",
        ),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        _compute(_second, **changes)


def test_at_most_100_gaps_are_listed_and_the_others_counted() -> None:
    first_ms = to_instant_ms("2024-10-26T00:00:00Z")
    starts = list(range(first_ms, first_ms + 300 * HOUR_MS, HOUR_MS))
    curve = LoadCurve("supplier", starts, [30] * 300, [0.1] * 300)
    statement = _compute(_second, curve=curve, moved=None)
    assert (len(statement.gaps), statement.unlisted_gaps) == (100, 199)
    assert statement.total.partly_covered_hours == 300


def test_an_adder_profile_counts_by_its_hours_and_days() -> None:
    profile = {
        "id": "network",
        "name": "réseau",
        "from": "2023-01-01",
        "to": None,
        "periods": [
            {"id": "sunday", "season": None, "days": ["weekend", "holiday"], "colors": None, "hours": None},
            {"id": "night", "season": {"from": "11-01", "to": "03-31"}, "days": None, "colors": None, "hours": None},
            {"id": "other", "season": None, "days": None, "colors": None, "hours": None},
        ],
        "eurPerKwh": {"sunday": 0.1, "night": 0.2, "other": 0.3},
        "source": "made up",
        "certainty": "unconfirmed",
        "note": None,
    }
    table = to_table({**_vectors["table"], "adders": [profile]})
    spot = {"key": "spot", "tariff": {"kind": "spot", "adder": "network", "vatPercent": 0, "offPeak": None}}
    # A kWh in each hour from noon of Friday 1 November 2024, a public holiday, to Tuesday.
    first_ms = to_instant_ms("2024-11-01T11:00:00Z")
    starts = [first_ms + hour * HOUR_MS for hour in range(96)]
    curve = LoadCurve("supplier", starts, [60] * 96, [1.0] * 96)
    months = [month_of_zeros("2024-11", starts)]
    statement = _compute(
        _second, curve=curve, months=months, table=table, contracts=[to_contract(spot)], current=None, moved=None
    )
    facts = statement.contracts[0]
    assert (facts.name, facts.kind, facts.certainty) == ("réseau", "spot", "unconfirmed")
    assert statement.total.costs[0].energy_eur == pytest.approx(0.1 * 60 + 0.2 * 36)
    assert [caveat.code for caveat in statement.caveats] == [
        "less-than-a-year",
        "energy-only",
        "unconfirmed-prices",
        "spot-hourly-means",
    ]
