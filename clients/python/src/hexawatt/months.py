"""Calendar months and days in Paris."""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timezone
from typing import TypeAlias
from zoneinfo import ZoneInfo

from hexawatt.parameters import require_zone
from hexawatt.request import Parameters

PARIS = ZoneInfo("Europe/Paris")

MonthInput: TypeAlias = str | date
"""A calendar month: text such as `2026-02`, or any day of the month."""

ParametersOf: TypeAlias = Callable[[datetime, datetime], Parameters]
"""Makes the parameters of a window from its start and end."""

DayInput: TypeAlias = str | date
"""A calendar day: text such as `2026-02-03`, a `date`, or an instant of the day with its zone."""


def text_of_day(day: DayInput) -> str:
    """Write a day for the API, which refuses text that is no day."""
    if isinstance(day, datetime):
        require_zone(day)
        day = day.astimezone(PARIS).date()
    return day.isoformat() if isinstance(day, date) else day


def read_month(month: MonthInput) -> tuple[int, int]:
    """Read a month as year and month.

    Raises:
        ValueError: the text is no month.
    """
    if isinstance(month, datetime):
        require_zone(month)
        month = month.astimezone(PARIS)
    if isinstance(month, date):
        return month.year, month.month
    matched = re.fullmatch(r"([1-9][0-9]{3})-(0[1-9]|1[0-2])", month)
    if matched is None:
        raise ValueError(f"A month is written as 2026-02; received {month!r}.")
    return int(matched[1]), int(matched[2])


def text_of_month(month: MonthInput) -> str:
    """Write a month for the API."""
    year, number = read_month(month)
    return f"{year:04}-{number:02}"


def list_months(first: MonthInput, last: MonthInput) -> list[str]:
    """List the months from the first to the last, both included."""
    (first_year, first_month), (last_year, last_month) = read_month(first), read_month(last)
    numbers = range(first_year * 12 + first_month - 1, last_year * 12 + last_month)
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in numbers]


def start_of_month(month: MonthInput) -> datetime:
    """Return 00:00 in Paris of the first day of a month, UTC."""
    year, number = read_month(month)
    return datetime(year, number, 1, tzinfo=PARIS).astimezone(timezone.utc)


def read_instant(moment: datetime | date) -> datetime:
    """Read an instant, UTC; a date is 00:00 in Paris.

    Raises:
        ValueError: the `datetime` has no zone.
    """
    if isinstance(moment, datetime):
        require_zone(moment)
        return moment.astimezone(timezone.utc)
    return datetime(moment.year, moment.month, moment.day, tzinfo=PARIS).astimezone(timezone.utc)


def split_by_month(start: datetime, end: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Cut a window at the starts of the months; the parts touch each other and overlap nowhere."""
    while start < end:
        (year, number) = read_month(start)
        following = f"{year + number // 12:04}-{number % 12 + 1:02}"
        stop = min(end, start_of_month(following))
        yield start, stop
        start = stop
