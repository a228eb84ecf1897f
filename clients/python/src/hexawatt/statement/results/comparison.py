"""Costs of the contracts over the hours whose price is known under every one of them."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from hexawatt.statement.figures import Basis, ComparedCost, Comparison
from hexawatt.statement.pricing.priced_curve import PricedCurve
from hexawatt.statement.rounding import UNKNOWN, divide_share, round_figure, round_known

_EQUAL_EUR = 1e-9
"""Costs up to this difference are equal: binary noise picks no contract."""


@dataclass(frozen=True)
class ComparedCosts:
    """Costs of the compared hours before rounding, by contract."""

    basis: Basis
    energy_eur: list[float]
    subscription_eur: list[float]
    """NaN where unknown."""
    compared_eur: list[float]
    compared_kwh: float
    compared_minutes: float


def sum_compared_costs(priced: PricedCurve) -> ComparedCosts | None:
    """Sum the costs of the compared hours; None where there is no such hour."""
    axis = priced.axis
    compared_minutes_of_day = [0.0] * len(axis.days)
    covered_minutes_of_day = [0.0] * len(axis.days)
    energy_eur = [0.0] * len(priced.contracts)
    compared_kwh = compared_minutes = 0.0
    for piece, (hour, _, minutes, energy_kwh) in enumerate(priced.pieces):
        day = axis.day_index[hour]
        covered_minutes_of_day[day] += minutes
        if not priced.is_compared[piece]:
            continue
        compared_minutes_of_day[day] += minutes
        compared_kwh += energy_kwh
        compared_minutes += minutes
        for index, prices in enumerate(priced.prices):
            energy_eur[index] += energy_kwh * prices[piece]
    if compared_minutes == 0:
        return None
    # A day that is not compared counts for nothing, even if its subscription is unknown.
    share_of_day = [
        (day, compared / covered_minutes_of_day[day])
        for day, compared in enumerate(compared_minutes_of_day)
        if compared > 0
    ]
    subscription_eur = [
        sum(share * contract.subscription_eur_of_day[day] for day, share in share_of_day)
        for contract in priced.contracts
    ]
    has_all = not any(map(math.isnan, subscription_eur))
    return ComparedCosts(
        basis="total" if has_all else "energy",
        energy_eur=energy_eur,
        subscription_eur=subscription_eur,
        compared_eur=[
            energy + (subscription if has_all else 0)
            for energy, subscription in zip(energy_eur, subscription_eur, strict=True)
        ],
        compared_kwh=compared_kwh,
        compared_minutes=compared_minutes,
    )


def compare_two(costs: ComparedCosts, one: int, other: int) -> tuple[Basis, float]:
    """Return what one contract costs more than another: with subscriptions if both are known, else of energy."""
    energy_eur = costs.energy_eur[one] - costs.energy_eur[other]
    subscription_eur = costs.subscription_eur[one] - costs.subscription_eur[other]
    return ("energy", energy_eur) if math.isnan(subscription_eur) else ("total", energy_eur + subscription_eur)


def find_cheapest(costs: ComparedCosts, is_eligible: Callable[[int], bool], preferred: int) -> int | None:
    """Index of the cheapest contract; of equal costs the preferred one, else the first; None if none is eligible."""
    eligible = [index for index in range(len(costs.compared_eur)) if is_eligible(index)]
    lowest = min((costs.compared_eur[index] for index in eligible), default=UNKNOWN)
    cheapest = [index for index in eligible if costs.compared_eur[index] <= lowest + _EQUAL_EUR]
    return preferred if preferred in cheapest else next(iter(cheapest), None)


def compare_contracts(priced: PricedCurve, costs: ComparedCosts, current: int) -> Comparison | None:
    """Compare the contracts with each other and with the current one, which is -1 if there is none."""
    best = find_cheapest(costs, lambda _: True, current)
    if best is None:
        return None
    keys = [contract.key for contract in priced.contracts]
    current_eur = costs.compared_eur[current] if current >= 0 else UNKNOWN
    return Comparison(
        basis=costs.basis,
        compared_kwh=round_figure(costs.compared_kwh),
        compared_hours=round_figure(costs.compared_minutes / 60),
        compared_share=divide_share(costs.compared_kwh, sum(priced.pieces.energy_kwh)) or 0,
        contracts=[
            ComparedCost(
                key=key,
                energy_eur=round_figure(costs.energy_eur[index]),
                subscription_eur=round_known(costs.subscription_eur[index]),
                compared_eur=round_figure(costs.compared_eur[index]),
                difference_to_current_eur=round_known(costs.compared_eur[index] - current_eur),
            )
            for index, key in enumerate(keys)
        ],
        best=keys[best],
        current=keys[current] if current >= 0 else None,
        without_subscription=[key for key, eur in zip(keys, costs.subscription_eur, strict=True) if math.isnan(eur)],
    )
