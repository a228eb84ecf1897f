"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from pydantic import Field

from hexawatt.body import Body, Instant


class EnglishDetails(Body):
    """English translation of the detail of each sub-score."""

    price: str
    """Basis of the price sub-score, in English."""
    carbon: str
    """Basis of the carbon sub-score, in English."""
    grid: str
    """Basis of the grid sub-score, in English."""
    adequacy: str
    """Basis of the adequacy sub-score, in English."""


class EnglishSentences(Body):
    """English translation of the sentences of the score."""

    recommendation: str
    """English translation of recommendation."""
    details: EnglishDetails


class DashboardCarbon(Body):
    """Carbon intensity of the newest published hour."""

    data_slot_start: Instant = Field(alias="dataSlotStart")
    """Start of the hour that the values describe, UTC."""
    data_slot_end: Instant = Field(alias="dataSlotEnd")
    """End of the hour that the values describe, UTC."""
    total_generation_mw: float = Field(alias="totalGenerationMW")
    """Total generation, MW."""
    low_carbon_pct: float = Field(alias="lowCarbonPct")
    """Low-carbon share of generation, %."""
    renewable_pct: float = Field(alias="renewablePct")
    """Renewable share of generation, %."""
    estimated_gco2_per_kwh: float = Field(alias="estimatedGCo2PerKwh")
    """Carbon intensity on the production boundary, gCO2eq/kWh."""
    estimated_gco2_per_kwh_consumption: float | None = Field(default=None, alias="estimatedGCo2PerKwhConsumption")
    """Carbon intensity on the consumption boundary, gCO2eq/kWh. None when flows or country intensities were not
    available.
    """
    is_consumption_estimated: bool = Field(alias="isConsumptionEstimated")
    """True when imports are estimated from commercial exchanges, because physical flows are not published yet."""
