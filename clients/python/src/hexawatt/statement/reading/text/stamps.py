"""Time stamps as files write them."""

import math
import re
from datetime import date

from hexawatt.statement.clock import DAY_MS, HOUR_MS, MINUTE_MS
from hexawatt.statement.reading.text.decode import SPACES

_SERIAL_OF_1970 = 25_569
"""Days that a worksheet counts from its day 0 (30 December 1899) to 1970."""
_YEARS = range(1990, 2101)
_EPOCH_DAY = date(1970, 1, 1).toordinal()

_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d\d)[-/.](\d\d)", re.ASCII)
_DAY_FIRST = re.compile(r"(\d\d)[-/.](\d\d)[-/.](\d{4})", re.ASCII)
_SHORT_DATE = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)(.*)\Z", re.ASCII)
# An hour of one digit, as spreadsheets write it; `h` between hour and minute, as the French write it.
_TIME = re.compile(r"(\d{1,2})[:hH](\d\d)(?::(\d\d)(?:[.,]\d*)?)?", re.ASCII)
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)?\Z", re.ASCII)
_END_OF_STEP = re.compile(rf"[{SPACES}]*[-–][{SPACES}]*(\d{{1,2}})[:hH](\d\d)?\Z", re.ASCII)
_SERIAL = re.compile(r"[2-7]\d{4}([.,]\d+)?\Z", re.ASCII)


def _read_date(text: str) -> int | None:
    """Date at the beginning of a text, ms as if UTC."""
    match = _YEAR_FIRST.match(text)
    if match:
        year, month, day = int(match[1]), int(match[2]), int(match[3])
    else:
        match = _DAY_FIRST.match(text)
        if not match:
            return None
        year, month, day = int(match[3]), int(match[2]), int(match[1])
    if year not in _YEARS:
        return None
    try:
        return (date(year, month, day).toordinal() - _EPOCH_DAY) * DAY_MS
    except ValueError:
        return None


def _pad_date(text: str) -> str | None:
    """Return a date with a day, month or year of fewer digits in full: ``1/2/25 0:30`` is ``01/02/2025 0:30``."""
    match = _SHORT_DATE.match(text)
    if match is None or len(match[1]) + len(match[2]) + len(match[3]) == 8:
        return None
    year = match[3] if len(match[3]) == 4 else f"20{match[3]}"
    return f"{match[1]:0>2}/{match[2]:0>2}/{year}{match[4]}"


def _is_month_first(text: str) -> bool:
    return _read_date(text) is None and _read_date(re.sub(r"^(\d\d)(.)(\d\d)", r"\3\2\1", text)) is not None


def _read_offset(rest: str) -> int | None:
    """Offset of ``Z``, ``+01:00``, ``+0100`` or ``+01`` in ms; None for any other text."""
    if rest in ("Z", "z"):
        return 0
    match = _OFFSET.match(rest)
    if match is None:
        return None
    offset = int(match[2]) * HOUR_MS + int(match[3] or 0) * MINUTE_MS
    return -offset if match[1] == "-" else offset


def _is_end_of_step(text: str, start_ms: int) -> bool:
    """Whether the text behind a time, as in ``00:00 - 00:30``, is the end of a step that begins there.

    Written without spaces it looks like an offset; that of the mainland is never negative.
    """
    match = _END_OF_STEP.match(text)
    if match is None:
        return False
    length_ms = (int(match[1]) * HOUR_MS + int(match[2] or 0) * MINUTE_MS - start_ms + DAY_MS) % DAY_MS
    return 0 < length_ms <= HOUR_MS


def _time_ms(match: re.Match[str]) -> int | None:
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and (minute > 0 or second > 0)):
        return None
    # Some exports write the end of the day as 23:59:59.
    if (hour, minute, second) == (23, 59, 59):
        return DAY_MS
    return hour * HOUR_MS + minute * MINUTE_MS + second * 1000


def _read_serial(text: str) -> int | None:
    """Day count of a worksheet with its fraction as clock time, ms, to the full second."""
    if not _SERIAL.match(text):
        return None
    return math.floor((float(text.replace(",", ".")) - _SERIAL_OF_1970) * 86_400 + 0.5) * 1000


class StampParser:
    """Parses time stamps; the result of the last one is in ``ms``, ``is_clock_time`` and ``has_time``."""

    def __init__(self) -> None:
        self.ms = 0
        """Instant, or the shown clock time as if it were UTC."""
        self.is_clock_time = False
        """True if the stamp has no offset."""
        self.has_time = False
        """False for a date alone."""
        self.month_first_rows = 0
        """Time stamps with the month before the day."""
        self.month_first_seen = ""
        self._last_day: str = ""
        self._last_day_ms: int | None = None
        self._last_time = ""
        self._last_parts: tuple[int, int | None] | None = None

    def parse(self, cell: str) -> bool:
        """Parse a cell; False if it is no time stamp."""
        text = cell.strip(SPACES)
        day = text[:10]
        if day != self._last_day:
            self._last_day_ms = _read_date(day)
            self._last_day = day
        day_ms = self._last_day_ms
        self.is_clock_time = True
        if day_ms is None:
            return self._parse_other(text)
        self.ms = day_ms
        self.has_time = len(text) > 10
        if not self.has_time:
            return True
        time = text[10:].lstrip(" T,")
        # The times of the days are alike.
        parts = self._last_parts if time == self._last_time else self._read_time(time)
        if parts is None:
            return False
        time_ms, offset = parts
        self.is_clock_time = offset is None
        self.ms = day_ms + time_ms - (offset or 0)
        return True

    def _read_time(self, time: str) -> tuple[int, int | None] | None:
        self._last_time = time
        self._last_parts = None
        match = _TIME.match(time)
        time_ms = None if match is None else _time_ms(match)
        if match is None or time_ms is None:
            return None
        rest = time[match.end() :]
        offset = None
        if rest.strip(SPACES) and not _is_end_of_step(rest, time_ms):
            offset = _read_offset(rest.strip(SPACES))
            if offset is None:
                return None
        self._last_parts = (time_ms, offset)
        return self._last_parts

    def _parse_other(self, text: str) -> bool:
        padded = _pad_date(text)
        if padded is not None:
            return self.parse(padded)
        if _is_month_first(text[:10]):
            self.month_first_rows += 1
            self.month_first_seen = self.month_first_seen or text
        serial_ms = _read_serial(text)
        if serial_ms is None:
            return False
        self.ms = serial_ms
        self.has_time = "." in text or "," in text
        return True
