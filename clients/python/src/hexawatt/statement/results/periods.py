"""Figures of each month, and of the whole period."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from hexawatt.statement.clock import HOUR_MS, MINUTE_MS
from hexawatt.statement.figures import CostFigures, EmissionFigures, Emissions, PeriodFigures
from hexawatt.statement.pricing.priced_curve import PricedCurve
from hexawatt.statement.rounding import divide, divide_share, round_figure, round_known


@dataclass
class _Emissions:
    known_minutes: float = 0
    known_kwh: float = 0
    grams: float = 0
    gram_minutes: float = 0


@dataclass
class _Cost:
    known_minutes: float = 0
    known_kwh: float = 0
    unknown_kwh: float = 0
    eur: float = 0
    subscription_eur: float = 0


@dataclass
class _Sums:
    """Sums over a month, or over the whole period."""

    costs: list[_Cost]
    emissions: list[_Emissions] = field(default_factory=lambda: [_Emissions() for _ in range(3)])
    days: int = 0
    period_minutes: float = 0
    covered_minutes: float = 0
    partly_covered_hours: int = 0
    energy_kwh: float = 0


def _add_days(months: list[_Sums], priced: PricedCurve) -> None:
    """Each day that the period touches pays a whole day of the subscription, a day without values too."""
    for index, day in enumerate(priced.axis.days):
        sums = months[day.month_index]
        sums.days += 1
        for cost, contract in zip(sums.costs, priced.contracts, strict=True):
            cost.subscription_eur += contract.subscription_eur_of_day[index]


def _add_hours(months: list[_Sums], priced: PricedCurve) -> None:
    axis = priced.axis
    covered = [0.0] * axis.count
    for hour, _, minutes, _ in priced.pieces:
        covered[hour] += minutes
    for hour, covered_minutes in enumerate(covered):
        sums = months[axis.days[axis.day_index[hour]].month_index]
        start_ms = axis.first_ms + hour * HOUR_MS
        sums.period_minutes += (min(priced.to_ms, start_ms + HOUR_MS) - max(priced.from_ms, start_ms)) / MINUTE_MS
        sums.covered_minutes += covered_minutes
        if 0 < covered_minutes < 60:
            sums.partly_covered_hours += 1


def _add_pieces(months: list[_Sums], priced: PricedCurve) -> None:
    axis = priced.axis
    month_of_hour = [axis.days[day].month_index for day in axis.day_index]
    intensities = list(axis.intensities.values())
    for piece, (hour, _, minutes, energy_kwh) in enumerate(priced.pieces):
        sums = months[month_of_hour[hour]]
        sums.energy_kwh += energy_kwh
        for emissions, of_hour in zip(sums.emissions, intensities, strict=True):
            intensity = of_hour[hour]
            if not math.isnan(intensity):
                emissions.known_minutes += minutes
                emissions.known_kwh += energy_kwh
                emissions.grams += energy_kwh * intensity
                emissions.gram_minutes += minutes * intensity
        for cost, of_piece in zip(sums.costs, priced.prices, strict=True):
            price = of_piece[piece]
            if math.isnan(price):
                cost.unknown_kwh += energy_kwh
            else:
                cost.known_minutes += minutes
                cost.known_kwh += energy_kwh
                cost.eur += energy_kwh * price


def _total(parts: Iterable[object], name: str) -> float:
    """Sum of a member; from 0.0, in the order of the months."""
    total: float = 0
    for part in parts:
        total += getattr(part, name)
    return total


def _add_months(months: list[_Sums]) -> _Sums:
    def add_costs(costs: Iterable[_Cost]) -> _Cost:
        of_months = list(costs)
        return _Cost(*(_total(of_months, name) for name in _Cost.__dataclass_fields__))

    def add_emissions(emissions: Iterable[_Emissions]) -> _Emissions:
        of_months = list(emissions)
        return _Emissions(*(_total(of_months, name) for name in _Emissions.__dataclass_fields__))

    return _Sums(
        costs=[add_costs(costs) for costs in zip(*(month.costs for month in months), strict=True)],
        emissions=[add_emissions(kind) for kind in zip(*(month.emissions for month in months), strict=True)],
        days=sum(month.days for month in months),
        period_minutes=_total(months, "period_minutes"),
        covered_minutes=_total(months, "covered_minutes"),
        partly_covered_hours=sum(month.partly_covered_hours for month in months),
        energy_kwh=_total(months, "energy_kwh"),
    )


def _describe_emissions(sums: _Emissions, energy_kwh: float) -> EmissionFigures:
    return EmissionFigures(
        kg_co2eq=round_figure(sums.grams / 1_000) if sums.known_minutes > 0 else None,
        known_kwh=round_figure(sums.known_kwh),
        known_share=divide_share(sums.known_kwh, energy_kwh),
        g_co2eq_per_kwh=divide(sums.grams, sums.known_kwh),
        grid_g_co2eq_per_kwh=divide(sums.gram_minutes, sums.known_minutes),
    )


def _describe_cost(key: str, sums: _Cost, energy_kwh: float) -> CostFigures:
    is_known = sums.known_minutes > 0 and sums.unknown_kwh == 0
    return CostFigures(
        key=key,
        energy_eur=round_figure(sums.eur) if sums.known_minutes > 0 else None,
        known_kwh=round_figure(sums.known_kwh),
        known_share=divide_share(sums.known_kwh, energy_kwh),
        subscription_eur=round_known(sums.subscription_eur),
        total_eur=round_known(sums.eur + sums.subscription_eur) if is_known else None,
    )


def _describe(sums: _Sums, priced: PricedCurve) -> PeriodFigures:
    production, consumption, direct = (_describe_emissions(kind, sums.energy_kwh) for kind in sums.emissions)
    return PeriodFigures(
        days=sums.days,
        period_minutes=sums.period_minutes,
        covered_minutes=sums.covered_minutes,
        partly_covered_hours=sums.partly_covered_hours,
        energy_kwh=round_figure(sums.energy_kwh),
        emissions=Emissions(production=production, consumption=consumption, direct=direct),
        costs=[
            _describe_cost(contract.key, cost, sums.energy_kwh)
            for contract, cost in zip(priced.contracts, sums.costs, strict=True)
        ],
    )


def compute_period_figures(priced: PricedCurve) -> tuple[PeriodFigures, list[PeriodFigures]]:
    """Figures of the whole period, and of each month of the axis."""
    months = [_Sums(costs=[_Cost() for _ in priced.contracts]) for _ in priced.axis.months]
    _add_days(months, priced)
    _add_hours(months, priced)
    _add_pieces(months, priced)
    return _describe(_add_months(months), priced), [_describe(month, priced) for month in months]
