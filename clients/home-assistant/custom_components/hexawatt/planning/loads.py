"""A load of the home: how many quarter-hours it runs, at which hours of the day it may run, and what it minimises."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

PARIS = ZoneInfo("Europe/Paris")
SLOT_MINUTES = 15
MINUTES_PER_DAY = 1_440
SLOTS_PER_HOUR = 60 // SLOT_MINUTES

MOST_QUIET_RANGES = 2
"""The API accepts no more ranges of quiet hours."""

type Objective = Literal["cost", "carbon", "score"]

# A quotient this close above a whole number is that number: 4 * 1.85 kWh / 7.4 kW is one quarter-hour.
_QUOTIENT_NOISE = 1e-9
_RANGE = re.compile(r"([01]?\d|2[0-3])[:hH]([0-5]\d)?\s*-\s*(?:(24)[:hH](?:00)?|([01]?\d|2[0-3])[:hH]([0-5]\d)?)")


@dataclass(frozen=True, slots=True)
class HourRange:
    """Hours of the day in Paris, in minutes. A range crosses midnight if `to_minute` is not after `from_minute`."""

    from_minute: int
    to_minute: int

    def touches(self, minute_of_day: int) -> bool:
        """Whether the quarter-hour that begins at a minute of the day lies in the range, wholly or in part."""
        after = (minute_of_day - self.from_minute) % MINUTES_PER_DAY
        length = (self.to_minute - self.from_minute) % MINUTES_PER_DAY or MINUTES_PER_DAY
        return after < length or after + SLOT_MINUTES > MINUTES_PER_DAY

    def __str__(self) -> str:
        """The range as the API reads it, such as `22:00-07:00`; a whole day is `00:00-24:00`."""
        to_minute = MINUTES_PER_DAY if self.to_minute == self.from_minute else self.to_minute
        return f"{_write_time(self.from_minute)}-{_write_time(to_minute)}"


@dataclass(frozen=True, slots=True)
class Load:
    """A load that runs in one piece: whole quarter-hours at equal power, whose energy is exact."""

    slots: int
    energy_kwh: float
    objective: Objective = "score"
    # Hours of the day in Paris in which the load does not run.
    quiet: tuple[HourRange, ...] = ()

    @property
    def energy_per_slot_kwh(self) -> float:
        """Energy of each quarter-hour of the run, kWh."""
        return self.energy_kwh / self.slots

    def may_run_at(self, start: datetime) -> bool:
        """Whether the load may run in the quarter-hour that begins at an aware instant."""
        local = start.astimezone(PARIS)
        minute_of_day = local.hour * 60 + local.minute
        return not any(quiet.touches(minute_of_day) for quiet in self.quiet)


def create_load(config: Mapping[str, Any], quiet: str | None = None) -> Load:
    """
    The load of a configuration.

    It has two of `energy_kwh`, `power_kw` and `duration_minutes`, or only the duration (then 1 kW is assumed);
    `objective`; `earliest` and `latest`, times of day between which it runs; `quiet`, ranges in which it does not.

    :param quiet: ranges in which no load of the home runs
    :raises ValueError: if the configuration describes no load
    """
    slots, energy_kwh = _to_slots(*(config.get(key) for key in ("energy_kwh", "power_kw", "duration_minutes")))
    ranges = [*parse_hour_ranges(quiet), *parse_hour_ranges(config.get("quiet"))]
    outside = _find_hours_outside(config.get("earliest"), config.get("latest"))
    if outside is not None:
        ranges.append(outside)
    return Load(slots, energy_kwh, config.get("objective", "score"), tuple(ranges))


def _to_slots(energy_kwh: float | None, power_kw: float | None, duration_minutes: float | None) -> tuple[int, float]:
    match energy_kwh, power_kw, duration_minutes:
        case energy, power, None if energy is not None and power is not None:
            hours = energy / power
        case energy, None, duration if duration is not None:
            hours = duration / 60
            energy = hours if energy is None else energy
        case None, power, duration if power is not None and duration is not None:
            hours = duration / 60
            energy = power * hours
        case _:
            raise ValueError("A load needs two of energy, power and duration, or only the duration.")
    return max(1, math.ceil(SLOTS_PER_HOUR * hours - _QUOTIENT_NOISE)), energy


def parse_hour_ranges(text: str | None) -> list[HourRange]:
    """
    Ranges as on a contract or in a form, `22:00-07:00` or `22h-7h`, several separated by a comma; none for no text.

    :raises ValueError: if a range is unreadable or empty
    """
    return [_parse_hour_range(part) for part in (text or "").split(",") if part.strip()]


def are_quiet_hours(text: str) -> bool:
    """Whether a text is one or two ranges of hours that a load of the home can be planned with."""
    try:
        ranges = parse_hour_ranges(text)
    except ValueError:
        return False
    return 1 <= len(ranges) <= MOST_QUIET_RANGES


def _parse_hour_range(text: str) -> HourRange:
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"Not a range of hours: {text.strip()}")
    from_hour, from_minute, midnight, to_hour, to_minute = match.groups()
    begin = int(from_hour) * 60 + int(from_minute or 0)
    end = 0 if midnight else int(to_hour) * 60 + int(to_minute or 0)
    if begin == end and not midnight:
        raise ValueError(f"An empty range of hours: {text.strip()}")
    return HourRange(begin, end)


def _find_hours_outside(earliest: str | None, latest: str | None) -> HourRange | None:
    """The hours of the day that do not lie between two times of day; midnight where one is missing."""
    from_minute, to_minute = (_parse_time(text) if text else 0 for text in (earliest, latest))
    return None if from_minute == to_minute else HourRange(to_minute, from_minute)


def _parse_time(text: str) -> int:
    hour, minute = text.split(":")[:2]
    return int(hour) * 60 + int(minute)


def _write_time(minute_of_day: int) -> str:
    return f"{minute_of_day // 60:02}:{minute_of_day % 60:02}"
