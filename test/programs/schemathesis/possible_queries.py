"""Hooks of the fuzzer: what the document cannot say about queries, and texts that are no JSON.

OpenAPI has no words for parameters that exclude each other. Without these hooks nearly every generated query of such an
operation is refused, and its answers are never seen.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import schemathesis
from schemathesis.generation import GenerationMode

WEIGHTS = ("wPrice", "wCarbon", "wGrid", "wAdequacy")
OFF_PEAK = ("offPeak", "offPeakSummer", "offPeakWinter")
LOAD = ("energyKWh", "powerKW", "durationMinutes")
# Instants around the one at which the product of the test stands still, as the document types them.
TIMES = ("2026-02-03T17:00:00Z", "2026-02-03T18:30:00+01:00", "2026-02-03T15:30:00.250Z", "2026-01-27T00:00:00Z")
TEXTS = {
    "profile": ("national", "CARBON", "price", "grid", "balanced"),
    "timezone": ("UTC", "Europe/Paris", "Asia/Kathmandu", "America/St_Johns"),
    "tariff": ("base", "hphc", "tempo", "spot"),
    "offPeak": ("22:30-06:30", "HC (1H30-7H30;12H30-14H30)", "00:00-24:00"),
    "quiet": ("22:00-07:00", "22h-7h,12h-13h"),
    "month": ("2026-02", "2026-01", "2000-01"),
    **dict.fromkeys(("from", "start", "issuedFrom", "targetFrom", "at", "earliest"), TIMES),
    **dict.fromkeys(("to", "end", "issuedTo", "targetTo", "latest"), ("2026-02-03T18:20:00Z", "2026-02-04T06:00:00Z")),
}


def _keep_one_group(query: dict[str, Any], groups: tuple[tuple[str, ...], ...], choice: int) -> None:
    """Drops all but one of the groups that exclude each other."""
    present = [group for group in groups if any(name in query for name in group)]
    for index, group in enumerate(present):
        if index != choice % len(present):
            for name in group:
                query.pop(name, None)


def _make_possible(query: dict[str, Any], choice: int) -> None:
    """Makes most of the parameters of a query go together; the values that are left are those that were generated."""
    for name, texts in TEXTS.items():
        # Two of three: the others keep the generated value, which the product has to refuse in good order.
        if name in query and (choice + len(name)) % 3 != 0:
            query[name] = texts[choice % len(texts)]
    _keep_one_group(query, (("profile",), WEIGHTS), choice)
    if any(name in query for name in WEIGHTS):
        query.update(zip(WEIGHTS, ("0.4", "0.3", "0.2", "0.1"), strict=True))
    _keep_one_group(query, (("adder",), ("adderEurPerKwh",)), choice)
    _keep_one_group(query, (OFF_PEAK[:1], OFF_PEAK[1:]), choice)
    _keep_one_group(query, (("issuedFrom", "issuedTo"), ("targetFrom", "targetTo")), choice)
    if all(name in query for name in LOAD):
        query.pop(LOAD[choice % len(LOAD)])
    if query.get("tariff") in ("base", "spot"):
        for name in OFF_PEAK:
            query.pop(name, None)
    for_spot_only = ("adder", "adderEurPerKwh", "vatPercent")
    for name in ("subscribedKva",) if query.get("tariff", "spot") == "spot" else for_spot_only:
        query.pop(name, None)


@schemathesis.hook
def before_call(_context: schemathesis.HookContext, case: schemathesis.Case, _kwargs: dict[str, Any]) -> None:
    """Makes the valid queries of the fuzzing phase possible ones; invalid queries stay as they are."""
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE or not case.query:
        return
    text = json.dumps(case.query, sort_keys=True, default=str)
    _make_possible(case.query, int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]))


@schemathesis.deserializer("text/calendar")
def read_calendar(_context: schemathesis.DeserializationContext, response: schemathesis.Response) -> str:
    """Reads a calendar, whose schema is a text."""
    return response.text
