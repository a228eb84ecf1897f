"""Answers of the API with the facts of their headers."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import httpx

from hexawatt.models.service_parts import DataMode

if TYPE_CHECKING:
    import pandas as pd

Data = TypeVar("Data")


@dataclass(frozen=True)
class RateLimit:
    """Limits and remaining requests of the account; of this machine's address where no key is needed."""

    limit_minute: int
    """Requests a minute, in a sliding window."""
    remaining_minute: int
    limit_month: int | None
    """Answers of status 200 in the calendar month, UTC; None without a month limit."""
    remaining_month: int | None


@dataclass(frozen=True)
class DataFacts:
    """Facts about the data, from the headers."""

    etag: str | None
    data_mode: DataMode | None
    is_degraded: bool


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """An answer of the API."""

    data: Data
    """The body."""
    etag: str | None
    """Tag of this version of the body; None without one."""
    request_id: str | None
    """Id of the request, for questions to the operator."""
    data_mode: DataMode | None
    """`live`, `open`, `demo` or `replay`; None for answers without data of the grid."""
    is_degraded: bool
    """Whether a source of the answer is late or missing."""
    rate_limit: RateLimit | None
    """None when the answer has no limit headers."""
    from_cache: bool
    """`data` is the body that this client kept: nothing changed (304), and nothing was counted against the month."""

    def to_pandas(self, *, tz: str = "UTC") -> "pd.DataFrame":
        """Make a table of the body; needs the extra `hexawatt[pandas]`.

        The index has a time zone, units are in the names of the columns, what is unknown is NaN or NA. See
        `hexawatt.to_pandas`.

        Args:
            tz: time zone of the index and of all instants, such as `Europe/Paris`.

        Raises:
            ModuleNotFoundError: pandas is not installed.
            TypeError: the body has no rows in time.
        """
        from hexawatt.frames.to_pandas import make_frame

        return make_frame(self.data, tz=tz)


def read_facts(headers: httpx.Headers) -> DataFacts:
    """Read the facts about the data."""
    return DataFacts(
        etag=headers.get("etag"),
        data_mode=headers.get("x-data-mode"),
        is_degraded=headers.get("x-service-confidence") == "degraded",
    )


def read_request_id(headers: httpx.Headers) -> str | None:
    """Read the id of the request; None when a proxy responded."""
    value: str | None = headers.get("x-request-id")
    return value


def read_rate_limit(headers: httpx.Headers) -> RateLimit | None:
    """Read the limits; None when they are missing."""
    limit_minute = _read_count(headers, "x-ratelimit-limit-minute")
    remaining_minute = _read_count(headers, "x-ratelimit-remaining-minute")
    if limit_minute is None or remaining_minute is None:
        return None
    return RateLimit(
        limit_minute=limit_minute,
        remaining_minute=remaining_minute,
        limit_month=_read_count(headers, "x-ratelimit-limit-month"),
        remaining_month=_read_count(headers, "x-ratelimit-remaining-month"),
    )


def _read_count(headers: httpx.Headers, name: str) -> int | None:
    value = headers.get(name, "")
    return int(value) if re.fullmatch(r"[0-9]{1,15}", value) else None
