"""The vectors that every program of Hexawatt must reproduce, made by the project's `write-vectors.ts`."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any, TypeGuard

from hexawatt.models.hours import Hours
from hexawatt.models.tariffs import Tariffs
from hexawatt.statement import LoadCurve, SeasonalHours, SpotContract, TableContract
from hexawatt.statement.clock import format_instant, to_ms

REPOSITORY = Path(__file__).parents[4]
_FOLDER = REPOSITORY / "shared/src/methodology/load-curve/testing"
TOLERANCE = 2e-6
"""Sums in another order differ in the last bits, and round to another millionth at a half."""


def read_vectors(name: str) -> dict[str, Any]:
    """A file of vectors."""
    content: dict[str, Any] = json.loads((_FOLDER / name).read_text(encoding="utf-8"))
    return content


def to_instant_ms(text: str) -> int:
    """Milliseconds since 1970 of `2024-03-30T11:00:00Z`."""
    return to_ms(datetime.fromisoformat(text.replace("Z", "+00:00")))


def to_curve(vector: dict[str, Any]) -> LoadCurve:
    """The load curve of a vector."""
    return LoadCurve(
        kind="supplier",
        starts_ms=[to_instant_ms(start) for start in vector["starts"]],
        minutes=vector["minutes"],
        energy_kwh=vector["energyKwh"],
        from_ms=to_instant_ms(vector["from"]),
        to_ms=to_instant_ms(vector["to"]),
    )


def _to_hours(off_peak: dict[str, list[dict[str, int]]] | None) -> SeasonalHours | None:
    if off_peak is None:
        return None
    summer, winter = (
        tuple((hours["fromMinute"], hours["toMinute"]) for hours in off_peak[season]) for season in ("summer", "winter")
    )
    return SeasonalHours(summer, winter)


def to_contract(vector: dict[str, Any]) -> TableContract | SpotContract:
    """A contract of a vector."""
    tariff, subscription = vector["tariff"], vector.get("subscriptionEurPerMonth")
    if tariff["kind"] == "spot":
        off_peak = _to_hours(tariff["offPeak"])
        return SpotContract(vector["key"], tariff["adder"], tariff["vatPercent"], off_peak, subscription)
    customer = tariff["customer"]
    off_peak = _to_hours(customer["offPeak"])
    return TableContract(vector["key"], tariff["id"], customer["subscribedKva"], off_peak, subscription)


def to_table(vector: dict[str, Any]) -> Tariffs:
    """The price table of the vectors."""
    return Tariffs.model_validate({"currency": "EUR", **vector})


def to_months(vector: list[dict[str, Any]]) -> list[Hours]:
    """The months of a vector."""
    return [Hours.model_validate(month) for month in vector]


def _is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def list_differences(actual: object, expected: object, path: str) -> list[str]:
    """Everything that is expected and not there; numbers may differ by the tolerance."""
    if _is_object(expected):
        members = actual if _is_object(actual) else {}
        return [
            difference
            for name, item in expected.items()
            for difference in list_differences(members.get(name, "missing"), item, f"{path}.{name}")
        ]
    if _is_list(expected):
        if not _is_list(actual) or len(actual) != len(expected):
            return [f"{path}: {actual!r}, not {len(expected)} items"]
        return [
            difference
            for index, (one, other) in enumerate(zip(actual, expected, strict=True))
            for difference in list_differences(one, other, f"{path}[{index}]")
        ]
    if isinstance(expected, int | float) and not isinstance(expected, bool):
        is_close = isinstance(actual, int | float) and abs(actual - expected) <= TOLERANCE
        return [] if is_close else [f"{path}: {actual!r}, not {expected!r}"]
    return [] if actual == expected else [f"{path}: {actual!r}, not {expected!r}"]


def month_of_zeros(month: str, starts: list[int]) -> Hours:
    """Make a month with an intensity and a price of 0 in each of the hours."""
    zeros = [0.0] * len(starts)
    return Hours.model_validate(
        {
            "month": month,
            "timeZone": "Europe/Paris",
            "from": format_instant(starts[0]),
            "to": format_instant(starts[-1]),
            "hours": [format_instant(start) for start in starts],
            "productionGCo2PerKwh": zeros,
            "consumptionGCo2PerKwh": zeros,
            "directGCo2PerKwh": zeros,
            "eurPerMwh": zeros,
            "tempoColor": ["Bleu"] * len(starts),
            "methodologyVersions": [],
            "sources": [],
            "complete": True,
        }
    )
