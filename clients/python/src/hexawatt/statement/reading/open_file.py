"""What a file is, from its first bytes."""

import re
from collections.abc import Iterable
from unicodedata import category

from hexawatt.statement.curve import LoadCurveRefusal
from hexawatt.statement.reading.layouts.enedis import list_json_rows
from hexawatt.statement.reading.text.decode import SPACES, decode_text, split_rows

# First bytes of files that people take for their load curve.
_SIGNATURES = (
    ("workbook", b"PK\x03\x04"),
    ("zip", b"PK\x05\x06"),
    # Workbooks before Excel 2007, and newer ones with a password.
    ("compound", b"\xd0\xcf\x11\xe0"),
    ("pdf", b"%PDF"),
    ("image", b"\x89PNG"),
    ("image", b"\xff\xd8\xff"),
    ("image", b"GIF8"),
    ("archive", b"\x1f\x8b"),
    ("archive", b"7z\xbc\xaf"),
    ("archive", b"Rar!"),
)
_PASSWORD = "EncryptedPackage".encode("utf-16-le")
"""Name of a stream in an Excel file with a password."""
_SAMPLED_CHARACTERS = 4_000


def _guess_text(text: str) -> str:
    """Return what a text seems to be, from its beginning."""
    sample = text[:_SAMPLED_CHARACTERS]
    controls = sum(
        character == "\ufffd" or (category(character) == "Cc" and character not in "\t\n\r") for character in sample
    )
    if controls > len(sample) / 50:
        return "binary"
    if re.match(r"\s*(<!doctype html|<html)", sample, re.IGNORECASE):
        return "web-page"
    if re.match(r"\s*<[?a-z]", sample, re.IGNORECASE):
        return "xml"
    return "table" if sum(bool(re.search(r"[;,\t]", line)) for line in sample.split("\n")[:10]) >= 2 else "text"


def open_file(content: bytes) -> tuple[Iterable[list[str]], str]:
    """Open a file: its rows, and what it seems to be should they be no load curve.

    Raises LoadCurveRefusal if it cannot hold any rows.
    """
    signature = next((name for name, first in _SIGNATURES if content.startswith(first)), None)
    if signature == "workbook":
        raise LoadCurveRefusal("workbook")
    if signature == "compound" and _PASSWORD in content:
        raise LoadCurveRefusal("workbook-encrypted")
    if signature is not None:
        seems = "old-workbook" if signature == "compound" else signature
        raise LoadCurveRefusal("not-a-load-curve", {"seems": seems})
    text = decode_text(content)
    if text.strip(SPACES) == "":
        raise LoadCurveRefusal("empty-file")
    if re.match(r"\s*[{\[]", text):
        return (list_json_rows(text), "json")
    seems = _guess_text(text)
    if seems in ("binary", "web-page", "xml"):
        raise LoadCurveRefusal("not-a-load-curve", {"seems": seems})
    return (split_rows(text), seems)
