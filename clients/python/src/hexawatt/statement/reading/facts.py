"""What a file says about all rows of a block, or a row about itself, and what that means."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hexawatt.statement.reading.steps.columns import COMPLETED, CORRECTED, RAW
from hexawatt.statement.reading.text.decode import SPACES

Facts = dict[str, str]
"""Texts by the name of the fact: meter, type, from, to, physical, business, stage, nature, unit, step."""

# Headings of facts, normalised. A dot stands for an accented letter, and for what a wrong encoding makes of it.
_PATTERNS = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "meter",
            r"(identifiant (prm|pdl)|(numero (de )?)?(prm|pdl)|idprm|point r.{1,3}f.{1,3}rence mesure.*"
            r"|usage point id)\Z",
        ),
        ("type", r"type de (donn.{1,3}es?|comptage|mesure)\Z"),
        ("from", r"date de d.{1,3}but\Z"),
        ("to", r"date de fin\Z"),
        ("physical", r"grandeur physique\Z"),
        ("business", r"grandeur m.{1,3}tier\Z"),
        ("stage", r"([e.]|\S{1,3})tape m.{1,3}tier\Z|statut demand.{1,3}\Z"),
        ("nature", r"(nature.*|statut de la mesure)\Z"),
        ("unit", r"unit.{0,3}\Z"),
        ("step", r"pas( en minutes| de temps)?\Z"),
    )
)
_LONGEST_NAME = 80
"""Longer cells are no headings."""
# NFD separates accents from their letters: accents, byte-order marks and quotes are left out.
_LOST = re.compile(r"[\u0300-\u036f\ufeff\"'’]")
_BETWEEN = re.compile(f"[_{SPACES}]+")
_UNIT = re.compile(rf"(?:^|[{SPACES}(\[/])([km]?(?:wh?|va|varh?))(?=\Z|[{SPACES})\]])")


@lru_cache(maxsize=1_000)
def normalise_name(cell: str) -> str:
    """Return a heading without accents, case, underscores, quotes and final colon: exports spell it in many ways."""
    if len(cell) > _LONGEST_NAME:
        return ""
    name = _BETWEEN.sub(" ", _LOST.sub("", unicodedata.normalize("NFD", cell)))
    return re.sub(r" *: *\Z", "", name).strip(" ").lower()


def find_unit(name: str) -> str:
    """Return unit of a heading such as ``valeur (en kw)`` or ``kwh``; empty if it has none."""
    match = _UNIT.search(name)
    return match[1] if match else ""


def find_fact(name: str) -> str | None:
    """Return the fact that a normalised heading names, None if it names none."""
    return next((fact for fact, pattern in _PATTERNS if pattern.match(name)), None)


def find_fact_columns(names: Sequence[str]) -> dict[str, int]:
    """Positions of the facts among normalised headings."""
    columns: dict[str, int] = {}
    for index, name in enumerate(names):
        fact = find_fact(name)
        if fact is not None:
            columns.setdefault(fact, index)
    return columns


@dataclass(frozen=True)
class Interpretation:
    """What the facts of a row mean for its value."""

    refusal: str | None
    """Why the row is no part of a load curve; None if it is one."""
    is_other: bool
    """True for a quantity that is neither active power nor active energy."""
    unknown_unit: str
    """Unit that is not known; empty if it is, or if the file states none."""
    unit: str
    """Normalised unit; empty if it is not known."""
    is_power: bool
    divisor: float
    """Units of the file in one kW or kWh: a division by 1000 is exact where a multiplication by 0.001 is not."""
    is_injected: bool
    stage: int
    minutes: int
    """0 if the step is not stated."""


_UNITS: dict[str, tuple[bool, float]] = {
    "w": (True, 1000),
    "kw": (True, 1),
    "mw": (True, 0.001),
    "wh": (False, 1000),
    "kwh": (False, 1),
    "mwh": (False, 0.001),
}
# Apparent and reactive power, voltage, power factor.
_OTHER_UNITS = re.compile(r"([km]?(va|varh?|wr)|k?v|a|cos ?phi)\Z")
_ACTIVE_POWER = re.compile(
    r"(pa|ea|(puissance|energie)( active)?( (soutiree|injectee|consommee|produite))?|consommation|production)\Z"
)
_INJECTION = re.compile(r"^(prod|inj)|production|injection")
_STEP = re.compile(
    r"\s*(?:P(?:(\d{1,2})D)?(?:T(?:(\d{1,2})H)?(?:(\d{1,4})M)?)?|(\d{1,4})\s*(?:min(?:utes?)?)?)\s*\Z",
    re.IGNORECASE | re.ASCII,
)
_REFUSED_TYPES = tuple(
    (code, re.compile(pattern, re.ASCII))
    for code, pattern in (
        ("daily-maximum-power", r"puissances? max|pmax|^pma$"),
        ("meter-readings", r"\bindex\b|arr.{1,3}t.{1,3} quotidien"),
        ("daily-values", r"quotidien|journali|mensuel|par (jour|mois)|annuel"),
    )
)


def parse_step(text: str) -> int:
    """Minutes of ``PT30M``, ``PT1H``, ``P1D``, ``30`` or ``30 min``; 0 if the text is none of them."""
    match = _STEP.match(text)
    if match is None:
        return 0
    days, hours, minutes, plain = (int(part or 0) for part in match.groups())
    return days * 1440 + hours * 60 + minutes + plain


def _find_refused_type(text: str) -> str | None:
    """Refusal for data that are no load curve, from the words that the file has for them."""
    if "courbe" in text or "puissance moyenne" in text:
        return None
    return next((code for code, pattern in _REFUSED_TYPES if pattern.search(text)), None)


def _read_stage(facts: Facts) -> int:
    text, nature = normalise_name(facts.get("stage", "")), normalise_name(facts.get("nature", ""))
    # BEST is the best known value: the corrected one where there is one.
    if "corrig" in text or text == "best" or nature == "c" or "corrig" in nature:
        return CORRECTED
    return COMPLETED if "complet" in text else RAW


def interpret_facts(facts: Facts) -> Interpretation:
    """Read what the facts of a block or row mean."""
    kind, physical, business, unit_name = (
        normalise_name(facts.get(name, "")) for name in ("type", "physical", "business", "unit")
    )
    known_unit = unit_name if unit_name in _UNITS else find_unit(unit_name)
    unit = _UNITS.get(known_unit)
    is_power, divisor = unit or (True, 1000)
    return Interpretation(
        refusal=_find_refused_type(kind) or _find_refused_type(physical),
        is_other=bool(_OTHER_UNITS.match(unit_name)) or (physical != "" and not _ACTIVE_POWER.match(physical)),
        unknown_unit="" if unit else facts.get("unit", "").strip(SPACES),
        unit=known_unit if unit else "",
        is_power=is_power,
        divisor=divisor,
        is_injected=bool(_INJECTION.search(business or kind)),
        stage=_read_stage(facts),
        minutes=parse_step(facts.get("step", "")),
    )
