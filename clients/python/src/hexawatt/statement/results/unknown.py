"""What is unknown: gaps of the file, and energy whose emissions or cost are unknown."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from hexawatt.statement.clock import HOUR_MS, MINUTE_MS, format_instant
from hexawatt.statement.figures import TimeRange, UnknownContract, UnknownFigure, UnknownIntensity, UnknownRange
from hexawatt.statement.pricing.priced_curve import PricedCurve
from hexawatt.statement.rounding import round_figure

_MAX_RANGES = 100
"""Most ranges that are listed of one figure: a file with every second value missing has a range for each."""


def list_gaps(priced: PricedCurve) -> tuple[list[TimeRange], int]:
    """Ranges of the period for which the file has no value, and the number of those beyond the list."""
    gaps: list[TimeRange] = []
    count = 0
    known_to_ms = priced.from_ms

    def close_at(start_ms: int) -> None:
        nonlocal count
        if start_ms <= known_to_ms:
            return
        count += 1
        if len(gaps) < _MAX_RANGES:
            gaps.append(TimeRange(from_=format_instant(known_to_ms), to=format_instant(start_ms)))

    for hour, offset_minutes, minutes, _ in priced.pieces:
        start_ms = priced.axis.first_ms + hour * HOUR_MS + round(offset_minutes * MINUTE_MS)
        close_at(start_ms)
        known_to_ms = start_ms + round(minutes * MINUTE_MS)
    close_at(priced.to_ms)
    return gaps, count - len(gaps)


@dataclass
class _Run:
    from_ms: int
    to_ms: int
    reason: str
    energy_kwh: float


def _collect(
    priced: PricedCurve,
    figure: UnknownIntensity | UnknownContract,
    is_unknown: Callable[[int, int], bool],
    find_reason: Callable[[int], str],
) -> UnknownFigure | None:
    """Return runs of unknown pieces; None if nothing is unknown. ``is_unknown`` gets the piece and its hour."""
    runs: list[_Run] = []
    all_kwh = all_minutes = 0.0
    unlisted = 0
    last: tuple[int, str] | None = None
    for piece, (hour, offset_minutes, minutes, energy_kwh) in enumerate(priced.pieces):
        if not is_unknown(piece, hour):
            continue
        from_ms = priced.axis.first_ms + hour * HOUR_MS + round(offset_minutes * MINUTE_MS)
        to_ms = from_ms + round(minutes * MINUTE_MS)
        reason = find_reason(hour)
        all_kwh += energy_kwh
        all_minutes += minutes
        if last != (from_ms, reason):
            if len(runs) < _MAX_RANGES:
                runs.append(_Run(from_ms, to_ms, reason, energy_kwh))
            else:
                unlisted += 1
        elif unlisted == 0:
            runs[-1].to_ms = to_ms
            runs[-1].energy_kwh += energy_kwh
        last = (to_ms, reason)
    if all_minutes == 0:
        return None
    return UnknownFigure(
        figure=figure,
        energy_kwh=round_figure(all_kwh),
        hours=round_figure(all_minutes / 60),
        ranges=[
            UnknownRange(
                from_=format_instant(run.from_ms),
                to=format_instant(run.to_ms),
                reason=run.reason,
                energy_kwh=round_figure(run.energy_kwh),
            )
            for run in runs
        ],
        unlisted_ranges=unlisted,
    )


def _collect_intensity(priced: PricedCurve, kind: str, of_hour: list[float]) -> UnknownFigure | None:
    is_given = priced.axis.is_given
    return _collect(
        priced,
        UnknownIntensity(intensity=kind),
        lambda _, hour: math.isnan(of_hour[hour]),
        lambda hour: "no-intensity" if is_given[hour] else "no-month",
    )


def _collect_contract(priced: PricedCurve, index: int) -> UnknownFigure | None:
    contract, prices = priced.contracts[index], priced.prices[index]
    return _collect(
        priced,
        UnknownContract(contract=contract.key),
        lambda piece, _: math.isnan(prices[piece]),
        contract.find_reason,
    )


def list_unknown(priced: PricedCurve) -> list[UnknownFigure]:
    """Figures that could not be counted for all hours: the energy and the hours that are missing, and why."""
    found = [_collect_intensity(priced, kind, of_hour) for kind, of_hour in priced.axis.intensities.items()]
    found += [_collect_contract(priced, index) for index in range(len(priced.contracts))]
    return [figure for figure in found if figure is not None]
