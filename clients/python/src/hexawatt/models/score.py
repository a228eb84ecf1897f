"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.grid import MethodologyVersions
from hexawatt.models.grid_parts import GridSignalStatus

Dimension: TypeAlias = Literal["price", "carbon", "grid", "adequacy"] | str
"""Dimensions of the score. Values may be added: any other text is accepted too."""

ScoreLevel: TypeAlias = Literal["Optimal", "Acceptable", "Unfavorable"] | str
"""`Optimal` ≥ 70, `Acceptable` 40–69, `Unfavorable` < 40. Values may be added: any other text is accepted too."""


class SubScore(Body):
    """One dimension of a score."""

    dimension: Dimension
    """Dimension that the sub-score rates."""
    value: float
    """Sub-score, 0 to 100, one decimal. A higher value means a better time to consume."""
    detail: str
    """Explanation of the value, in French. It states when the value is an estimate, and whether that estimate counts
    in the score.
    """


class ScoreWeights(Body):
    """Weights of the four dimensions; they sum to 1. In EnergyScore those really used: 0 for an estimated dimension
    that does not count, the others renormalised; elsewhere, where hours differ, those requested.
    """

    price: float
    """Weight of the price, 0 to 1."""
    carbon: float
    """Weight of the carbon intensity, 0 to 1."""
    grid: float
    """Weight of the grid signal, 0 to 1."""
    adequacy: float
    """Weight of the margin between supply and demand, 0 to 1."""


class EnergyScore(Body):
    """Score of the current hour: how favourable it is to consume electricity in France now."""

    computed_at: Instant = Field(alias="computedAt")
    """Time of the calculation, UTC."""
    global_score: int = Field(alias="globalScore")
    """Weighted score, 0 to 100. A higher value means a better time to consume electricity."""
    level: ScoreLevel
    """Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40."""
    recommendation: str | None = None
    """Advice on what to do now, in French."""
    sub_scores: list[SubScore] | None = Field(default=None, alias="subScores")
    """One sub-score per dimension: price, carbon, grid, adequacy."""
    confidence: int
    """Confidence in the score, 0 to 100, calculated from the availability of the sources."""
    status: Literal["ok", "degraded", "insufficient"] | str | None = None
    """ok: confidence of 70 or more; degraded: 50 to 69. Below 50 the API answers 503 insufficient_data instead of a
    score.
    """
    source_availability: dict[str, bool] | None = Field(default=None, alias="sourceAvailability")
    """Availability of each source, by the name of the source. It explains a degraded score."""
    weights_applied: ScoreWeights = Field(alias="weightsApplied")
    profile_applied: str | None = Field(default=None, alias="profileApplied")
    """Preset that was applied, or custom for custom weights. None for the default national weighting."""
    spot_price_eur_per_mwh: float | None = Field(default=None, alias="spotPriceEurPerMWh")
    """Day-ahead price of the hour, EUR/MWh. None when it was not available."""
    grid_signal_status: GridSignalStatus | None = Field(default=None, alias="gridSignalStatus")
    """Published grid-tension signal of the hour. None when it was not available."""
    methodology_versions: MethodologyVersions = Field(alias="methodologyVersions")


class ForecastVersions(Body):
    """Versions of the calculations behind a forecast: a MethodologyVersionSet plus the version of the forecast
    method. Keys may be added; ignore keys that you do not know.
    """

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
    forecast: int
    """Version of the method that forecasts mix, price and consumption."""


class HourlyScore(Body):
    """Score of one coming hour."""

    time: Instant
    """Start of the hour, UTC."""
    global_score: int = Field(alias="globalScore")
    """Weighted score of the hour, 0 to 100."""
    level: ScoreLevel
    """Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40."""
    sub_scores: list[SubScore] | None = Field(default=None, alias="subScores")
    """One sub-score per dimension: price, carbon, grid, adequacy."""
    confidence: int
    """Confidence in the score, 0 to 100. It decreases with the lead time."""
    spot_price_eur_per_mwh: float | None = Field(default=None, alias="spotPriceEurPerMWh")
    """Day-ahead price, EUR/MWh. None for hours that have not been auctioned (auctions reach at most to the end of
    tomorrow); the sub-score then uses an estimate.
    """
    carbon_intensity_gco2_kwh: float | None = Field(default=None, alias="carbonIntensityGco2Kwh")
    """Forecast production-boundary intensity, gCO2eq/kWh: an indication, not an auditable value. None when no mix
    can be forecast.
    """


class ScoreForecast(Body):
    """Score of the coming hours."""

    generated_at: Instant = Field(alias="generatedAt")
    """Time at which the forecast was computed, UTC."""
    requested_hours: int = Field(alias="requestedHours")
    """Number of hours requested."""
    served_hours: int = Field(alias="servedHours")
    """Number of hours served. It is lower than requested_hours when the plan or the available data end earlier."""
    profile_applied: str | None = Field(default=None, alias="profileApplied")
    """Preset that was applied, or custom for custom weights. None for the default national weighting."""
    weights_applied: ScoreWeights = Field(alias="weightsApplied")
    best_hour: Instant | None = Field(default=None, alias="bestHour")
    """Start of the hour with the best score, UTC. None when hours is empty."""
    worst_hour: Instant | None = Field(default=None, alias="worstHour")
    """Start of the hour with the worst score, UTC. None when hours is empty."""
    confidence: int
    """Lowest confidence of the served hours, 0 to 100; 0 when hours is empty."""
    methodology_versions: ForecastVersions = Field(alias="methodologyVersions")
    hours: list[HourlyScore]
    """Hours in chronological order, from the next full hour on. Empty when no forecast exists."""
