"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.regions_parts import RegionCode


class RegionMixEntry(Body):
    """One production type of the mix of a region."""

    production_type: str = Field(alias="productionType")
    """Code of the production type, such as NUCLEAR or WIND_ONSHORE."""
    value_mw: float | None = Field(default=None, alias="valueMW")
    """Mean power in the quarter-hour, MW; None when unknown."""


class RegionIntensity(Body):
    """Generation, consumption and carbon intensity of one region in one quarter-hour."""

    code: RegionCode
    """INSEE code of the region."""
    name: str
    """Name of the region, in French."""
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Carbon intensity of generation in the region with life-cycle factors, gCO2eq/kWh. None when part of its mix is
    unknown or the region generates nothing.
    """
    direct_gco2_per_kwh: float | None = Field(default=None, alias="directGCo2PerKwh")
    """Carbon intensity of the same mix with the direct emission factors of the operator, gCO2eq/kWh. None when
    gco2_per_kwh is None.
    """
    consumption_gco2_per_kwh: float | None = Field(default=None, alias="consumptionGCo2PerKwh")
    """Carbon intensity of what the region consumes with life-cycle factors, gCO2eq/kWh: the mix of a region that
    sends power out; else its own mix together with what it receives. None when unknown; never a copy of
    gco2_per_kwh.
    """
    consumption_direct_gco2_per_kwh: float | None = Field(default=None, alias="consumptionDirectGCo2PerKwh")
    """Carbon intensity of what the region consumes with the direct emission factors of the operator, gCO2eq/kWh.
    None when unknown.
    """
    total_generation_mw: float | None = Field(default=None, alias="totalGenerationMW")
    """Generation in the region, MW. None when part of it is unknown."""
    consumption_mw: float | None = Field(default=None, alias="consumptionMW")
    """Consumption of the region, MW. None when unknown."""
    exchange_mw: float | None = Field(default=None, alias="exchangeMW")
    """Net flow into the region from other regions and from abroad, MW; negative when the region exports. None when
    unknown.
    """
    mix: list[RegionMixEntry]
    """Generation by production type, sorted by code; every region lists the same types."""
    thermal_split: Literal["national"] | str = Field(alias="thermalSplit")
    """The operator publishes gas, coal and oil of a region as one figure, and hydro and bioenergy as totals: each is
    split in proportion to the national mix of the same quarter-hour.
    """


class CarbonRegions(Body):
    """Carbon intensity of generation and of consumption in every region in the newest published quarter-hour,
    location-based.
    """

    slot_start: Instant = Field(alias="slotStart")
    """Start of the quarter-hour that the values describe, UTC."""
    slot_end: Instant = Field(alias="slotEnd")
    """End of the quarter-hour that the values describe, UTC."""
    source: Literal["rte", "odre", "rte-zip", "energy-charts", "rte-services", "couleur-tempo"] | str
    """Publisher of the regional figures."""
    regions: list[RegionIntensity]
    """The twelve regions of mainland France (without Corsica), sorted by code."""
    flows_slot_start: Instant | None = Field(default=None, alias="flowsSlotStart")
    """Start of the hour whose flows over the borders of France are counted in the consumption of the regions, UTC.
    Earlier than the hour of slot_start while the flows of that hour are not published yet. None when no flows are
    known.
    """
    pool_gco2_per_kwh: float | None = Field(default=None, alias="poolGCo2PerKwh")
    """Carbon intensity of what regions receive, with life-cycle factors, gCO2eq/kWh: what other regions send out,
    and what France imports. None when unknown.
    """
    pool_direct_gco2_per_kwh: float | None = Field(default=None, alias="poolDirectGCo2PerKwh")
    """Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2eq/kWh. None
    when unknown.
    """
    exchange_residual_mw: float | None = Field(default=None, alias="exchangeResidualMW")
    """Sum of exchange_mw over the regions less the net import of France in the hour of flows_slot_start, MW: 0 when
    both publications agree. None when an exchange or a flow is unknown.
    """
    consumption_degraded: bool = Field(alias="consumptionDegraded")
    """True when the consumption intensity of a region is unknown, or exchange_residual_mw is more than 500 MW from
    0.
    """
    methodology_version: int = Field(alias="methodologyVersion")
    """Version of the regional calculation."""


class RegionDayColumns(Body):
    """Columns of one region for the quarter-hours of the day."""

    code: RegionCode
    """INSEE code of the region."""
    name: str
    """Name of the region, in French."""
    gco2_per_kwh: list[float | None] = Field(alias="gCo2PerKwh")
    """Carbon intensity of generation with life-cycle factors, gCO2eq/kWh. None when unknown."""
    direct_gco2_per_kwh: list[float | None] = Field(alias="directGCo2PerKwh")
    """Carbon intensity of generation with the direct emission factors of the operator, gCO2eq/kWh. None when
    unknown.
    """
    consumption_gco2_per_kwh: list[float | None] = Field(alias="consumptionGCo2PerKwh")
    """Carbon intensity of consumption with life-cycle factors, gCO2eq/kWh. None when unknown."""
    consumption_direct_gco2_per_kwh: list[float | None] = Field(alias="consumptionDirectGCo2PerKwh")
    """Carbon intensity of consumption with the direct emission factors of the operator, gCO2eq/kWh. None when
    unknown.
    """
    consumption_mw: list[float | None] = Field(alias="consumptionMW")
    """Consumption of the region, MW. None when unknown."""


class RegionalDay(Body):
    """Carbon intensity of generation and of consumption in every region, for each quarter-hour of a calendar day in
    Paris.
    """

    date: str
    """Calendar day in Paris."""
    time_zone: str = Field(alias="timeZone")
    """Name of the time zone of the day, which is that of Paris."""
    from_: Instant = Field(alias="from")
    """Start of the day, 00:00 in Paris, UTC."""
    to: Instant
    """End of the day, exclusive, UTC."""
    source: Literal["rte", "odre", "rte-zip", "energy-charts", "rte-services", "couleur-tempo"] | str | None = None
    """Publisher of the regional figures. None when none of the day is stored."""
    slots: list[Instant]
    """Start of each quarter-hour of the day that has ended, UTC, in chronological order and without gaps: 92 or 100
    on the day of a clock change. Empty when no value of the day is stored.
    """
    flows_slot_starts: list[Instant | None] = Field(alias="flowsSlotStarts")
    """Start of the hour whose flows over the borders of France each quarter-hour takes, UTC. None when the flows are
    unknown.
    """
    pool_gco2_per_kwh: list[float | None] = Field(alias="poolGCo2PerKwh")
    """Carbon intensity of what regions receive, with life-cycle factors, gCO2eq/kWh. None when unknown."""
    pool_direct_gco2_per_kwh: list[float | None] = Field(alias="poolDirectGCo2PerKwh")
    """Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2eq/kWh. None
    when unknown.
    """
    exchange_residual_mw: list[float | None] = Field(alias="exchangeResidualMW")
    """Net imports of the regions less the net import of France, MW: 0 when both publications agree. None when
    unknown.
    """
    regions: list[RegionDayColumns]
    """The twelve regions of mainland France (without Corsica), sorted by code."""
    methodology_version: int = Field(alias="methodologyVersion")
    """Version of the regional calculation."""
    complete: bool
    """True when the day ended at least three days ago and every value is known. A publisher can still correct it;
    the ETag then changes.
    """


class NeighbourExchange(Body):
    """Exchange with one neighbour."""

    country: str
    """Country by ISO 3166; DE+BE where only the joint exchange with Germany and Belgium is known; XX for a border of
    an unknown country.
    """
    net_import_mw: float | None = Field(default=None, alias="netImportMw")
    """Net import of France from the neighbour, MW; negative when France exports. None when a flow of the border is
    unknown.
    """


class DashboardExchanges(Body):
    """Exchanges of France with its neighbours in the hour of carbon, or in the newest hour before it in which all
    borders are known.
    """

    start: Instant
    """Start of the hour that the values describe, UTC."""
    end: Instant
    """End of the hour that the values describe, UTC."""
    is_estimated: bool = Field(alias="isEstimated")
    """True when the values are commercial exchanges, because the physical flows of the hour are not published yet."""
    neighbours: list[NeighbourExchange]
    """Exchange with each neighbour, sorted by country."""
    net_import_mw: float | None = Field(default=None, alias="netImportMw")
    """Net import over all borders, MW; negative when France exports. None when one border is unknown."""


class DashboardRegion(Body):
    """Generation and consumption of one region, as in /v1/carbon/regions."""

    code: RegionCode
    """INSEE code of the region."""
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Carbon intensity of generation in the region with life-cycle factors, gCO2eq/kWh. None when part of its mix is
    unknown or the region generates nothing.
    """
    direct_gco2_per_kwh: float | None = Field(default=None, alias="directGCo2PerKwh")
    """Carbon intensity of the same mix with the direct emission factors of the operator, gCO2eq/kWh. None when
    gco2_per_kwh is None.
    """
    consumption_gco2_per_kwh: float | None = Field(default=None, alias="consumptionGCo2PerKwh")
    """Carbon intensity of what the region consumes with life-cycle factors, gCO2eq/kWh: the mix of a region that
    sends power out; else its own mix together with what it receives. None when unknown; never a copy of
    gco2_per_kwh.
    """
    consumption_direct_gco2_per_kwh: float | None = Field(default=None, alias="consumptionDirectGCo2PerKwh")
    """Carbon intensity of what the region consumes with the direct emission factors of the operator, gCO2eq/kWh.
    None when unknown.
    """
    total_generation_mw: float | None = Field(default=None, alias="totalGenerationMW")
    """Generation in the region, MW. None when part of it is unknown."""
    exchange_mw: float | None = Field(default=None, alias="exchangeMW")
    """Net flow into the region from other regions and from abroad, MW; negative when the region exports. None when
    unknown.
    """


class DashboardRegions(Body):
    """Generation and consumption of every region in the newest published quarter-hour."""

    start: Instant
    """Start of the quarter-hour that the values describe, UTC."""
    end: Instant
    """End of the quarter-hour that the values describe, UTC."""
    flows_slot_start: Instant | None = Field(default=None, alias="flowsSlotStart")
    """Start of the hour whose flows over the borders of France are counted in the consumption of the regions, UTC.
    Earlier than the hour of slot_start while the flows of that hour are not published yet. None when no flows are
    known.
    """
    regions: list[DashboardRegion]
    """The 12 regions of mainland France (without Corsica), sorted by code."""
