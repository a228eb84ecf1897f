"""Text of a file: its encoding, its lines and their cells."""

import codecs
import re
from collections.abc import Iterator

from hexawatt.statement.curve import LoadCurveRefusal
from hexawatt.statement.reading.steps.columns import MAX_ROWS

SPACES = (
    " \t\n\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f"
    "\u3000\ufeff"
)
"""Characters that count as spaces: those of every program of Hexawatt, some of which Python does not count as such."""

_SAMPLED_BYTES = 512
_SAMPLED_LINES = 20
_MAX_CELLS = 20_000
"""Cells of a line; a wide export has one column per hour."""
_MAX_LINES = 2 * MAX_ROWS
"""Lines with text: headings, days and blocks come on top of the rows."""
_SEPARATORS = (";", "\t", ",", "|")


def _guess_encoding(content: bytes) -> str:
    if content.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    if content.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    # Without a byte-order mark, every second byte of Latin text in UTF-16 is zero.
    sample = content[:_SAMPLED_BYTES]
    half = len(sample) / 2
    if half >= 8 and sample[1::2].count(0) > half * 0.8:
        return "utf-16-le"
    if half >= 8 and sample[0::2].count(0) > half * 0.8:
        return "utf-16-be"
    return "utf-8"


def decode_text(content: bytes) -> str:
    """Text of a file in UTF-8, UTF-16 or Windows-1252 (which contains Latin-1), without its byte-order mark."""
    encoding = _guess_encoding(content)
    if encoding != "utf-8":
        return content.decode(encoding, errors="replace").removeprefix("\ufeff")
    try:
        # As a stream: the last character of a file that was cut off is left out instead of making it no UTF-8.
        return codecs.getincrementaldecoder("utf-8")().decode(content).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _find_separator(text: str) -> str:
    """Return the separator of most of the first lines; ``;`` wins a tie: French files write decimals with a comma."""
    lines = [line for line in re.split(r"\r\n|\n|\r", text[:100_000]) if line.strip(SPACES)][:_SAMPLED_LINES]
    return max(_SEPARATORS, key=lambda separator: sum(separator in line for line in lines))


def _split_quoted(line: str, separator: str) -> list[str]:
    cells: list[str] = []
    cell: list[str] = []
    is_quoted = False
    index = 0
    while index < len(line) and len(cells) < _MAX_CELLS:
        character = line[index]
        if is_quoted and line[index : index + 2] == '""':
            cell.append('"')
            index += 1
        elif character == '"':
            is_quoted = not is_quoted
        elif character == separator and not is_quoted:
            cells.append("".join(cell))
            cell = []
        else:
            cell.append(character)
        index += 1
    cells.append("".join(cell))
    return cells


def _split_whole(cells: list[str], separator: str) -> list[str]:
    """Cells of a line that stands in quotes as a whole, as a spreadsheet writes lines that it took for one cell."""
    first, *others = cells
    return first.split(separator)[:_MAX_CELLS] if separator in first and not any(others) else cells


def _list_lines(text: str) -> Iterator[str]:
    # Files of old spreadsheet programs end their lines with a carriage return only.
    end = "\n" if "\n" in text else "\r"
    count = 0
    for line in text.split(end):
        if line in ("", "\r"):
            continue
        count += 1
        if count > _MAX_LINES:
            raise LoadCurveRefusal("too-many-rows", {"atMost": MAX_ROWS})
        yield line.removesuffix("\r")


def split_rows(text: str) -> Iterator[list[str]]:
    """Rows of a table in text, as cells; the separator is found, quotes are taken off."""
    separator = _find_separator(text)
    for line in _list_lines(text):
        if '"' in line:
            yield _split_whole(_split_quoted(line, separator), separator)
        else:
            yield line.split(separator)[:_MAX_CELLS]
