"""Blocks of facts and tables, in any order: files are appended to each other."""

import re
from collections.abc import Iterable, Sequence

from hexawatt.statement.curve import LoadCurveRefusal
from hexawatt.statement.reading.facts import Facts, normalise_name
from hexawatt.statement.reading.layouts.enedis import (
    read_fact_pairs,
    recognise_customer_table,
    recognise_fact_headings,
    recognise_professional_table,
)
from hexawatt.statement.reading.layouts.home_assistant import (
    create_energy_reader,
    create_statistics_reader,
    is_energy_table,
    recognise_statistics,
)
from hexawatt.statement.reading.layouts.supplier import create_day_reader, is_day_table, recognise_supplier_table
from hexawatt.statement.reading.layouts.table import RowReader, create_table_reader
from hexawatt.statement.reading.state import ReadingState
from hexawatt.statement.reading.text.decode import SPACES

_MAX_HEADINGS = 5_000
"""Lines that may be looked at as headings: every line that no reader takes is tried."""
_MAX_NAMES = 200
"""Cells of a heading that are looked at."""
# Headings of readings of the meter, one column for each counter.
_READINGS = re.compile(r"(eas|ead|eait) f?\d|(cadran|contexte de rel.{1,3}ve)\Z", re.ASCII)


def _create_skipping_reader(state: ReadingState) -> RowReader:
    """Take the rows of a table that is not read, as far as they have time stamps."""
    return lambda row: any(map(state.stamps.parse, row))


def _recognise_table(names: Sequence[str], row: Sequence[str], facts: Facts, state: ReadingState) -> RowReader | None:
    """Reader of the table below these headings; None if they are none."""
    if is_energy_table(names):
        return create_energy_reader(row, state)
    statistics = recognise_statistics(names)
    if statistics is not None:
        return create_statistics_reader(statistics, state)
    if is_day_table(names):
        return create_day_reader(state)
    if any(map(_READINGS.match, names)):
        state.note_refusal("meter-readings")
        return _create_skipping_reader(state)
    table = recognise_professional_table(names) or recognise_customer_table(names) or recognise_supplier_table(names)
    if isinstance(table, LoadCurveRefusal):
        state.note_refusal(table.code, table.values)
        return _create_skipping_reader(state)
    return None if table is None else create_table_reader(table, facts, state)


class _Block:
    """The block that is being read."""

    def __init__(self, state: ReadingState) -> None:
        self._state = state
        self._facts: Facts = {}
        self.headings: dict[int, str] | None = None
        """Headings whose values stand in the next line."""
        self.reader: RowReader | None = None

    def set_facts(self, found: Facts) -> None:
        """Replace the facts of the block before, or add those of a further line of the same block."""
        is_new = self.reader is not None or ("meter" in found and self._facts.get("meter", "") != "")
        self._facts = found if is_new else {**self._facts, **found}
        self.headings = None
        self.reader = None
        self._state.note_facts(self._facts)

    def try_heading(self, row: Sequence[str]) -> bool:
        """Try a line as headings of a table or of facts, or as facts; False if it is none of them."""
        names = [normalise_name(cell) for cell in row[:_MAX_NAMES]]
        if names[0] == "entity id" and "last changed" in names:
            self._state.note_refusal("not-a-load-curve", {"seems": "home-assistant-history"})
        reader = _recognise_table(names, row, self._facts, self._state)
        if reader is not None:
            self.reader = reader
            return True
        self.headings = recognise_fact_headings(names)
        if self.headings is not None:
            return True
        pairs = read_fact_pairs(names, row)
        if pairs:
            self.set_facts(pairs)
        return bool(pairs)


def read_rows(rows: Iterable[list[str]], state: ReadingState) -> None:
    """Read the rows of a file. A row that its table cannot take is tried as the heading of the next block."""
    block = _Block(state)
    tried = 0
    for row in rows:
        if block.headings is not None:
            headings = block.headings.items()
            block.set_facts({fact: row[index].strip(SPACES) if index < len(row) else "" for index, fact in headings})
        elif (block.reader is not None and block.reader(row)) or not any(cell.strip(SPACES) for cell in row):
            continue
        else:
            tried += 1
            is_heading = tried <= _MAX_HEADINGS and block.try_heading(row)
            if not is_heading and block.reader is not None:
                state.unreadable += 1
    for finish in state.finishers:
        finish()
