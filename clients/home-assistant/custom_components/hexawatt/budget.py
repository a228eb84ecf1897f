"""
Which operation of the API is asked how often: the budget of requests, in one table. No Home Assistant here.

The free plan has 3 000 answers of status 200 a month (304 is free), and this integration uses at most 2 400 of them.
docs/develop/home-assistant.md has the same table with the largest number of answers in 31 days; a test compares them.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Final


class Operation(StrEnum):
    """What the coordinator asks for."""

    OUTLOOK = "outlook"
    PRICES = "prices"
    COLORS = "colors"
    SIGNALS = "signals"
    HOURS = "hours"


INTERVALS: Final[dict[Operation, timedelta]] = {
    # 744 answers: the series begins at the next quarter-hour, so each answer is a new one.
    Operation.OUTLOOK: timedelta(hours=1),
    # 124, and up to 62 more when an auction or a Tempo colour is published (see `published_until`).
    Operation.PRICES: timedelta(hours=6),
    # 248, and up to 62 more, as for the prices.
    Operation.COLORS: timedelta(hours=3),
    # 744 requests, almost all of them 304: RTE publishes once a day, and the first day ends at midnight.
    Operation.SIGNALS: timedelta(hours=1),
    # At most 744; needs no key and does not count against the month of the plan.
    Operation.HOURS: timedelta(hours=1),
}

REFUSED_FOR: Final = timedelta(minutes=10)
MONTHS_ASKED_EVERY: Final = timedelta(hours=24)
"""
Each past month of the statistics: one answer at a start of Home Assistant, then 304 unless a publisher corrected it.
Needs no key and does not count against the month of the plan.
"""

FIRST_BACK_OFF: Final = timedelta(minutes=2)
LONGEST_BACK_OFF: Final = timedelta(hours=1)
LONGEST_ASKED_WAIT: Final = timedelta(hours=6)
"""
Longest wait that is taken over from the API. A used-up month asks for up to 31 days: a plan that is changed before then
must be noticed, and a refusal counts nothing.
"""
LONGEST_JITTER: Final = timedelta(seconds=60)
"""Spread of the requests of all homes after a full hour."""


class Budget:
    """When each operation is due, and how long to wait after failures."""

    def __init__(self, random: Random | None = None) -> None:
        self._due: dict[Operation, datetime] = {}
        self._failures = 0
        self._random = random or Random()  # noqa: S311 - spreads requests, protects nothing

    def is_due(self, operation: Operation, now: datetime) -> bool:
        """Whether an operation is asked now. At first each one is."""
        due = self._due.get(operation)
        return due is None or due <= now

    def answered(self, operation: Operation, now: datetime) -> None:
        """An answer came. No interval is shorter than the longest `max-age` of its operation, which is an hour."""
        self._due[operation] = now + INTERVALS[operation] + self._jitter()

    def refused(self, operation: Operation, now: datetime, retry_after: float | None) -> None:
        """An operation has no answer: it waits as long as the API asks, at most six hours; else ten minutes."""
        wait = REFUSED_FOR if retry_after is None else _bound(retry_after)
        self._due[operation] = now + wait + self._jitter()

    def make_due(self, operations: Iterable[Operation]) -> None:
        """Asks for operations at the next turn, whatever their interval."""
        for operation in operations:
            self._due.pop(operation, None)

    def succeeded(self) -> None:
        """The API was reached: the next failure begins with the shortest wait."""
        self._failures = 0

    def failed(self, retry_after: float | None) -> timedelta:
        """The API was not reached, or refused everything: the wait before the next try, longer with each failure."""
        wait = min(FIRST_BACK_OFF * float(2**self._failures), LONGEST_BACK_OFF)
        self._failures = min(self._failures + 1, 10)
        return max(wait, _bound(retry_after or 0)) + self._jitter()

    def next_turn(self, now: datetime) -> timedelta:
        """Time until the first operation is due."""
        first = min((self._due.get(operation, now) for operation in Operation), default=now)
        return max(first - now, timedelta(seconds=30))

    def _jitter(self) -> timedelta:
        return LONGEST_JITTER * self._random.random()


def _bound(retry_after: float) -> timedelta:
    """The wait that the API asks for, up to the longest one."""
    return timedelta(seconds=min(retry_after, LONGEST_ASKED_WAIT.total_seconds()))
