"""The best time to run a load in one piece, by the rule of `GET /v1/schedule`, on the quarter-hours at hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from .loads import SLOT_MINUTES, Load, Objective

SLOT = timedelta(minutes=SLOT_MINUTES)
SEARCHED = timedelta(hours=24)

# Values are compared in whole units, as the API does: sums of integers are exact, so that binary noise decides no tie.
# A cost of up to eight decimals, and the mean of two of these by the minutes of a quarter-hour, is a whole number.
_UNITS_PER_EUR_PER_KWH = 15e8
_UNITS_PER_VALUE = 1e6
# More than the known intensities of a window can sum to: a window with an unknown one comes after those of equal cost.
_UNKNOWN_TIE_UNITS = 1e12


class RankedQuarterHour(Protocol):
    """What the search reads of a quarter-hour; None = unknown."""

    @property
    def start(self) -> datetime:
        """Start, aware."""

    @property
    def price(self) -> float | None:
        """Price under the contract, EUR/kWh."""

    @property
    def carbon(self) -> float | None:
        """Carbon intensity, gCO2eq/kWh."""

    @property
    def score(self) -> float | None:
        """Score, 0 to 100."""


@dataclass(frozen=True, slots=True)
class Window:
    """A run of a load in one piece with its figures; None = a quarter-hour of the run has no such value."""

    start: datetime
    end: datetime
    cost_eur: float | None
    emissions_g: float | None
    price_eur_per_kwh: float | None
    carbon_g_per_kwh: float | None
    score: float | None

    def contains(self, at: datetime) -> bool:
        """Whether an instant lies in the run."""
        return self.start <= at < self.end


@dataclass(frozen=True, slots=True)
class BestWindow:
    """The best window of a load, and the run that starts at once (after quiet hours where it is in these)."""

    window: Window
    start_now: Window | None

    @property
    def saved_eur(self) -> float | None:
        """What the window costs less than the run that starts at once, EUR; None where a cost is unknown."""
        return None if self.start_now is None else _subtract(self.start_now.cost_eur, self.window.cost_eur)

    @property
    def saved_g(self) -> float | None:
        """What the window emits less than the run that starts at once, gCO2eq; None where an intensity is unknown."""
        return None if self.start_now is None else _subtract(self.start_now.emissions_g, self.window.emissions_g)


def find_best_window(quarter_hours: Sequence[RankedQuarterHour], load: Load, now: datetime) -> BestWindow | None:
    """
    The best window within 24 hours from the next quarter-hour on.

    It has the smallest sum of the objective, or the largest of the score. Of windows of equal cost the one that emits
    least is best, then the earliest. A quarter-hour that is quiet, missing, or without a value is in no window.

    :returns: None if the load fits into no known part of the 24 hours
    """
    first = round_up(now)
    count = SEARCHED // SLOT
    by_start = {quarter.start: quarter for quarter in quarter_hours}
    slots = [by_start.get(first + index * SLOT) for index in range(count)]
    allowed = [load.may_run_at(first + index * SLOT) for index in range(count)]
    rank, tie = _RANKS[load.objective]
    values = [
        rank(slot) if slot is not None and may_run else None for slot, may_run in zip(slots, allowed, strict=True)
    ]
    ties = [None if slot is None else tie(slot) for slot in slots]
    best = _find_smallest(values, ties, load.slots)
    if best is None:
        return None
    at_once = _find_first(allowed, load.slots)
    return BestWindow(
        _describe(slots, best, first, load),
        None if at_once is None else _describe(slots, at_once, first, load),
    )


def round_up(at: datetime) -> datetime:
    """The start of the next quarter-hour, UTC; the instant itself where a quarter-hour begins."""
    instant = at.astimezone(UTC)
    begun = instant.replace(minute=instant.minute - instant.minute % SLOT_MINUTES, second=0, microsecond=0)
    return begun if begun == instant else begun + SLOT


def _find_smallest(values: Sequence[int | None], ties: Sequence[int | None], length: int) -> int | None:
    """The first of the windows of the smallest sum and, among these, of the smallest sum of the tie values."""
    best: tuple[int, int] | None = None
    best_first: int | None = None
    for first in range(len(values) - length + 1):
        ranked = [value for value in values[first : first + length] if value is not None]
        if len(ranked) < length:
            continue
        sums = (sum(ranked), sum(_UNKNOWN_TIE if tie is None else tie for tie in ties[first : first + length]))
        if best is None or sums < best:
            best, best_first = sums, first
    return best_first


def _find_first(allowed: Sequence[bool], length: int) -> int | None:
    return next((first for first in range(len(allowed) - length + 1) if all(allowed[first : first + length])), None)


def _describe(slots: Sequence[RankedQuarterHour | None], first: int, origin: datetime, load: Load) -> Window:
    run = slots[first : first + load.slots]
    price, carbon, score = (_mean(run, value) for value in (_read_price, _read_carbon, _read_score))
    return Window(
        start=origin + first * SLOT,
        end=origin + (first + load.slots) * SLOT,
        cost_eur=None if price is None else price * load.energy_kwh,
        emissions_g=None if carbon is None else carbon * load.energy_kwh,
        price_eur_per_kwh=price,
        carbon_g_per_kwh=carbon,
        score=score,
    )


type _Read = Callable[[RankedQuarterHour], float | None]


def _mean(run: Sequence[RankedQuarterHour | None], read: _Read) -> float | None:
    known = [value for slot in run if slot is not None and (value := read(slot)) is not None]
    return sum(known) / len(known) if len(known) == len(run) else None


def _read_price(slot: RankedQuarterHour) -> float | None:
    return slot.price


def _read_carbon(slot: RankedQuarterHour) -> float | None:
    return slot.carbon


def _read_score(slot: RankedQuarterHour) -> float | None:
    return slot.score


def _in_units(read: _Read, units: float) -> Callable[[RankedQuarterHour], int | None]:
    def rank(slot: RankedQuarterHour) -> int | None:
        value = read(slot)
        return None if value is None else round(value * units)

    return rank


def _no_tie(_slot: RankedQuarterHour) -> int | None:
    return 0


_UNKNOWN_TIE = round(_UNKNOWN_TIE_UNITS)
_RANKS: Mapping[
    Objective, tuple[Callable[[RankedQuarterHour], int | None], Callable[[RankedQuarterHour], int | None]]
] = {
    "cost": (_in_units(_read_price, _UNITS_PER_EUR_PER_KWH), _in_units(_read_carbon, _UNITS_PER_VALUE)),
    "carbon": (_in_units(_read_carbon, _UNITS_PER_VALUE), _no_tie),
    "score": (_in_units(_read_score, -_UNITS_PER_VALUE), _no_tie),
}


def _subtract(minuend: float | None, subtrahend: float | None) -> float | None:
    return None if minuend is None or subtrahend is None else minuend - subtrahend
