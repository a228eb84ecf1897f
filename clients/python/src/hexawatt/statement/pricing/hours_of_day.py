"""Hours of the day in Paris, as price tables and households write them."""

import re
from dataclasses import dataclass

from hexawatt.statement.clock import MINUTES_PER_DAY

HourRange = tuple[int, int]
"""First minute of the day, and the minute at which the range ends; it crosses midnight when the end is not after it."""

MAX_OFF_PEAK_RANGES = 3
"""Ranges of off-peak hours that French contracts have at most."""


@dataclass(frozen=True)
class SeasonalHours:
    """Off-peak hours of a customer: summer is 1 April to 31 October."""

    summer: tuple[HourRange, ...]
    winter: tuple[HourRange, ...]


_TABLE_RANGE = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)\Z", re.ASCII)


def parse_hour_ranges(text: str) -> tuple[HourRange, ...] | None:
    """Parse the ranges of a price table, such as ``22:00-06:00``; None when the text has another form."""
    ranges: list[HourRange] = []
    for part in text.split(","):
        match = _TABLE_RANGE.match(part)
        if match is None:
            return None
        first = int(match[1]) * 60 + int(match[2])
        end = (int(match[3] or 24) * 60 + int(match[4] or 0)) % MINUTES_PER_DAY
        if first == end:
            return None
        ranges.append((first, end))
    return tuple(ranges)


# `22:30`, or as French contracts print it `22h30`, `22H30`, `22 h 30` and `6h`.
_TIME = r"(\d{1,2}) ?(?::(\d\d)|[hH](?: ?(\d\d))?)"
_GIVEN_RANGE = re.compile(rf"(?:de )?{_TIME} ?(?:[-‐‑–—−]|(?<= )[àa](?= )) ?{_TIME}\Z", re.ASCII)
# Meters and bills write `HC (22H30-6H30)`, `HC : 22h30-6h30` or `Heures creuses 22h30-6h30`.
_WRAPPED = re.compile(r"(?:(?:hc|heures? creuses?)(?: ?:)?)? ?(?:\((.*)\)|(.*))\Z", re.IGNORECASE)
_SEPARATOR = re.compile(r" ?[,;/] ?| et ")


def _to_minute(hour: str, minute: str) -> int | None:
    """Minute of the day; None for a time that no clock shows. 24:00 is the end of the day."""
    minute_of_day = int(hour) * 60 + int(minute)
    return minute_of_day if int(minute) < 60 and minute_of_day <= MINUTES_PER_DAY else None


def read_given_hours(text: str) -> tuple[HourRange, ...]:
    """Read off-peak hours as a household gives them: ``22h30-6h30``, ``HC (1H30-7H30;12H30-14H30)``, ``22:30-06:30``.

    Raises ValueError that quotes the text when it has another form, or more than three ranges.
    """
    match = _WRAPPED.match(re.sub(r"\s+", " ", text).strip())
    bare = "" if match is None else match[2] if match[1] is None else match[1]
    ranges: list[HourRange] = []
    parts = _SEPARATOR.split(bare)
    for part in parts:
        found = _GIVEN_RANGE.match(part.strip())
        first = None if found is None else _to_minute(found[1], found[2] or found[3] or "0")
        end = None if found is None else _to_minute(found[4], found[5] or found[6] or "0")
        if first is None or end is None or first == MINUTES_PER_DAY or len(parts) > MAX_OFF_PEAK_RANGES:
            raise ValueError(
                f"off-peak hours {text!r} cannot be read: give up to {MAX_OFF_PEAK_RANGES} ranges such as 22h30-6h30, "
                "separated by commas"
            )
        # A range without length has no hours; the end of a day is minute 0.
        if first != end:
            ranges.append((first, end % MINUTES_PER_DAY))
    return tuple(ranges)
