"""What would have to change for another contract to pay, and what a moved load would have saved."""

from typing import Literal

from hexawatt.statement.figures import Basis, Figures


class BreakEvenAlready(Figures):
    """The contract costs no more as it is."""

    state: Literal["already"] = "already"
    margin_eur: float
    """What it saves."""


class BreakEvenPossible(Figures):
    """The contract costs the same when this energy is moved."""

    state: Literal["possible"] = "possible"
    kwh_per_day: float


class BreakEvenNever(Figures):
    """The contract costs more even if all of it is moved."""

    state: Literal["never"] = "never"
    missing_eur: float


BreakEvenAnswer = BreakEvenAlready | BreakEvenPossible | BreakEvenNever


class TempoBreakEven(Figures):
    """Energy to move out of the red peak hours of each red day."""

    key: str
    reference: str
    """The current contract or, if that is the contract itself or none is given, the cheapest other one."""
    basis: Basis
    red_days: int
    red_peak_kwh: float
    into_red_off_peak: BreakEvenAnswer
    """Moved to the off-peak hours of the same red day."""
    into_blue_off_peak: BreakEvenAnswer
    """Moved to the off-peak hours of a blue day."""


class OffPeakBreakEven(Figures):
    """Share of the energy that must be consumed off-peak."""

    key: str
    reference: str
    """The contract with one price that it is compared with."""
    basis: Basis
    off_peak_share: float
    needed_share: float | None
    """Share at which both cost the same; may be below 0 or above 1. None where peak and off-peak cost the same."""
    answer: BreakEvenAnswer
    """Energy to move from peak to off-peak on each compared day."""


class BreakEvens(Figures):
    """Break-evens of the contracts with colours, and of those with off-peak hours."""

    tempo: list[TempoBreakEven]
    off_peak: list[OffPeakBreakEven]


class RunWindow(Figures):
    """Clock times in Paris between which a load may run, minutes of the day."""

    from_minute: int
    to_minute: int
    """The window crosses midnight when this is not after ``from_minute``."""


class DailyLoad(Figures):
    """A load that runs once a day at even power and could run at another time."""

    energy_kwh: float
    minutes: int
    usual_start_minute: int
    """Clock time in Paris at which it starts today, minutes of the day."""
    window: RunWindow | None = None
    """When it may run. None: the day from 00:00 to 24:00."""


class Savings(Figures):
    """What the best starts would have saved."""

    saved_eur: float
    saved_kg_co2eq: float


class MovedContract(Figures):
    """Savings of a moved load under one contract."""

    key: str
    counted_days: int
    """Days with the load on which price and intensity of the usual time are known."""
    unknown_days: int
    by_price: Savings
    """Start with the lowest cost of each day; of equal costs the one that emits least, then the earliest."""
    by_carbon: Savings
    """Start with the lowest emissions of each day; of equal emissions the cheapest, then the earliest."""


class MovedLoad(Figures):
    """What a daily load would have saved at the best start of each day: an upper bound, known only afterwards."""

    load: DailyLoad
    days_with_load: int
    """Days on which the file has at least the energy of the load at its usual time: only these can save."""
    days_without_load: int
    contracts: list[MovedContract]
