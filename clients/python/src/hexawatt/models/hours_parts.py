"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant


class ConsumptionImport(Body):
    """One border of France in one hour."""

    country: str
    """ISO 3166-1 alpha-2 code of the neighbour (DE includes Luxembourg); XX is a border whose country is unknown."""
    net_import_mw: float | None = Field(default=None, alias="netImportMW")
    """Net physical flow into France in the hour, over all cables and both directions, MW; negative when France
    exports. None while a flow of the border is unknown.
    """
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Carbon intensity of the production of the neighbour with life-cycle factors, gCO2eq/kWh, whether or not France
    imports. None when nothing is known of the neighbour.
    """
    direct_gco2_per_kwh: float | None = Field(default=None, alias="directGCo2PerKwh")
    """The same with direct emission factors, gCO2eq/kWh. With basis year and less than 30 days of stored mixes it
    equals gco2_per_kwh, because the yearly value is published for the life cycle only.
    """
    basis: Literal["hour", "week", "year"] | str | None = None
    """Mix behind the intensity. hour: the mix of the hour; week: the mix of the same UTC hour on the newest of the
    seven days before that has one; year: a yearly value. None without an intensity.
    """


class ConsumptionByYearlyMethod(Body):
    """The value of the other method of this API, for comparison."""

    estimated_gco2_per_kwh_consumption: float | None = Field(default=None, alias="estimatedGCo2PerKwhConsumption")
    """Consumption boundary of the same hour with yearly intensities of the neighbours, gCO2eq/kWh: the method of
    /v1/carbon/intensity. None when imports are unknown.
    """


class CarbonConsumption(Body):
    """Carbon intensity of the electricity consumed in France in one hour, location-based, with the imports of that
    hour.
    """

    slot_start: Instant = Field(alias="slotStart")
    """Start of the hour that the values describe, UTC."""
    slot_end: Instant = Field(alias="slotEnd")
    """End of the hour that the values describe, UTC."""
    issued_at: Instant = Field(alias="issuedAt")
    """When this version of the hour was computed, UTC. A new version is computed whenever a published value changes."""
    gco2_per_kwh: float | None = Field(default=None, alias="gCo2PerKwh")
    """Carbon intensity of the electricity consumed in France, with life-cycle factors, gCO2eq/kWh: production and
    the net imports of each border at the intensity of the neighbour in that hour. None while a border is unknown.
    """
    direct_gco2_per_kwh: float | None = Field(default=None, alias="directGCo2PerKwh")
    """The same with direct emission factors, gCO2eq/kWh. None when gco2_per_kwh is None."""
    domestic_share: float | None = Field(default=None, alias="domesticShare")
    """Share of French production in production plus imports, from 0 to 1. None while a border is unknown."""
    imports: list[ConsumptionImport]
    """The six neighbours in the order of their codes, then any further border."""
    exports_mw: float | None = Field(default=None, alias="exportsMW")
    """Sum of the net exports of all exporting borders, MW. Exports carry the mix of the country and do not change
    the intensity. None while a border is unknown.
    """
    final: bool
    """True when the values are no longer expected to change: the French mix is consolidated, and the hour ended at
    least 14 days ago.
    """
    methodology_version: int = Field(alias="methodologyVersion")
    """Version of the calculation."""
    yearly_method: ConsumptionByYearlyMethod = Field(alias="yearlyMethod")


class ExplainedMixTerm(Body):
    """One production type of a mix, with both emission factors."""

    production_type: str = Field(alias="productionType")
    """Code of the production type, such as NUCLEAR or FOSSIL_PEAT."""
    power_mw: float = Field(alias="powerMW")
    """Mean power in the hour, MW; a negative value counts as 0."""
    gco2_per_kwh: float = Field(alias="gCo2PerKwh")
    """Life-cycle emission factor, gCO2eq/kWh."""
    direct_gco2_per_kwh: float = Field(alias="directGCo2PerKwh")
    """Direct emission factor, gCO2eq/kWh."""


class ExplainedMix(Body):
    """Production of a country in an hour."""

    terms: list[ExplainedMixTerm]
    """Production types, the largest first."""
    sum_power_mw: float = Field(alias="sumPowerMW")
    """Sum of power_mw, MW."""
    sum_emissions_kg: float = Field(alias="sumEmissionsKg")
    """Sum of power_mw times gco2_per_kwh, kgCO2eq of the hour."""
    sum_direct_emissions_kg: float = Field(alias="sumDirectEmissionsKg")
    """Sum of power_mw times direct_gco2_per_kwh, kgCO2eq of the hour."""
