"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Day, Instant
from hexawatt.models.explained_score import ExplainedScore
from hexawatt.models.explained_score_parts import FeedId
from hexawatt.models.grid import MethodologyVersions
from hexawatt.models.hours import ExplainedHour


class ExplainedFactorSet(Body):
    """The set of emission factors in force."""

    id: str
    """Number of the factor set in this installation."""
    source: str
    """Database of the factors."""
    database_version: str = Field(alias="databaseVersion")
    """Version of the database."""
    license: str
    """Licence under which the factors may be reused."""


class ExplainedFactor(Body):
    """An emission factor with its reference."""

    gco2_per_kwh: float = Field(alias="gCo2PerKwh")
    """Emission factor, gCO2eq/kWh."""
    element_id: str | None = Field(default=None, alias="elementId")
    """Element of the database of ADEME. None for a value that is not in the database (validity is fallback or
    unmapped).
    """
    name: str
    """Name of the element; in other cases, what the value is."""
    boundary: str
    """Boundary that the factor covers, as the database names it."""
    modified_on: Day | None = Field(default=None, alias="modifiedOn")
    """Date on which the element was last changed. None when element_id is None."""
    valid_until: Day | None = Field(default=None, alias="validUntil")
    """Last day of the validity of the element. None when the database gives none (validity unlimited), or element_id
    is None.
    """
    validity: Literal["valid", "unlimited", "expired", "fallback", "unmapped"] | str
    """valid; unlimited: the database gives no end; expired: valid_until is before the Paris day of at, and the
    database has no newer element; fallback: an older published value, because the database has no current element;
    unmapped: a conservative value for a production type without a factor.
    """


class ExplainedGeneration(Body):
    """A term of the production sum."""

    production_type: str = Field(alias="productionType")
    """Code of the production type, such as NUCLEAR or WIND_ONSHORE."""
    power_mw: float = Field(alias="powerMW")
    """Mean power in the hour, MW; a negative value counts as 0."""
    factor: ExplainedFactor
    emissions_kg: float = Field(alias="emissionsKg")
    """power_mw times factor.gco2_per_kwh: kgCO2eq of the hour."""


class ExplainedProduction(Body):
    """Carbon intensity on the production boundary."""

    terms: list[ExplainedGeneration]
    """Terms of the sums, in their order."""
    sum_power_mw: float = Field(alias="sumPowerMW")
    """Sum of power_mw, MW."""
    sum_emissions_kg: float = Field(alias="sumEmissionsKg")
    """Sum of emissions_kg, kgCO2eq."""
    unrounded_gco2_per_kwh: float = Field(alias="unroundedGCo2PerKwh")
    """sum_emissions_kg divided by sum_power_mw, gCO2eq/kWh."""
    gco2_per_kwh: float = Field(alias="gCo2PerKwh")
    """unrounded_gco2_per_kwh with two decimals, as the other endpoints return it."""


class ExplainedJointExchange(Body):
    """A joint exchange with two countries, and how it was divided."""

    countries: list[str]
    """The countries whose exchanges are published only as one joint figure."""
    power_mw: float = Field(alias="powerMW")
    """Joint net import, MW."""
    shares: list[float]
    """Share of each country, in the order of countries."""
    share_hour: Instant = Field(alias="shareHour")
    """Start of the hour whose physical flows give the shares: the newest with an import from either country."""


class ExplainedBorder(Body):
    """Net import from a neighbour."""

    country: str
    """ISO 3166-1 alpha-2 code of the neighbour; XX is a border whose country is unknown."""
    net_import_mw: float = Field(alias="netImportMW")
    """Inflow minus outflow in the hour, MW; negative when France exports."""
    counted_mw: float = Field(alias="countedMW")
    """net_import_mw when it is positive, otherwise 0."""
    gco2_per_kwh: float = Field(alias="gCo2PerKwh")
    """Intensity of the country, gCO2eq/kWh."""
    valuation: Literal["yearly", "highest_neighbour"] | str
    """yearly: the newest yearly intensity of the country that was known and is not after the year of the hour;
    highest_neighbour: the country has none, and the highest one of the neighbours of France applies.
    """
    year: int | None = None
    """Year of the intensity. None when valuation is highest_neighbour."""
    vintage: str | None = None
    """Release of the publisher from which the intensity was read. None when valuation is highest_neighbour."""
    emissions_kg: float = Field(alias="emissionsKg")
    """counted_mw times gco2_per_kwh: kgCO2eq of the hour."""


class ExplainedConsumption(Body):
    """Carbon intensity on the consumption boundary."""

    basis: Literal["physical_flows", "total_exchanges", "day_ahead_schedules"] | str
    """Origin of the net imports: physical_flows; while flows of the hour are missing, total_exchanges (all
    commercial exchanges agreed by the time of delivery) or day_ahead_schedules, both of the feed exchange_schedules.
    """
    is_estimate: bool = Field(alias="isEstimate")
    """True unless basis is physical_flows."""
    missing_borders: list[str] = Field(alias="missingBorders")
    """Countries whose physical flow of the hour was missing: why the imports are estimated. Sorted."""
    joint_exchanges: list[ExplainedJointExchange] = Field(alias="jointExchanges")
    """Divided joint exchanges; empty when there is none."""
    borders: list[ExplainedBorder]
    """Net imports, in the order of the sums."""
    imported_mw: float = Field(alias="importedMW")
    """Sum of counted_mw, MW."""
    imported_emissions_kg: float = Field(alias="importedEmissionsKg")
    """Sum of emissions_kg of borders, kgCO2eq."""
    sum_power_mw: float = Field(alias="sumPowerMW")
    """production.sum_power_mw plus imported_mw, MW."""
    sum_emissions_kg: float = Field(alias="sumEmissionsKg")
    """production.sum_emissions_kg plus imported_emissions_kg, kgCO2eq."""
    unrounded_gco2_per_kwh: float = Field(alias="unroundedGCo2PerKwh")
    """sum_emissions_kg divided by sum_power_mw, gCO2eq/kWh."""
    gco2_per_kwh: float = Field(alias="gCo2PerKwh")
    """unrounded_gco2_per_kwh with two decimals, as the other endpoints return it."""
    boundary_delta: float = Field(alias="boundaryDelta")
    """gco2_per_kwh minus production.gco2_per_kwh, both rounded, gCO2eq/kWh."""


class ExplainedCarbon(Body):
    """Both carbon intensities of an hour, term by term."""

    slot_start: Instant = Field(alias="slotStart")
    """Start of the hour that both intensities describe, UTC."""
    slot_end: Instant = Field(alias="slotEnd")
    """End of the hour, UTC."""
    feed: Literal["generation_by_type", "generation_mix_15min"] | str
    """Feed of the mix: the hourly feed, or the mean of four quarter-hours while the hourly feed is late."""
    factor_set: ExplainedFactorSet = Field(alias="factorSet")
    production: ExplainedProduction
    consumption: ExplainedConsumption | None = None
    """Consumption boundary; None when imports are unknown: see consumption_missing."""
    consumption_missing: str | None = Field(default=None, alias="consumptionMissing")
    """Why consumption is None. None when it is not."""


class ExplainedPayload(Body):
    """An archived payload behind the shown figures."""

    feed: FeedId
    """Feed of the rows."""
    payload_id: int = Field(alias="payloadId")
    """Number of the archived payload; bun run feeds payload prints it as the publisher sent it."""
    publisher: Literal["rte", "odre", "rte-zip", "energy-charts", "rte-services", "couleur-tempo"] | str
    """Publisher of the payload."""
    known_from: Instant = Field(alias="knownFrom")
    """When the newest of the rows became known, UTC."""


class CarbonExplain(Body):
    """Everything from which the intensities and the score of an instant can be computed by hand."""

    at: Instant
    """Requested instant, UTC; without the parameter at, the instant of the calculation."""
    computed_for: Instant = Field(alias="computedFor")
    """Instant for which the figures were computed, UTC: the tick of the stored point, or at."""
    provenance: Literal["snapshot", "live", "backfilled"] | str
    """snapshot: the figures of now; live: a point stored at its tick; backfilled: a point that was computed later,
    from stored source data.
    """
    methodology_versions: MethodologyVersions = Field(alias="methodologyVersions")
    carbon: ExplainedCarbon | None = None
    """Both carbon intensities. None when no complete hour was recent enough: see carbon_missing."""
    carbon_missing: str | None = Field(default=None, alias="carbonMissing")
    """Why carbon is None. None when it is not."""
    score: ExplainedScore | None = None
    """The score under the national weighting. None when no reliable score exists: see score_missing."""
    score_missing: str | None = Field(default=None, alias="scoreMissing")
    """Why score is None. None when it is not."""
    payloads: list[ExplainedPayload]
    """Payloads of the rows behind the shown inputs, by feed."""
    consumption: ExplainedHour | None = None
    """The hour that /v1/carbon/consumption answers for the same at, which usually differs from carbon.slot_start.
    None when it cannot be explained: see consumption_missing.
    """
    consumption_missing: str | None = Field(default=None, alias="consumptionMissing")
    """Why consumption is None. None when it is not."""
