"""The steps of a load curve, cut at full hours."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hexawatt.statement.clock import HOUR_MS, MINUTE_MS
from hexawatt.statement.curve import LoadCurve
from hexawatt.statement.pricing.axis import HourAxis


@dataclass
class Pieces:
    """Parts of steps, each within one hour of the axis. The energy of a step is spread evenly over its minutes."""

    hour: list[int] = field(default_factory=list[int])
    """Index of the hour on the axis."""
    offset_minutes: list[float] = field(default_factory=list[float])
    """Minutes from the start of the hour."""
    minutes: list[float] = field(default_factory=list[float])
    energy_kwh: list[float] = field(default_factory=list[float])

    def __len__(self) -> int:
        return len(self.hour)

    def __iter__(self) -> Iterator[tuple[int, float, float, float]]:
        """Hour, offset, minutes and energy of each piece."""
        return zip(self.hour, self.offset_minutes, self.minutes, self.energy_kwh, strict=True)


def find_period(curve: LoadCurve) -> tuple[int, int]:
    """Start and end of the period of a curve, ms since 1970: the stated bounds, widened to every step.

    Raises ValueError for a curve without steps.
    """
    if len(curve) == 0:
        raise ValueError("a statement needs at least one step")
    first_ms = curve.starts_ms[0]
    end_ms = curve.starts_ms[-1] + curve.minutes[-1] * MINUTE_MS
    from_ms = first_ms if curve.from_ms is None else min(curve.from_ms, first_ms)
    return (from_ms, end_ms if curve.to_ms is None else max(curve.to_ms, end_ms))


def cut_at_hours(curve: LoadCurve, axis: HourAxis) -> Pieces:
    """Cut the steps of a curve at full hours."""
    pieces = Pieces()
    for start_ms, minutes, energy_kwh in zip(curve.starts_ms, curve.minutes, curve.energy_kwh, strict=True):
        end_ms = start_ms + minutes * MINUTE_MS
        at_ms = start_ms
        while at_ms < end_ms:
            hour_start_ms = at_ms // HOUR_MS * HOUR_MS
            until_ms = min(end_ms, hour_start_ms + HOUR_MS)
            piece_minutes = (until_ms - at_ms) / MINUTE_MS
            pieces.hour.append((hour_start_ms - axis.first_ms) // HOUR_MS)
            pieces.offset_minutes.append((at_ms - hour_start_ms) / MINUTE_MS)
            pieces.minutes.append(piece_minutes)
            pieces.energy_kwh.append(energy_kwh * piece_minutes / minutes)
            at_ms = until_ms
    return pieces
