"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Day, Instant
from hexawatt.models.grid_parts import GridSignalStatus, MixEntry, TariffColor


class MethodologyVersions(Body):
    """Versions of the calculations behind a value. Keys may be added; ignore keys that you do not know."""

    score: int
    """Version of the sub-scores and their aggregation."""
    carbon: int
    """Version of the production-boundary calculation."""
    confidence: int
    """Version of the confidence calculation."""
    consumption: int | None = None
    """Version of the consumption-boundary calculation: 1 from physical flows; 2 estimated from commercial exchanges,
    until the flows are published. None when the response has no consumption-boundary value.
    """


class EmissionFactors(Body):
    """Origin and known limitations of the emission factors."""

    source: str | None = None
    """Official origin of the emission factors."""
    license: str | None = None
    """Licence under which the factors may be reused."""
    last_synced_at: Instant = Field(alias="lastSyncedAt")
    """Time of the last successful synchronisation with the database of ADEME, UTC."""
    most_recent_ademe_modification: Day = Field(alias="mostRecentAdemeModification")
    """Most recent date on which ADEME changed one of the factors in use."""
    expired_validity_factors: list[str] | None = Field(default=None, alias="expiredValidityFactors")
    """Production types whose factor is past its validity period. Sorted."""
    fallback_factors: list[str] | None = Field(default=None, alias="fallbackFactors")
    """Production types that use an older published factor, because the database of ADEME has no current one. Sorted."""
    unmapped_production_types: list[str] | None = Field(default=None, alias="unmappedProductionTypes")
    """Production types of this mix that have no factor; a conservative factor is applied to them."""
    factor_boundaries: dict[str, str] | None = Field(default=None, alias="factorBoundaries")
    """Boundary that the factor of each production type covers. The factors deliberately cover different boundaries."""
    contains_expired_validity: bool = Field(alias="containsExpiredValidity")
    """True when expired_validity_factors is not empty."""
    contains_fallback_values: bool = Field(alias="containsFallbackValues")
    """True when fallback_factors is not empty."""


class CarbonIntensity(Body):
    """Carbon intensity of the French grid in the newest published hour, location-based, on both boundaries."""

    timestamp: Instant
    """Time of this response, UTC. The mix describes an earlier hour: see data_slot_start."""
    data_slot_start: Instant | None = Field(default=None, alias="dataSlotStart")
    """Start of the hour that the values describe, UTC. None when no complete measured hour is available."""
    data_slot_end: Instant | None = Field(default=None, alias="dataSlotEnd")
    """End of the hour that the values describe, UTC. The operator publishes an hour 1 to 2 hours after its end."""
    data_age_minutes: int | None = Field(default=None, alias="dataAgeMinutes")
    """Minutes from data_slot_end to timestamp."""
    total_generation_mw: float = Field(alias="totalGenerationMW")
    """Total generation, MW."""
    low_carbon_pct: float = Field(alias="lowCarbonPct")
    """Low-carbon share of generation (nuclear and renewables), %."""
    renewable_pct: float = Field(alias="renewablePct")
    """Renewable share of generation (without nuclear), %."""
    estimated_gco2_per_kwh: float = Field(alias="estimatedGCo2PerKwh")
    """Carbon intensity on the production boundary, gCO2eq/kWh: national generation weighted by emission factors,
    without imports, exports or losses.
    """
    estimated_gco2_per_kwh_consumption: float | None = Field(default=None, alias="estimatedGCo2PerKwhConsumption")
    """Carbon intensity on the consumption boundary, gCO2eq/kWh: national generation plus imports, each import at the
    yearly intensity of its country of origin. Until physical flows are published, imports are estimated from
    commercial exchanges (methodology_versions.consumption is 2). None when neither flows nor exchanges, or no
    country intensities, are available; it is never a copy of the production-boundary value.
    """
    consumption_boundary_delta: float | None = Field(default=None, alias="consumptionBoundaryDelta")
    """estimated_gco2_per_kwh_consumption minus estimated_gco2_per_kwh, gCO2eq/kWh, calculated from the two rounded
    values. May be negative. None when the consumption value is None.
    """
    unmapped_import_countries: list[str] | None = Field(default=None, alias="unmappedImportCountries")
    """Countries that France imported from and whose carbon intensity is unknown; a conservative intensity is applied
    to their imports. ISO 3166-1 alpha-2 codes, sorted; XX is a border whose country is unknown. Normally empty.
    """
    mix: list[MixEntry] | None = None
    """Generation mix of the hour, largest production type first."""
    methodology: str | None = None
    """Name of the calculation method."""
    methodology_versions: MethodologyVersions = Field(alias="methodologyVersions")
    methodology_version: int = Field(alias="methodologyVersion")
    """Same value as methodology_versions.carbon; kept for existing integrations."""
    emission_factors_source: EmissionFactors = Field(alias="emissionFactorsSource")


class GridStatusHour(Body):
    """One hour of the grid-tension signal."""

    time: Instant
    """Start of the hour, UTC."""
    status: GridSignalStatus | None = None
    """Signal of the hour. None when no received publication covers the hour, for example an hour that had passed
    before the first publication of the day.
    """


class GridStatusDay(Body):
    """One day of the grid-tension signal."""

    date: Day
    """Calendar day in Paris."""
    day: Literal["D", "D+1", "D+2", "D+3"] | str
    """Position of the day relative to today."""
    status: GridSignalStatus
    """Signal of the whole day."""
    message: str
    """Message of the publisher for the day, in French."""
    hours: list[GridStatusHour]
    """Hours of the Paris day in chronological order: 24, or 23 or 25 on the days of the clock changes."""


class GridStatus(Body):
    """Grid-tension signal of the transmission system operator, unchanged."""

    source: str
    """Publisher of the signal."""
    license: str
    """Licence of the published data."""
    published_at: Instant | None = Field(default=None, alias="publishedAt")
    """Time at which the publisher issued the signal, UTC. None when the publisher does not state it."""
    fetched_at: Instant = Field(alias="fetchedAt")
    """Time at which the signal was last fetched, UTC."""
    stale: bool
    """True when a publication that was due has not arrived."""
    days: list[GridStatusDay]
    """Days in chronological order, today first. Between midnight and the next publication the list has three days."""


class TariffColorInForce(Body):
    """Colour in force now. A tariff day runs from 06:00 to 06:00 in Paris."""

    color: TariffColor | None = None
    """Colour that applies now. None until the colour is published."""
    from_: Instant = Field(alias="from")
    """Start of the tariff day, 06:00 in Paris, UTC."""
    to: Instant
    """End of the tariff day, 06:00 in Paris of the next day, UTC."""


class TariffToday(Body):
    """Today’s colour of the three-colour tariff (Tempo). The colour matters only for contracts with this tariff."""

    date: Day
    """Calendar day in Paris."""
    color: TariffColor | None = None
    """Published colour of that calendar day. None until the colour is published."""
    in_force: TariffColorInForce = Field(alias="inForce")
    source: str
    """Publisher of the calendar."""
    license: str
    """Licence of the published data."""
    published_at: Instant | None = Field(default=None, alias="publishedAt")
    """Time at which the publisher last changed the calendar, UTC. None when the publisher does not state it."""
    fetched_at: Instant | None = Field(default=None, alias="fetchedAt")
    """Time at which the calendar was last fetched, UTC. None when the calendar was never fetched."""


class ColorStockLeft(Body):
    """Red and white days left in the season, which ends on 31 August."""

    white_left: int = Field(alias="whiteLeft")
    """White days left in the season after the published days."""
    red_left: int = Field(alias="redLeft")
    """Red days left in the season after the published days."""


class ColorProbabilities(Body):
    """Probabilities of the three colours. They are exactly 0 and 1 when the colour is published or the rules of the
    tariff leave only one colour.
    """

    blue: float
    """Probability of blue, 0 to 1."""
    white: float
    """Probability of white, 0 to 1."""
    red: float
    """Probability of red, 0 to 1."""


class ColorPrices(Body):
    """Regulated prices of the colour, EUR/kWh including all taxes."""

    peak: float
    """Price in peak hours (06:00 to 22:00), EUR/kWh including all taxes."""
    off_peak: float = Field(alias="offPeak")
    """Price in off-peak hours (22:00 to 06:00), EUR/kWh including all taxes."""


class TariffOutlookDay(Body):
    """One tariff day with its published colour, or with the probability of each colour."""

    date: Day
    """Paris calendar day on which the tariff day begins."""
    from_: Instant = Field(alias="from")
    """Start of the tariff day, 06:00 in Paris, UTC."""
    to: Instant
    """End of the tariff day, 06:00 in Paris of the next day, UTC."""
    color: TariffColor | None = None
    """Published colour. None until the colour is published, even when the rules of the tariff leave only one colour."""
    status: Literal["published", "forecast"] | str
    """published: the colour is published; forecast: probabilities gives the probability of each colour."""
    probabilities: ColorProbabilities
    prices: ColorPrices | None = None
    """Prices of the published colour. None when the colour is not published or its prices are unknown."""


class TariffOutlook(Body):
    """Colours of the three-colour tariff (Tempo) for today and up to nine days ahead."""

    issued_at: Instant = Field(alias="issuedAt")
    """Time at which the probabilities were computed, UTC."""
    variant: Literal["A", "B", "C"] | str
    """Basis of the probabilities. A: forecasts of consumption, wind and solar power, published or calculated from
    the weather forecast; B: measured consumption, wind and solar power; C: published colours only.
    """
    stock: ColorStockLeft
    days: list[TariffOutlookDay]
    """The current tariff day and up to nine more, up to six while no weather forecast is known. The list ends on 31
    August, when the season ends and the stock of days is reset.
    """
    methodology_version: int = Field(alias="methodologyVersion")
    """Version of the tariff colour forecast."""
