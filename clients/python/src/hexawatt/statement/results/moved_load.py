"""What moving a daily load would have saved under each contract, at the best start of each day in hindsight."""

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from hexawatt.statement.changes import DailyLoad, MovedContract, MovedLoad, Savings
from hexawatt.statement.clock import (
    MINUTE_MS,
    MINUTES_PER_DAY,
    QUARTER_HOUR_MS,
    instant_of_minute,
)
from hexawatt.statement.curve import LoadCurve
from hexawatt.statement.pricing.axis import HourAxis
from hexawatt.statement.pricing.contracts import PricedContract
from hexawatt.statement.pricing.priced_curve import PricedCurve
from hexawatt.statement.rounding import UNKNOWN, round_figure

_EQUAL_KWH = 1e-9
"""A file has the energy of a load within this: binary noise."""
_EQUAL_EUR = 1e-9
_EQUAL_GRAMS = 1e-6

Run = tuple[float, float]
"""Cost in EUR and emissions in g of a run; NaN where unknown."""
DayRuns = tuple[int, int, int]
"""Usual start of the load on a day, and the window in which it may run, ms since 1970."""


def _list_days(priced: PricedCurve, load: DailyLoad) -> list[DayRuns]:
    """Days on which the usual run lies in the period. Raises ValueError for a load longer than its window."""
    from_minute, end = (0, MINUTES_PER_DAY) if load.window is None else (load.window.from_minute, load.window.to_minute)
    to_minute = end + MINUTES_PER_DAY if end <= from_minute else end
    if load.minutes > to_minute - from_minute:
        raise ValueError("a load is longer than its window")
    usual_minute = load.usual_start_minute
    # In a window over midnight, such as 22:00-07:00, a start at 01:00 is the one after that midnight.
    if usual_minute < from_minute and usual_minute + MINUTES_PER_DAY < to_minute:
        usual_minute += MINUTES_PER_DAY
    days: list[DayRuns] = []
    for axis_day in priced.axis.days:
        usual_ms, from_ms, to_ms = (
            instant_of_minute(axis_day.day, minute) for minute in (usual_minute, from_minute, to_minute)
        )
        if usual_ms >= priced.from_ms and usual_ms + load.minutes * MINUTE_MS <= priced.to_ms:
            days.append((usual_ms, from_ms, to_ms))
    return days


def _integrate_energy(curve: LoadCurve) -> Callable[[int], float]:
    """Energy of a curve up to an instant, kWh; a gap adds nothing."""
    before = list(accumulate(curve.energy_kwh, initial=0.0))

    def energy_until(at_ms: int) -> float:
        step = bisect_right(curve.starts_ms, at_ms) - 1
        if step < 0:
            return 0
        share = min(1, (at_ms - curve.starts_ms[step]) / (curve.minutes[step] * MINUTE_MS))
        return before[step] + share * curve.energy_kwh[step]

    return energy_until


class _Integral:
    """Integral of a quantity, summed by quarter-hour once, so that a run of any length is a difference."""

    def __init__(self, axis: HourAxis, integrate: Callable[[int, float, float], float]) -> None:
        """``integrate`` gets an hour, minutes from its start and a length; NaN where the quantity is unknown."""
        self._first_ms = axis.first_ms
        self._count = axis.count * 4
        self._integrate = integrate
        values = [integrate(quarter >> 2, (quarter & 3) * 15, 15) for quarter in range(self._count)]
        self._known = list(accumulate((0 if math.isnan(value) else value for value in values), initial=0.0))
        self._unknown = list(accumulate(map(math.isnan, values), initial=0))

    def _value_until(self, at_ms: int) -> float:
        quarter, rest_ms = divmod(at_ms - self._first_ms, QUARTER_HOUR_MS)
        if rest_ms == 0:
            return self._known[quarter]
        return self._known[quarter] + self._integrate(quarter >> 2, (quarter & 3) * 15, rest_ms / MINUTE_MS)

    def over(self, from_ms: int, to_ms: int) -> float:
        """Integral from one instant to another; NaN where a part is unknown."""
        first = (from_ms - self._first_ms) // QUARTER_HOUR_MS
        end = -(-(to_ms - self._first_ms) // QUARTER_HOUR_MS)
        if first < 0 or end > self._count or self._unknown[first] != self._unknown[end]:
            return UNKNOWN
        return self._value_until(to_ms) - self._value_until(from_ms)


def _is_cheaper(run: Run, other: Run) -> bool:
    """Whether a run costs less or, at equal cost, emits less."""
    if abs(run[0] - other[0]) > _EQUAL_EUR:
        return run[0] < other[0]
    return run[1] < other[1] - _EQUAL_GRAMS


def _is_cleaner(run: Run, other: Run) -> bool:
    """Whether a run emits less or, at equal emissions, costs less."""
    if abs(run[1] - other[1]) > _EQUAL_GRAMS:
        return run[1] < other[1]
    return run[0] < other[0] - _EQUAL_EUR


def _sum_savings(key: str, days: Sequence[DayRuns], duration_ms: int, run_at: Callable[[int], Run]) -> MovedContract:
    counted_days = 0
    by_price, by_carbon = [0.0, 0.0], [0.0, 0.0]
    for usual_ms, from_ms, to_ms in days:
        usual = run_at(usual_ms)
        if any(map(math.isnan, usual)):
            continue
        counted_days += 1
        cheapest = cleanest = usual
        for start_ms in range(from_ms, to_ms - duration_ms + 1, QUARTER_HOUR_MS):
            run = run_at(start_ms)
            # A run with an unknown figure is never better.
            if any(map(math.isnan, run)):
                continue
            if _is_cheaper(run, cheapest):
                cheapest = run
            if _is_cleaner(run, cleanest):
                cleanest = run
        for saved, best in ((by_price, cheapest), (by_carbon, cleanest)):
            saved[0] += usual[0] - best[0]
            saved[1] += usual[1] - best[1]
    price, carbon = (
        Savings(saved_eur=round_figure(eur), saved_kg_co2eq=round_figure(grams / 1_000))
        for eur, grams in (by_price, by_carbon)
    )
    return MovedContract(
        key=key,
        counted_days=counted_days,
        unknown_days=len(days) - counted_days,
        by_price=price,
        by_carbon=carbon,
    )


def _times_minutes(contract: PricedContract) -> Callable[[int, float, float], float]:
    """Price of some minutes of an hour times their number."""
    return lambda hour, offset, minutes: contract.compute_price(hour, offset, minutes) * minutes


def compute_moved_load(curve: LoadCurve, priced: PricedCurve, load: DailyLoad) -> MovedLoad:
    """Return savings of a load at the best start of each day. Raises ValueError for a load longer than its window."""
    duration_ms = load.minutes * MINUTE_MS
    energy_until = _integrate_energy(curve)
    usual_days = _list_days(priced, load)
    days = [
        day
        for day in usual_days
        if energy_until(day[0] + duration_ms) - energy_until(day[0]) >= load.energy_kwh - _EQUAL_KWH
    ]
    axis = priced.axis
    grams = _Integral(axis, lambda hour, _, minutes: axis.production[hour] * minutes)
    kwh_per_minute = load.energy_kwh / load.minutes
    contracts: list[MovedContract] = []
    for contract in priced.contracts:
        eur = _Integral(axis, _times_minutes(contract))

        def run_at(start_ms: int, eur: _Integral = eur) -> Run:
            end_ms = start_ms + duration_ms
            return (eur.over(start_ms, end_ms) * kwh_per_minute, grams.over(start_ms, end_ms) * kwh_per_minute)

        contracts.append(_sum_savings(contract.key, days, duration_ms, run_at))
    return MovedLoad(
        load=load,
        days_with_load=len(days),
        days_without_load=len(usual_days) - len(days),
        contracts=contracts,
    )
