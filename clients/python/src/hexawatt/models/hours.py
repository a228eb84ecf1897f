"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.grid_parts import TariffColor
from hexawatt.models.hours_parts import ExplainedMix


class ExplainedImport(Body):
    """A border in the sums of the hour."""

    country: str
    """ISO 3166-1 alpha-2 code of the neighbour; XX is a border whose country is unknown."""
    net_import_mw: float | None = Field(default=None, alias="netImportMW")
    """Inflow minus outflow in the hour, MW; negative when France exports. None when unknown."""
    counted_mw: float | None = Field(default=None, alias="countedMW")
    """net_import_mw when it is positive, otherwise 0. None when unknown."""
    basis: Literal["hour", "week", "year"] | str | None = None
    """Basis of the intensity, as in /v1/carbon/consumption. None when nothing is known of the neighbour."""
    origin: Literal["mix", "archive_mean", "published_year", "highest_neighbour"] | str | None = None
    """mix: the mix below, of mix_hour; archive_mean: the mean of the complete hours of the 365 days before;
    published_year: the yearly intensity of the country; highest_neighbour: the country has none, and the highest one
    of the neighbours applies. None when basis is None.
    """
    mix_hour: Instant | None = Field(default=None, alias="mixHour")
    """Start of the hour of the mix, UTC. None unless origin is mix."""
    mix: ExplainedMix | None = None
    """Mix of the neighbour in mix_hour. None unless origin is mix."""
    year: int | None = None
    """Year of the yearly intensity. None unless origin is published_year."""
    vintage: str | None = None
    """Release from which the yearly intensity was read. None unless origin is published_year."""
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Life-cycle intensity, unrounded, gCO2eq/kWh: of a mix, sum_emissions_kg divided by sum_power_mw."""
    direct_gco2_per_kwh: float | None = Field(default=None, alias="directGCo2PerKwh")
    """Direct intensity, unrounded, gCO2eq/kWh."""


class ExplainedSource(Body):
    """An archived payload behind the hour."""

    content: str
    """Feed of the rows, such as physical_flows, or neighbour_generation/ and the code of the country."""
    payload_id: int = Field(alias="payloadId")
    """Number of the archived payload."""
    publisher: Literal["rte", "odre", "rte-zip", "energy-charts", "rte-services", "couleur-tempo"] | str
    """Publisher of the payload."""
    known_from: Instant = Field(alias="knownFrom")
    """When the newest of the rows became known, UTC."""


class ExplainedHour(Body):
    """Consumption-based intensity of an hour, term by term."""

    slot_start: Instant = Field(alias="slotStart")
    """Start of the hour, UTC."""
    slot_end: Instant = Field(alias="slotEnd")
    """End of the hour, UTC."""
    issued_at: Instant = Field(alias="issuedAt")
    """When this version of the hour was computed, UTC."""
    methodology_version: int = Field(alias="methodologyVersion")
    """Version of the calculation."""
    feed: Literal["generation_by_type", "generation_mix_15min"] | str
    """Feed of the French mix."""
    production: ExplainedMix
    borders: list[ExplainedImport]
    """Borders in the order of the sums."""
    imported_mw: float | None = Field(default=None, alias="importedMW")
    """Sum of counted_mw, MW. None while a border is unknown."""
    imported_emissions_kg: float | None = Field(default=None, alias="importedEmissionsKg")
    """Sum of counted_mw times gco2_per_kwh of the borders, kgCO2eq."""
    imported_direct_emissions_kg: float | None = Field(default=None, alias="importedDirectEmissionsKg")
    """Sum of counted_mw times direct_gco2_per_kwh of the borders, kgCO2eq."""
    domestic_share: float | None = Field(default=None, alias="domesticShare")
    """production.sum_power_mw divided by the sum of it and imported_mw, unrounded."""
    unrounded_gco2_per_kwh: float | None = Field(default=None, alias="unroundedGCo2PerKwh")
    """production.sum_emissions_kg plus imported_emissions_kg, divided by production.sum_power_mw plus imported_mw,
    gCO2eq/kWh.
    """
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """The same with two decimals, as /v1/carbon/consumption returns it."""
    unrounded_direct_gco2_per_kwh: float | None = Field(default=None, alias="unroundedDirectGCo2PerKwh")
    """The same with direct emissions, gCO2eq/kWh."""
    direct_gco2_per_kwh: float | None = Field(default=None, alias="directGCo2PerKwh")
    """The same with two decimals."""
    sources: list[ExplainedSource]
    """Payloads of the rows of the French mix, the flows and the mixes above. The hours behind an archive_mean are
    not listed.
    """


class CarbonSeriesPoint(Body):
    """Carbon intensity of one slot."""

    slot_start: Instant = Field(alias="slotStart")
    """Start of the slot, UTC."""
    slot_end: Instant = Field(alias="slotEnd")
    """End of the slot, UTC."""
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Carbon intensity of the slot, gCO2eq/kWh. None when unknown."""
    final: bool
    """True when no further correction is expected: the generation of the slot is consolidated, and for the boundary
    consumption the slot is more than 14 days old.
    """


class CarbonSeries(Body):
    """Carbon intensity of every slot of a window, by the newest version of the published data."""

    boundary: Literal["production", "direct", "consumption"] | str
    """production: French generation with life-cycle factors; direct: French generation with the direct factors of
    the operator; consumption: French generation and net imports with life-cycle factors.
    """
    resolution: Literal["1h", "15m"] | str
    """Length of a slot."""
    from_: Instant = Field(alias="from")
    """Requested start of the window, UTC, inclusive."""
    to: Instant
    """Requested end of the window, UTC, exclusive."""
    effective_from: Instant = Field(alias="effectiveFrom")
    """Start of the served window, UTC; later than from when truncated is true."""
    truncated: bool
    """True when the window was shortened because no older slot is stored."""
    methodology_versions: list[int] = Field(alias="methodologyVersions")
    """Versions of the calculation by which the served slots were computed, ascending. Empty when no slot of the
    window is stored.
    """
    points: list[CarbonSeriesPoint]
    """Every slot that begins in the window and has ended, in chronological order and without gaps."""


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
    """Direct emissions of generation in each hour, by the factors of the operator, gCO2eq/kWh. None when unknown."""
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


class DashboardConsumption(Body):
    """Carbon intensity of the electricity consumed in France in the newest known hour, with the imports of that
    hour.
    """

    slot_start: Instant = Field(alias="slotStart")
    """Start of the hour that the values describe, UTC."""
    slot_end: Instant = Field(alias="slotEnd")
    """End of the hour that the values describe, UTC."""
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Carbon intensity of the electricity consumed in France, with life-cycle factors, gCO2eq/kWh: production and
    the net imports of each border at the intensity of the neighbour in that hour. None while a border is unknown.
    """
    direct_gco2_per_kwh: float | None = Field(default=None, alias="directGCo2PerKwh")
    """The same with direct emission factors, gCO2eq/kWh. None when gco2_per_kwh is None."""
    domestic_share: float | None = Field(default=None, alias="domesticShare")
    """Share of French production in production plus imports, from 0 to 1. None while a border is unknown."""
    basis: Literal["hour", "week", "year"] | str | None = None
    """The least exact basis of a neighbour from which France imports: hour, week or year as in
    /v1/carbon/consumption. None without imports.
    """
