"""The newest realised hour: RTE publishes generation one to two hours late. No Home Assistant here."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from hexawatt.models.hours import Hours


@dataclass(frozen=True, slots=True)
class RealisedHour:
    """Carbon intensity of one hour as it was, gCO2eq/kWh."""

    start: datetime
    production: float
    consumption: float | None
    """With imports; None when flows are unknown, never a copy of `production`."""

    @property
    def end(self) -> datetime:
        """End of the hour, UTC."""
        return self.start + timedelta(hours=1)


def newest_hour(hours: Hours) -> RealisedHour | None:
    """The last hour of a month whose intensity is known."""
    rows = zip(hours.hours, hours.production_gco2_per_kwh, hours.consumption_gco2_per_kwh, strict=True)
    known = [
        RealisedHour(start, production, consumption)
        for start, production, consumption in rows
        if production is not None
    ]
    return known[-1] if known else None
