"""Tables of suppliers and of other programs: a date, perhaps a time, and energy or power."""

import re
from collections.abc import Sequence

from hexawatt.statement.clock import DAY_MS
from hexawatt.statement.curve import LoadCurveRefusal
from hexawatt.statement.reading.facts import find_fact_columns, find_unit
from hexawatt.statement.reading.layouts.table import RowReader, Table
from hexawatt.statement.reading.state import ReadingState
from hexawatt.statement.reading.steps.columns import END, START, START_UNLESS_BOUNDS
from hexawatt.statement.reading.text.decode import SPACES
from hexawatt.statement.reading.text.numbers import parse_number

_STAMP_NAME = re.compile(
    r"(date|dates?[ /]?(et |& )?(heures?|time)|datetime|timestamp|time ?stamp|horodat\w*|jour|moment|instant|periode"
    r"|d.{1,3}but|start|begin|from|end)\b",
    re.ASCII,
)
_TIME_NAME = re.compile(r"(heures?|time|hour)\Z")
_END_NAME = re.compile(r"(date(heure)? (de )?)?(fin|end)\Z")
_VALUE_NAME = re.compile(
    r"(valeur|value|conso|consommation|energie|energy|puissance|power|quantite|soutirage|consumption|usage)\b", re.ASCII
)
# Columns that stand next to the consumption: what was fed in, readings of the meter, money, parts of the total.
_OTHER_NAME = re.compile(
    r"inject|export|production|produit|retour|return|\bindex\b|cumul|euros?\b|€|co[uû]t|prix|price|cost", re.ASCII
)
_PART_NAME = re.compile(r"\b(hp|hc|hph|hch|hpe|hce|pleines?|creuses?|peak|off.?peak)\b", re.ASCII)
_ENERGY_OR_POWER = re.compile(r"[km]?wh?\Z")


def _find_side(name: str) -> int:
    if re.search(r"\b(fin|end|to)\b", name, re.ASCII):
        return END
    if re.search(r"\b(d.{1,3}but|start|from|begin)\b", name, re.ASCII):
        return START
    return START_UNLESS_BOUNDS


def _find_values(names: Sequence[str], stamp: int, time: int) -> list[int]:
    """Positions of values: headings with a unit of energy or power, else those that sound like them."""
    candidates = [
        index for index, name in enumerate(names) if index not in (stamp, time) and not _OTHER_NAME.search(name)
    ]
    with_unit = [index for index in candidates if _ENERGY_OR_POWER.match(find_unit(names[index]))]
    sounding = [index for index in candidates if _VALUE_NAME.match(names[index]) or find_unit(names[index])]
    found = with_unit or sounding
    # The total before its parts.
    totals = [index for index in found if not _PART_NAME.search(names[index])]
    # Power and energy of the same steps: the energy needs no length of them.
    energies = [index for index in totals if find_unit(names[index]).endswith("wh")]
    return energies or totals or found


def recognise_supplier_table(names: Sequence[str]) -> Table | LoadCurveRefusal | None:
    """Return a table of dates with energy or power; None for another one.

    It is a refusal if several columns could be the consumption: one of them would be a part of it, or something else.
    """

    def position(pattern: re.Pattern[str], *besides: int) -> int:
        return next(
            (index for index, name in enumerate(names) if index not in besides and pattern.match(name)),
            -1,
        )

    dated = (index for index, name in enumerate(names) if _STAMP_NAME.match(name) and not find_unit(name))
    stamp = next(dated, position(_TIME_NAME))
    if stamp < 0:
        return None
    time, end = position(_TIME_NAME, stamp), position(_END_NAME, stamp)
    values = _find_values(names, stamp, time)
    if not values:
        return None
    if len(values) > 1:
        return LoadCurveRefusal("several-columns", {"columns": len(values)})
    # Columns of start and end are time stamps here, not the bounds of a period.
    facts = {fact: column for fact, column in find_fact_columns(names).items() if fact not in ("from", "to")}
    return Table(
        kind="supplier",
        stamp=stamp,
        time=None if time < 0 else time,
        end=None if end < 0 else end,
        value=values[0],
        facts=facts,
        width=len(names),
        side=_find_side(names[stamp]) if end < 0 else START,
        is_clock_known=False,
        unit=find_unit(names[values[0]]),
    )


# Half-hours in customer accounts of EDF (`mes-puissances-atteintes-30min-….csv`): a line with the date of a day, then
# lines with the end of each step.


def is_day_table(names: Sequence[str]) -> bool:
    """Return True for the headings of such a table."""
    return (
        len(names) > 1
        and re.match(r"date et heure de rel.{1,3}ve", names[0]) is not None
        and re.match(r"puissance atteinte \(w\)\Z", names[1]) is not None
    )


def create_day_reader(state: ReadingState) -> RowReader:
    """Create the reader of such a table: mean power in W."""
    stamps = state.stamps
    day = ""

    def read(row: Sequence[str]) -> bool:
        nonlocal day
        cell = row[0].strip(SPACES)
        if stamps.parse(cell) and not stamps.has_time:
            day = cell
            return True
        if not day or not stamps.parse(f"{day} {cell}"):
            return False
        state.kind = state.kind or "supplier"
        # The step that ends at midnight belongs to the day above it.
        is_midnight = stamps.ms % DAY_MS == 0 and cell.startswith(("0:00", "00:00"))
        value = state.take_value(parse_number(row[1] if len(row) > 1 else ""))
        stamp_ms = stamps.ms + DAY_MS if is_midnight else stamps.ms
        state.rows.add(stamp_ms, value / 1000, side=END, is_clock_time=True, is_power=True)
        return True

    return read
