"""Numbers as files write them."""

import math
import re

from hexawatt.statement.reading.text.decode import SPACES

_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\Z", re.IGNORECASE | re.ASCII)
_MISSING = re.compile(r"(n/?[ac]|nan|null|none|undefined|unavailable|unknown|-+)?\Z", re.IGNORECASE)
"""What exports write where a value is missing."""
_GROUPED = re.compile(r"[+-]?\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?\Z", re.ASCII)
_GROUP_SPACES = re.compile(f"[{SPACES}]")

GAP = math.nan
"""A value that is missing; its time stamp still tells the step."""


def _join_groups(text: str) -> str:
    """Return a number without the marks between its groups of digits, where both marks occur or one occurs twice.

    One mark alone may be that of the decimals.
    """
    match = _GROUPED.match(text)
    joined = text if match is None else text.replace(match[1], "")
    return joined if len(text) - len(joined) + ("." in joined or "," in joined) > 1 else text


def parse_number(cell: str) -> float | None:
    """Return a number with a decimal point or comma; NaN where the value is missing, None if the text is no number."""
    text = cell.strip(SPACES)
    if not _PLAIN.match(text):
        if _MISSING.match(text):
            return GAP
        text = _join_groups(_GROUP_SPACES.sub("", text)).replace(",", ".", 1)
        if not _PLAIN.match(text):
            return None
    value = float(text)
    return value if math.isfinite(value) else None


_AMBIGUOUS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}\Z", re.ASCII)
_DECIMAL = re.compile(r"\d*[.,]\d+\Z", re.ASCII)
_WHOLE_SHARE = 0.1
"""Share of whole numbers below 1000, among ambiguous ones, from which the others are whole too.

Of values with three decimals, one in a thousand is whole.
"""


class GroupWatch:
    """Finds the rows of a column in W or Wh whose separator groups thousands.

    Programs that show 1234 as ``1.234`` or ``1,234`` show 567 as ``567``. Read as decimals, such values would count
    for a thousandth.
    """

    def __init__(self) -> None:
        self._rows: list[int] = []
        self._whole = 0
        self._has_decimals = False

    def note(self, cell: str, row: int) -> None:
        """Note the cell of a row."""
        text = cell.strip(SPACES)
        if text.isascii() and text.isdecimal():
            if len(text) > 3 and int(text) >= 1000:
                self._has_decimals = True
            elif int(text) > 0:
                self._whole += 1
        elif _AMBIGUOUS.match(text):
            self._rows.append(row)
        elif _DECIMAL.match(text) or (_PLAIN.match(text) and float(text) >= 1000):
            self._has_decimals = True
        elif _PLAIN.match(text) and float(text) > 0:
            self._whole += 1

    def list_grouped(self) -> list[int]:
        """Positions of the rows whose values are thousandfold.

        There are none where the column has decimals, or whole numbers without groups.
        """
        return [] if self._has_decimals or self._whole <= len(self._rows) * _WHOLE_SHARE else self._rows
