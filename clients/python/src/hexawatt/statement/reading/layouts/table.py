"""Rows of a table with one time stamp and one value each."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hexawatt.statement.clock import MINUTE_MS, MINUTES_PER_DAY
from hexawatt.statement.reading.facts import Facts, Interpretation, interpret_facts, normalise_name
from hexawatt.statement.reading.state import ReadingState, quote_text
from hexawatt.statement.reading.steps.derive import is_meter_step
from hexawatt.statement.reading.text.decode import SPACES
from hexawatt.statement.reading.text.numbers import parse_number

RowReader = Callable[[Sequence[str]], bool]
"""Reads rows of a table; each returns False if the row has no time stamp where one must be."""


@dataclass(frozen=True)
class Table:
    """Columns of a table, by position, and what is known of it."""

    kind: str
    stamp: int
    value: int
    width: int
    """Number of cells of the heading."""
    side: int
    is_clock_known: bool
    """True if the layout is known to show clock times in mainland France."""
    unit: str
    """Unit of the heading; empty if it has none."""
    assumed_unit: str | None = None
    """Unit where neither heading nor facts state one; None if none may be assumed."""
    time: int | None = None
    """Time of day in a column of its own."""
    end: int | None = None
    """End of the step in a column of its own."""
    facts: dict[str, int] = field(default_factory=dict[str, int])
    """Facts in columns; the others hold for the whole block."""


_CLOCK = re.compile(rf"(\d{{1,2}})(?:[{SPACES}]*h[{SPACES}]*(\d{{2}})?)?\Z", re.IGNORECASE | re.ASCII)
_CELL_UNIT = re.compile(rf"\d[{SPACES}]*([km]?wh?)[{SPACES}]*\Z", re.IGNORECASE | re.ASCII)
_WHOLE_UNITS = 1000
"""W in a kW, and Wh in a kWh: meters give whole numbers of them."""


def _cell(row: Sequence[str], column: int) -> str:
    return row[column] if column < len(row) else ""


def _to_clock(cell: str) -> str:
    """Return a time of day as ``hh:mm``: some tables write ``7h`` or ``7h30``. Of a range it is the start."""
    text = re.split(r"[-–]|à", cell)[0].strip(SPACES)
    match = _CLOCK.match(text)
    return f"{match[1]}:{match[2] or '00'}" if match else text


def _count_minutes(from_ms: int, to_ms: int) -> int:
    """Minutes from one shown time to another; 0 where that is no step, as across a change of the clock."""
    minutes = (to_ms - from_ms) / MINUTE_MS
    # Some tables end a step at 00:29 or 00:59, its last minute.
    return next((int(length) for length in (minutes, minutes + 1) if is_meter_step(length)), 0)


def _find_cell_unit(cell: str) -> str:
    """Return unit behind the number of a cell, as some suppliers write it: ``0,25 kWh``; empty if there is none."""
    match = _CELL_UNIT.search(cell)
    return match[1] if match else ""


class _FactReader:
    """Reads the facts of rows: what they mean is computed again only where a cell differs from the row before."""

    def __init__(self, table: Table, block: Facts, state: ReadingState) -> None:
        self._table = table
        self._state = state
        self._facts = {**block, "unit": table.unit} if table.unit else dict(block)
        self._columns = list(table.facts.items())
        self._cells: list[str] | None = None
        self._meaning = interpret_facts({})

    def _interpret(self) -> Interpretation:
        self._state.note_facts(self._facts)
        meaning = interpret_facts(self._facts)
        is_stated = meaning.unit != "" or meaning.is_other or meaning.unknown_unit != ""
        if is_stated or self._table.assumed_unit is None or meaning.refusal is not None:
            return meaning
        self._state.assumed_unit = self._table.assumed_unit
        return interpret_facts({**self._facts, "unit": self._table.assumed_unit})

    def read(self, row: Sequence[str]) -> Interpretation:
        cells = [_cell(row, column) for _, column in self._columns]
        if cells != self._cells:
            self._cells = cells
            self._facts.update(zip((name for name, _ in self._columns), cells, strict=True))
            self._meaning = self._interpret()
        if self._meaning.unit == "" and not self._facts.get("unit"):
            self._facts["unit"] = _find_cell_unit(_cell(row, self._table.value))
            if self._facts["unit"]:
                self._meaning = self._interpret()
        return self._meaning


def _refuses(meaning: Interpretation, state: ReadingState) -> bool:
    """Return True if a row is no part of the curve; notes why."""
    if meaning.refusal is not None:
        state.note_refusal(meaning.refusal)
    elif meaning.minutes >= MINUTES_PER_DAY:
        state.note_refusal("daily-values")
    elif meaning.is_other:
        state.note_refusal("no-active-power")
        state.other += 1
    elif meaning.unit == "":
        state.note_refusal("unknown-unit", {"unit": quote_text(meaning.unknown_unit)})
        state.other += 1
    else:
        return False
    return True


def _read_value(row: Sequence[str], table: Table, unit: str) -> float | None:
    """Read the value of a row.

    Without quotes, a decimal comma splits the number in files whose cells are separated by commas.
    """
    cell = _cell(row, table.value)
    if table.value == table.width - 1 and len(row) == table.width + 1:
        decimals = row[table.value + 1]
        if decimals.isascii() and decimals.isdecimal():
            return parse_number(f"{cell}.{decimals}")
    value = parse_number(cell)
    if value is not None:
        return value
    # Another unit than that of the column makes the number another one.
    cell_unit = _find_cell_unit(cell)
    if normalise_name(cell_unit) != unit:
        return None
    return parse_number(cell.rstrip(SPACES).removesuffix(cell_unit))


def create_table_reader(table: Table, block: Facts, state: ReadingState) -> RowReader:
    """Create the reader of the rows of one table."""
    facts = _FactReader(table, block, state)
    stamps = state.stamps
    has_step = "step" in table.facts

    def read(row: Sequence[str]) -> bool:
        cell = _cell(row, table.stamp)
        time = "" if table.time is None else _cell(row, table.time)
        if not stamps.parse(cell if table.time is None else f"{cell.strip(SPACES)} {_to_clock(time)}"):
            if state.unreadable_stamp is None and re.search(r"[0-9]", cell):
                state.unreadable_stamp = quote_text(f"{cell} {time}")
            return False
        stamp_ms, is_clock_time, has_time = stamps.ms, stamps.is_clock_time, stamps.has_time
        meaning = facts.read(row)
        if _refuses(meaning, state):
            return True
        value = state.take_value(_read_value(row, table, meaning.unit))
        if meaning.divisor == _WHOLE_UNITS:
            state.groups.note(_cell(row, table.value), len(state.rows))
        state.kind = state.kind or table.kind
        if not has_time:
            state.date_only += 1
        if is_clock_time and not table.is_clock_known:
            state.is_clock_assumed = True
        # A step that stands above the table may have changed within it: it only settles what the stamps leave open.
        minutes = meaning.minutes if has_step else 0
        if minutes == 0:
            state.stated_minutes = meaning.minutes
            if table.end is not None and stamps.parse(_cell(row, table.end)):
                minutes = _count_minutes(stamp_ms, stamps.ms)
        state.rows.add(
            stamp_ms,
            value / meaning.divisor,
            side=table.side,
            minutes=minutes,
            stage=meaning.stage,
            is_clock_time=is_clock_time,
            is_power=meaning.is_power,
            is_injected=meaning.is_injected,
        )
        return True

    return read
