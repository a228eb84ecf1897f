"""Quiet hours as the API reads them. No Home Assistant here."""

import re

_RANGE = re.compile(r"([01]?\d|2[0-3])[:hH]([0-5]\d)?-([01]?\d|2[0-3])[:hH]([0-5]\d)?")
MOST_RANGES = 2


def is_quiet_range(text: str) -> bool:
    """Whether a text is up to two ranges of hours of the day, such as `22:00-07:00` or `22h30-6h30`."""
    ranges = [part.strip() for part in text.split(",")]
    return len(ranges) <= MOST_RANGES and all(_RANGE.fullmatch(part) for part in ranges)
