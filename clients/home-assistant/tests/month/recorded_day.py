"""A recorded day of the product, laid over any other day: which version of an answer holds, and its body."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from custom_components.hexawatt.history.emissions import HOUR
from custom_components.hexawatt.history.months import begin_of_day, begin_of_month
from custom_components.hexawatt.planning.loads import PARIS

DAY = timedelta(days=1)
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
DATE = re.compile(r'"(\d{4}-\d\d-\d\d)"')
COLUMNS = ("productionGCo2PerKwh", "consumptionGCo2PerKwh", "directGCo2PerKwh", "eurPerMwh", "tempoColor")


@dataclass(frozen=True)
class Version:
    """An answer of the product from an instant on."""

    at: datetime
    headers: dict[str, str]
    body: str


@dataclass(frozen=True)
class RecordedDay:
    """Versions of each operation from a midnight in Paris to the next one, which is the last instant recorded."""

    begin: datetime
    versions: dict[str, list[Version]]

    @classmethod
    def read(cls, path: Path) -> Self:
        """The day that a test of the product has written."""
        read = json.loads(path.read_text())
        versions = {
            operation: [Version(datetime.fromisoformat(one["at"]), one["headers"], one["body"]) for one in listed]
            for operation, listed in read["versions"].items()
        }
        return cls(datetime.fromisoformat(read["begin"]), versions)

    def find(self, operation: str, now: datetime) -> tuple[Version, timedelta]:
        """
        The version that holds now, and how far its instants are moved.

        Days are laid over one another by the clock in Paris. A version that was not replaced at the recorded midnight
        holds over each midnight.
        """
        clock = now.astimezone(PARIS).replace(tzinfo=None)
        recorded = self.begin + (clock - datetime.combine(clock.date(), datetime.min.time()))
        listed = self.versions[operation]
        moved = now - recorded
        held = [version for version in listed if version.at <= recorded and version.at < self.begin + DAY]
        if len(held) == 1 and listed[-1].at < self.begin + DAY:
            return listed[-1], moved - DAY
        return held[-1], moved


def move(body: str, moved: timedelta) -> str:
    """A body whose instants and dates are later."""
    days = round(moved / DAY)

    def move_instant(found: re.Match[str]) -> str:
        return f"{datetime.fromisoformat(found[0]) + moved:%Y-%m-%dT%H:%M:%SZ}"

    def move_date(found: re.Match[str]) -> str:
        return f'"{date.fromisoformat(found[1]) + timedelta(days=days)}"'

    return DATE.sub(move_date, INSTANT.sub(move_instant, body))


def lay_out_month(newest: str, then: str, name: str | None, now: datetime) -> dict[str, Any]:
    """
    The hours of a month until now: each day has the values of the recorded one.

    :param newest: the body at the end of the recorded day, which has the values
    :param then: the body at this time of the recorded day: as many hours at the end are unknown in the present month
    """
    month: dict[str, Any] = json.loads(newest)
    earlier: dict[str, Any] = json.loads(then)
    begin = begin_of_month(now) if name is None else begin_of_day(datetime.fromisoformat(f"{name}-01T12:00:00Z"))
    end = begin_of_month(begin + timedelta(days=32))
    hours = [begin + index * HOUR for index in range(int((min(now, end) - begin) / HOUR))]
    for column in COLUMNS:
        by_hour = {
            datetime.fromisoformat(start).hour: value
            for start, value in zip(month["hours"][-48:], month[column][-48:], strict=True)
            if value is not None
        }
        known = max(len(hours) - (_count_unknown(earlier[column]) if name is None else 0), 0)
        month[column] = [by_hour.get(hour.hour) if index < known else None for index, hour in enumerate(hours)]
    month |= {"month": f"{begin.astimezone(PARIS):%Y-%m}", "complete": end <= now}
    return month | {"from": _write(begin), "to": _write(end), "hours": [_write(hour) for hour in hours]}


def _count_unknown(values: list[Any]) -> int:
    """How many values at the end are not known yet."""
    return next((index for index, value in enumerate(reversed(values)) if value is not None), len(values))


def _write(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
