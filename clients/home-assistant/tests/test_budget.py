"""When operations are asked, and how long failures wait."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from custom_components.hexawatt.budget import (
    INTERVALS,
    LONGEST_ASKED_WAIT,
    LONGEST_BACK_OFF,
    LONGEST_JITTER,
    Budget,
    Operation,
)

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)


def test_a_month_has_at_most_2400_answers() -> None:
    month = timedelta(days=31)
    answers = {operation: month / interval for operation, interval in INTERVALS.items()}
    # EcoWatt changes with the publication of the day and at midnight; the other requests get 304.
    answers[Operation.SIGNALS] = 2 * 31
    # An auction and a colour are published once a day each, and make prices and colours due.
    answers[Operation.PRICES] += 2 * 31
    answers[Operation.COLORS] += 2 * 31
    assert sum(answers.values()) == 744 + (124 + 62) + (248 + 62) + 62 + 744
    assert sum(answers.values()) <= 2400


def test_each_operation_is_due_at_first_and_then_after_its_interval() -> None:
    budget = Budget(Random(1))
    for operation in Operation:
        assert budget.is_due(operation, NOW)
        budget.answered(operation, NOW)
        assert not budget.is_due(operation, NOW + INTERVALS[operation] - timedelta(seconds=1))
        assert budget.is_due(operation, NOW + INTERVALS[operation] + LONGEST_JITTER)


def test_requests_of_many_homes_are_spread() -> None:
    turns = set()
    for seed in range(20):
        budget = Budget(Random(seed))
        for operation in Operation:
            budget.answered(operation, NOW)
        turns.add(budget.next_turn(NOW))
    assert len(turns) == 20


def test_a_refused_operation_waits_as_long_as_the_api_asks() -> None:
    budget = Budget(Random(1))
    budget.refused(Operation.COLORS, NOW, 300)
    assert not budget.is_due(Operation.COLORS, NOW + timedelta(seconds=299))
    assert budget.is_due(Operation.COLORS, NOW + timedelta(seconds=300) + LONGEST_JITTER)
    budget.refused(Operation.COLORS, NOW, None)
    assert not budget.is_due(Operation.COLORS, NOW + timedelta(minutes=9))


def test_failures_wait_longer_each_time_up_to_an_hour() -> None:
    budget = Budget(Random(1))
    waits = [budget.failed(None) for _ in range(9)]
    assert waits[0] < timedelta(minutes=3)
    assert all(later > wait - LONGEST_JITTER for wait, later in pairwise(waits))
    assert LONGEST_BACK_OFF <= waits[-1] <= LONGEST_BACK_OFF + LONGEST_JITTER
    budget.succeeded()
    assert budget.failed(None) < timedelta(minutes=4)


def test_retry_after_is_honoured_when_it_is_longer_than_the_back_off() -> None:
    assert Budget(Random(1)).failed(5000) >= timedelta(seconds=5000)


@pytest.mark.parametrize("retry_after", [31 * 86_400, 999_999_999, 10**12])
def test_a_used_up_month_is_asked_about_again_within_hours_since_the_plan_may_change(retry_after: float) -> None:
    budget = Budget(Random(1))
    assert budget.failed(retry_after) <= LONGEST_ASKED_WAIT + LONGEST_JITTER
    budget.refused(Operation.COLORS, NOW, retry_after)
    assert budget.is_due(Operation.COLORS, NOW + LONGEST_ASKED_WAIT + LONGEST_JITTER)


def test_an_operation_can_be_made_due_and_the_next_turn_is_soon() -> None:
    budget = Budget(Random(1))
    for operation in Operation:
        budget.answered(operation, NOW)
    budget.make_due([Operation.PRICES])
    assert budget.is_due(Operation.PRICES, NOW)
    assert budget.next_turn(NOW) == timedelta(seconds=30)
