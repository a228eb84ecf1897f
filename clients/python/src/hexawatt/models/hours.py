"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.grid_parts import TariffColor


class HoursVersions(Body):
    """A combination of versions of the calculations that occurs in the month."""

    carbon: int
    """Version of the production-boundary calculation."""
    consumption: int | None = None
    """Version of the consumption-boundary calculation: 1 from physical flows; 2 estimated from commercial exchanges,
    until the flows are published. None for hours without a consumption-boundary value.
    """
    hour_count: int = Field(alias="hourCount")
    """Number of hours that were computed with these versions."""


class HoursSource(Body):
    """A source of values of the month."""

    kind: (
        Literal[
            "generation",
            "imports",
            "price",
            "tariffColors",
            "emissionFactors",
            "directFactors",
            "countryIntensities",
        ]
        | str
    )
    """Kind of the data that the source provided."""
    name: str
    """Name of the publisher or database, with its version where it has one."""
    license: str | None = None
    """Licence of the data. None when the publisher states none."""


class Hours(Body):
    """Carbon intensities, day-ahead price and Tempo colour of each hour of a calendar month in Paris."""

    month: str
    """Calendar month in Paris."""
    time_zone: str = Field(alias="timeZone")
    """Name of the time zone of the month, which is that of Paris."""
    from_: Instant = Field(alias="from")
    """Start of the month, 00:00 in Paris, UTC."""
    to: Instant
    """End of the month, exclusive, UTC."""
    hours: list[Instant]
    """Start of each hour of the month that has ended, UTC, in chronological order and without gaps: 743 to 745 in a
    month with a clock change. Empty when no value of the month is stored.
    """
    production_gco2_per_kwh: list[float | None] = Field(alias="productionGCo2PerKwh")
    """Carbon intensity of each hour on the production boundary, gCO2eq/kWh. None when unknown."""
    consumption_gco2_per_kwh: list[float | None] = Field(alias="consumptionGCo2PerKwh")
    """Carbon intensity of each hour on the consumption boundary, gCO2eq/kWh. None when unknown; never a copy of the
    production value.
    """
    direct_gco2_per_kwh: list[float | None] = Field(alias="directGCo2PerKwh")
    """Direct emissions of generation in each hour, by the factors of the operator, gCO2/kWh. None when unknown."""
    eur_per_mwh: list[float | None] = Field(alias="eurPerMwh")
    """Mean of the day-ahead auction prices of each hour, EUR/MWh, without taxes. None when unknown."""
    tempo_color: list[TariffColor | None] = Field(alias="tempoColor")
    """Tempo colour that applies in each hour: the colour of the tariff day, which runs from 06:00 to 06:00 in Paris.
    None when unknown.
    """
    methodology_versions: list[HoursVersions] = Field(alias="methodologyVersions")
    """Versions of the carbon intensities, most hours first. More than one entry: the month mixes versions."""
    sources: list[HoursSource]
    """Sources of the values, by kind of data."""
    complete: bool
    """True when the month is final: it ended at least three days ago, every hour has every value, no
    consumption-boundary value is an estimate, and no correction is waiting to be computed. A publisher can still
    correct a final month; the ETag then changes.
    """
