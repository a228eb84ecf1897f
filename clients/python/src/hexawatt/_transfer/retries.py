"""Which failures can pass, and how long to wait before the next attempt."""

from hexawatt.errors import HexawattConnectionError, HexawattError, HexawattProblem
from hexawatt.settings import Settings

FIRST_BACK_OFF_SECONDS = 0.5
"""Upper bound of the first wait without `Retry-After`; it doubles with each retry."""

_passing_codes = frozenset({"rate_limited", "too_many_streams"})
_passing_statuses = frozenset({502, 503, 504})


def can_pass(error: HexawattError) -> bool:
    """Tell whether the same request can succeed shortly: not after a month limit, a wrong key or parameter."""
    if isinstance(error, HexawattProblem):
        return error.code in _passing_codes or error.status in _passing_statuses
    return isinstance(error, HexawattConnectionError) and (
        error.kind != "unexpected_answer" or error.status in _passing_statuses
    )


def find_wait(error: HexawattError, retry: int, settings: Settings, random: float) -> float | None:
    """Return the wait before the next attempt, seconds; None = no further attempt.

    Args:
        error: why the last attempt failed.
        retry: retries so far.
        settings: the bounds of retries and waits.
        random: a number from 0 to 1. Clients that failed together must not retry together.
    """
    if retry >= settings.max_retries or not can_pass(error):
        return None
    if error.retry_after_seconds is None:
        return random * min(settings.max_wait_seconds, FIRST_BACK_OFF_SECONDS * (1 << retry))
    if error.retry_after_seconds > settings.max_wait_seconds:
        return None
    return float(error.retry_after_seconds)
