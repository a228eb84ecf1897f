"""Emissions of an energy sensor: the energy of each hour times its carbon intensity. No Home Assistant here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

HOUR = timedelta(hours=1)
G_PER_KG = 1_000
EQUAL_WITHIN = 1e-9


@dataclass(frozen=True, slots=True)
class EnergyRow:
    """What a meter counted between two rows of the recorder."""

    start: datetime
    """Start of the hour of the row, UTC."""
    kwh: float
    """Energy since the row before, kWh."""
    follows: bool
    """Whether the row before is that of the hour before: otherwise the energy is that of several hours."""


@dataclass(frozen=True, slots=True)
class HourEmissions:
    """The energy of one hour, and what it emitted; None = not known."""

    start: datetime
    kwh: float
    kg: float | None


@dataclass(frozen=True, slots=True)
class Total:
    """Emissions of several hours, with the energy that they are known of."""

    kg: float
    known_kwh: float
    kwh: float

    @classmethod
    def of(cls, hours: Iterable[HourEmissions]) -> Self:
        """The sums over hours."""
        listed = list(hours)
        known = [(hour.kg, hour.kwh) for hour in listed if hour.kg is not None]
        return cls(sum(kg for kg, _ in known), sum(kwh for _, kwh in known), sum(hour.kwh for hour in listed))

    @property
    def coverage(self) -> float | None:
        """Share of the energy whose emissions are known, 0 to 1; None without energy."""
        return self.known_kwh / self.kwh if self.kwh > 0 else None


def compute_emissions(rows: Iterable[EnergyRow], intensities: Mapping[datetime, float | None]) -> list[HourEmissions]:
    """
    Emissions of each row, by intensities in gCO2eq/kWh.

    Emissions are unknown, never guessed, where the intensity of the hour is unknown, and after a gap, because it is not
    known in which of the missing hours the energy was used. A negative row is a correction of the meter and left out.
    """
    return [
        HourEmissions(row.start, row.kwh, _compute_kg(row, intensities.get(row.start))) for row in rows if row.kwh >= 0
    ]


def _compute_kg(row: EnergyRow, intensity: float | None) -> float | None:
    # An hour without energy emitted nothing, whatever its intensity.
    if row.kwh == 0:
        return 0.0
    return row.kwh * intensity / G_PER_KG if row.follows and intensity is not None else None


def accumulate(hours: Sequence[HourEmissions], before_kg: float) -> dict[datetime, float]:
    """
    The meter of the emissions at the end of each hour, kg. An hour of unknown emissions adds nothing.

    :param before_kg: the meter at the end of the hour before the first
    """
    meter: dict[datetime, float] = {}
    total = before_kg
    for hour in hours:
        total += hour.kg or 0
        meter[hour.start] = round(total, 9)
    return meter


def find_changes(meter: Mapping[datetime, float], stored: Mapping[datetime, float]) -> dict[datetime, float]:
    """The hours of a meter or of values whose stored value is missing or another one."""
    return {
        start: value
        for start, value in meter.items()
        if (known := stored.get(start)) is None or abs(known - value) > EQUAL_WITHIN
    }
