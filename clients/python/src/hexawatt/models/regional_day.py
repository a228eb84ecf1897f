"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.regions import RegionCode


class RegionDayColumns(Body):
    """Columns of one region for the quarter-hours of the day."""

    code: RegionCode
    """INSEE code of the region."""
    name: str
    """Name of the region, in French."""
    gco2_per_kwh: list[float | None] = Field(alias="gCo2PerKwh")
    """Carbon intensity of generation with life-cycle factors, gCO2eq/kWh. None when unknown."""
    direct_gco2_per_kwh: list[float | None] = Field(alias="directGCo2PerKwh")
    """Carbon intensity of generation with the direct emission factors of the operator, gCO2/kWh. None when unknown."""
    consumption_gco2_per_kwh: list[float | None] = Field(alias="consumptionGCo2PerKwh")
    """Carbon intensity of consumption with life-cycle factors, gCO2eq/kWh. None when unknown."""
    consumption_direct_gco2_per_kwh: list[float | None] = Field(alias="consumptionDirectGCo2PerKwh")
    """Carbon intensity of consumption with the direct emission factors of the operator, gCO2/kWh. None when unknown."""
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
    """Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2/kWh. None
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
