"""What is collected while the blocks of a file are read."""

import re
from collections.abc import Callable
from unicodedata import category

from hexawatt.statement.curve import LoadCurveRefusal, Values
from hexawatt.statement.reading.facts import Facts, normalise_name
from hexawatt.statement.reading.steps.columns import RowColumns
from hexawatt.statement.reading.text.decode import SPACES
from hexawatt.statement.reading.text.numbers import GAP, GroupWatch
from hexawatt.statement.reading.text.stamps import StampParser

_MAX_DISTINCT = 1_000
"""The most different meters, and the most different periods, that are remembered of a file."""
_MAX_QUOTED = 40
"""Text of a file that a message may quote."""
_LONG_NUMBER = re.compile(rf"\d[\d{SPACES}.]{{6,}}\d", re.ASCII)


def quote_text(text: str) -> str:
    """Shortens text of the file for a message, without long numbers, which could be the identifier of a meter."""
    # First what is not seen: between digits it would split a number that reads as one.
    seen = "".join(letter for letter in text[: 4 * _MAX_QUOTED] if category(letter) not in ("Cc", "Cf"))
    return _LONG_NUMBER.sub("…", seen).strip(SPACES)[:_MAX_QUOTED]


class ReadingState:
    """What is collected while the blocks of a file are read."""

    def __init__(self) -> None:
        self.rows = RowColumns()
        self.stamps = StampParser()
        self.groups = GroupWatch()
        """Values in W or Wh whose separator may group thousands."""
        self.kind: str | None = None
        """Kind of the first block with values."""
        self.meters: set[str] = set()
        """Meters of the file: only how many there are ever leaves this set."""
        self.periods: dict[tuple[str, str], None] = {}
        """Stated bounds of periods, as the file has them."""
        self.unreadable = 0
        self.empty = 0
        self.negative = 0
        self.other = 0
        self.date_only = 0
        """Rows that have a date without a time."""
        self.stated_minutes = 0
        """Step that a block states for all its rows; 0 if none does."""
        self.assumed_unit: str | None = None
        """Unit that was assumed because the file states none."""
        self.is_clock_assumed = False
        """True if clock times were read from a file that does not say whose clock they are."""
        self.finishers: list[Callable[[], None]] = []
        """What is still to be done when all rows are read."""
        self.unreadable_stamp: str | None = None
        """Text of the first time stamp of a table that cannot be read."""
        self.refusal: LoadCurveRefusal | None = None
        """Why blocks were not read; the first reason is given if no block could be."""

    def note_refusal(self, code: str, values: Values | None = None) -> None:
        """Note why a block is not read."""
        if self.refusal is None:
            self.refusal = LoadCurveRefusal(code, values)

    def take_value(self, value: float | None) -> float:
        """Value of a cell, NaN for a gap: its time stamp still tells the step. Counts why there is none."""
        if value is None:
            self.unreadable += 1
        elif value != value:
            self.empty += 1
        elif value < 0:
            self.negative += 1
        else:
            return value
        return GAP

    def note_facts(self, facts: Facts) -> None:
        """Note the meter and the period of a block or row."""
        meter = normalise_name(facts.get("meter", "")).replace(" ", "")
        if meter and len(self.meters) < _MAX_DISTINCT:
            self.meters.add(meter)
        period = (facts.get("from", ""), facts.get("to", ""))
        if period != ("", "") and len(self.periods) < _MAX_DISTINCT:
            self.periods[period] = None
