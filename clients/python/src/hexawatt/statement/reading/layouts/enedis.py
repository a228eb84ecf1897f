"""Files of Enedis: the customer account, and those for professionals as CSV or JSON."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard, cast

from hexawatt.statement.curve import LoadCurveRefusal
from hexawatt.statement.reading.facts import Facts, find_fact, find_fact_columns, find_unit
from hexawatt.statement.reading.layouts.table import Table
from hexawatt.statement.reading.steps.columns import END, END_UNLESS_BOUNDS, START
from hexawatt.statement.reading.text.decode import SPACES

_LEAST_HEADINGS = 3
"""Names that a line of headings must have for the next line to be their values."""


def _position(names: Sequence[str], pattern: str) -> int:
    return next((index for index, name in enumerate(names) if re.match(pattern, name)), -1)


def recognise_fact_headings(names: Sequence[str]) -> dict[int, str] | None:
    """Positions of the facts whose values stand in the line below; None if the line is no such heading.

    Headings stand side by side; where a line has names and values in turn, no two names do.
    """
    columns = {index: fact for index, name in enumerate(names) if (fact := find_fact(name)) is not None}
    have_neighbours = any(index + 1 in columns for index in columns)
    return columns if len(columns) >= _LEAST_HEADINGS and have_neighbours else None


def read_fact_pairs(names: Sequence[str], row: Sequence[str]) -> Facts:
    """Facts that stand as pairs of name and value in one line, as in newer files; empty if there are none."""
    facts: Facts = {}
    for index, name in enumerate(names):
        fact = find_fact(name)
        if fact is None:
            continue
        value = next((position for position in range(index + 1, len(names)) if names[position]), None)
        # A name whose value is missing is followed by the next name.
        if value is not None and find_fact(names[value]) is None:
            facts[fact] = row[value].strip(SPACES)
    return facts


def _recognise_stamps(names: Sequence[str]) -> Table | None:
    """Recognise ``Horodate;Valeur`` and ``horodate ISO fin de pas;puissance moyenne (W)``."""
    stamp, value = _position(names, "horodat"), _position(names, "valeur|puissance")
    if stamp < 0 or value < 0:
        return None
    return Table(
        kind="enedis-customer",
        stamp=stamp,
        value=value,
        facts=find_fact_columns(names),
        width=len(names),
        side=END,
        is_clock_known=True,
        unit=find_unit(names[value]),
        # People delete the two lines above the table: the customer account gives such a curve in W only.
        assumed_unit="W",
    )


def _recognise_ranges(names: Sequence[str]) -> Table | None:
    """Table of the worksheet ``Consommation Horaire`` saved as CSV: ``Début;Fin;Valeur (en kW)``."""
    stamp, end, value = (_position(names, pattern) for pattern in (r"d.{1,3}but\Z", r"fin\Z", "valeur|puissance"))
    if min(stamp, end, value) < 0:
        return None
    return Table(
        kind="enedis-customer",
        stamp=stamp,
        end=end,
        value=value,
        width=len(names),
        side=START,
        is_clock_known=True,
        unit=find_unit(names[value]),
    )


def recognise_customer_table(names: Sequence[str]) -> Table | None:
    """Table of the customer account below these headings; None for another one."""
    return _recognise_stamps(names) or _recognise_ranges(names)


_LEAST_FACTS = 3
"""Facts that tell a table for professionals from that of the customer account, which has none in its columns."""


def recognise_professional_table(names: Sequence[str]) -> Table | None:
    """Recognise flow R63 (answers to requests M023), and its forerunner with date and time apart."""
    stamp = _position(names, r"horodat|date de la mesure\Z")
    time, value = _position(names, r"heure de la mesure\Z"), _position(names, r"valeur\Z")
    facts = find_fact_columns(names)
    if stamp < 0 or value < 0 or len(facts) < _LEAST_FACTS:
        return None
    return Table(
        kind="enedis-professional",
        stamp=stamp,
        time=None if time < 0 else time,
        value=value,
        facts=facts,
        width=len(names),
        # Meters of homes are stamped at the end, those of large sites at the start: the flow does not say which it is.
        side=END_UNLESS_BOUNDS,
        is_clock_known=True,
        unit="",
    )


_HEADINGS = [
    "Identifiant PRM",
    "Date de debut",
    "Date de fin",
    "Grandeur physique",
    "Grandeur metier",
    "Etape metier",
    "Unite",
    "Horodate",
    "Valeur",
    "Nature",
    "Pas",
]
"""Headings of the table that the JSON form is turned into."""

_OTHER_FLOWS = {"R64": "meter-readings", "R65": "daily-values", "R66": "daily-maximum-power"}
"""Flows of the same family that are no load curve."""

Fields = Mapping[str, Any]


def _to_fields(value: object) -> Fields:
    return cast(Fields, value) if isinstance(value, dict) else {}


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _to_list(value: object) -> list[Any]:
    if _is_list(value):
        return value
    return [] if value is None else [value]


def _to_text(value: object) -> str:
    """Text of a value; nested ones say nothing."""
    return str(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""


def _list_measurement(measurement: Fields) -> Iterator[list[str]]:
    """Rows of one measurement of flow R63, and of the services that give the same to persons."""
    period = _to_fields(measurement.get("periode"))
    step = _to_text(measurement.get("pas"))
    for quantity in map(_to_fields, _to_list(measurement.get("grandeur"))):
        facts = [
            _to_text(measurement.get("idPrm")),
            _to_text(period.get("dateDebut")),
            _to_text(period.get("dateFin")),
            _to_text(quantity.get("grandeurPhysique")),
            _to_text(quantity.get("grandeurMetier")),
            _to_text(measurement.get("etapeMetier")),
            _to_text(quantity.get("unite")),
        ]
        for point in map(_to_fields, _to_list(quantity.get("points"))):
            date, value, nature, own_step = (_to_text(point.get(name)) for name in ("d", "v", "n", "p"))
            yield [*facts, date, value, nature, own_step or step]


def _list_meter_reading(reading: Fields) -> Iterator[list[str]]:
    """Rows of a load curve of the interface for third parties (Data Connect)."""
    kind = _to_fields(reading.get("reading_type"))
    meter, start, end, quality = (_to_text(reading.get(name)) for name in ("usage_point_id", "start", "end", "quality"))
    facts = [meter, start, end, "", "", quality, _to_text(kind.get("unit"))]
    for point in map(_to_fields, _to_list(reading.get("interval_reading"))):
        yield [*facts, *(_to_text(point.get(name)) for name in ("date", "value", "measure_type", "interval_length"))]


def list_json_rows(text: str) -> Iterator[list[str]]:
    """Rows of the JSON form, as those of the table. Raises LoadCurveRefusal if the text is no such JSON."""
    try:
        parsed: object = json.loads(text)
    except (ValueError, RecursionError):
        raise LoadCurveRefusal("not-a-load-curve", {"seems": "json"}) from None
    roots = [_to_fields(root) for root in _to_list(parsed)]
    header = _to_fields(_to_fields(roots[0] if roots else None).get("header"))
    flow = _OTHER_FLOWS.get(_to_text(header.get("codeFlux")))
    if flow is not None:
        raise LoadCurveRefusal(flow)
    if not any(name in root for root in roots for name in ("mesures", "grandeur", "meter_reading")):
        raise LoadCurveRefusal("not-a-load-curve", {"seems": "json"})
    yield _HEADINGS
    for root in roots:
        for measurement in (root, *map(_to_fields, _to_list(root.get("mesures")))):
            yield from _list_measurement(measurement)
        if "meter_reading" in root:
            yield from _list_meter_reading(_to_fields(root["meter_reading"]))
