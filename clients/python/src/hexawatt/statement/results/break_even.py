"""How much would have to change for a contract to cost the same as another."""

from collections.abc import Sequence
from dataclasses import dataclass

from hexawatt.statement.changes import (
    BreakEvenAlready,
    BreakEvenAnswer,
    BreakEvenNever,
    BreakEvenPossible,
    OffPeakBreakEven,
    TempoBreakEven,
)
from hexawatt.statement.pricing.axis import COLORS
from hexawatt.statement.pricing.priced_curve import PricedCurve
from hexawatt.statement.results.comparison import ComparedCosts, compare_two, find_cheapest
from hexawatt.statement.rounding import divide, round_figure


@dataclass
class PeakDay:
    """Consumption of a day at the highest price of its colour."""

    energy_kwh: float = 0
    saved_eur: float = 0
    """What moving all of it saves."""
    all_saved_eur: float = 0
    """What it would save to move all energy of the day, whatever its price, from the highest to the target price."""


def find_break_even(excess_eur: float, days: Sequence[PeakDay]) -> BreakEvenAnswer:
    """Find the energy that, moved on every day as far as the day has it, saves what a contract costs more.

    The savings grow with the energy in straight lines, which bend where a day has no more to move: the answer is exact.
    """
    if excess_eur <= 0:
        return BreakEvenAlready(margin_eur=round_figure(-excess_eur))
    movable = sorted((day for day in days if day.energy_kwh > 0 and day.saved_eur > 0), key=lambda day: day.energy_kwh)
    eur_per_kwh = sum(day.saved_eur / day.energy_kwh for day in movable)
    moved_kwh, left_eur = 0.0, excess_eur
    for day in movable:
        step_eur = (day.energy_kwh - moved_kwh) * eur_per_kwh
        if step_eur >= left_eur:
            return BreakEvenPossible(kwh_per_day=round_figure(moved_kwh + left_eur / eur_per_kwh))
        left_eur -= step_eur
        moved_kwh = day.energy_kwh
        eur_per_kwh -= day.saved_eur / day.energy_kwh
    return BreakEvenNever(missing_eur=round_figure(left_eur))


def _collect_peak_energy(priced: PricedCurve, index: int, color: str | None, target: str | None) -> list[PeakDay]:
    """Sum by day the compared energy at the higher of two prices; a piece with a price in between lies there in part.

    ``color``: only pieces of this colour, by tariff day; None: all pieces, by civil day. ``target`` is the colour to
    whose lowest price the energy moves.
    """
    axis, contract, prices = priced.axis, priced.contracts[index], priced.prices[index]
    ranges = [
        (contract.find_price_range(day, color), contract.find_price_range(day, target)) for day in range(len(axis.days))
    ]
    color_index = None if color is None else COLORS.index(color)
    days: list[PeakDay] = []
    last_day: int | None = None
    for piece, (hour, _, _, energy_kwh) in enumerate(priced.pieces):
        if not priced.is_compared[piece] or (color_index is not None and axis.color[hour] != color_index):
            continue
        civil_day = axis.day_index[hour]
        of_color, of_target = ranges[civil_day]
        if of_color is None or of_target is None or not of_color[1] > of_color[0]:
            continue
        low, high = of_color
        day = civil_day if color is None else axis.tariff_day_index[hour]
        # Pieces are in order: those of a day follow each other.
        if day != last_day:
            days.append(PeakDay())
        last_day = day
        peak_kwh = energy_kwh * (prices[piece] - low) / (high - low)
        days[-1].energy_kwh += peak_kwh
        days[-1].saved_eur += peak_kwh * (high - of_target[0])
        days[-1].all_saved_eur += energy_kwh * (high - of_target[0])
    return days


def _find_needed_share(days: Sequence[PeakDay], excess_eur: float) -> float | None:
    """Return the share at which costs are equal if every version of the prices has the same share."""
    all_saved_eur = sum(day.all_saved_eur for day in days)
    peak_saved_eur = sum(day.saved_eur for day in days)
    return round_figure(1 - (peak_saved_eur - excess_eur) / all_saved_eur) if all_saved_eur > 0 else None


def compute_tempo_break_evens(priced: PricedCurve, costs: ComparedCosts, current: int) -> list[TempoBreakEven]:
    """Break-even of each contract with colours: energy to move out of the red peak hours of each red day."""
    contracts = priced.contracts
    tempo = [index for index, contract in enumerate(contracts) if contract.kind == "tempo"]
    has_reference = current >= 0 and current not in tempo
    reference = find_cheapest(costs, lambda index: index == current if has_reference else index not in tempo, current)
    if reference is None:
        return []
    found: list[TempoBreakEven] = []
    for index in tempo:
        basis, excess_eur = compare_two(costs, index, reference)
        into_red = _collect_peak_energy(priced, index, "red", "red")
        found.append(
            TempoBreakEven(
                key=contracts[index].key,
                reference=contracts[reference].key,
                basis=basis,
                red_days=len(into_red),
                red_peak_kwh=round_figure(sum(day.energy_kwh for day in into_red)),
                into_red_off_peak=find_break_even(excess_eur, into_red),
                into_blue_off_peak=find_break_even(excess_eur, _collect_peak_energy(priced, index, "red", "blue")),
            )
        )
    return found


def compute_off_peak_break_evens(priced: PricedCurve, costs: ComparedCosts) -> list[OffPeakBreakEven]:
    """Break-even of each contract with off-peak hours against the cheapest one with a single price."""
    contracts = priced.contracts
    reference = find_cheapest(costs, lambda index: contracts[index].kind == "base", -1)
    if reference is None:
        return []
    found: list[OffPeakBreakEven] = []
    for index, contract in enumerate(contracts):
        if contract.kind != "hphc":
            continue
        basis, excess_eur = compare_two(costs, index, reference)
        days = _collect_peak_energy(priced, index, None, None)
        peak_kwh = sum(day.energy_kwh for day in days)
        found.append(
            OffPeakBreakEven(
                key=contract.key,
                reference=contracts[reference].key,
                basis=basis,
                off_peak_share=divide(costs.compared_kwh - peak_kwh, costs.compared_kwh) or 0,
                needed_share=_find_needed_share(days, excess_eur),
                answer=find_break_even(excess_eur, days),
            )
        )
    return found
