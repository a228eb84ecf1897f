"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.explained_score_parts import ExplainedScale, FeedId
from hexawatt.models.score import Dimension, ScoreLevel


class ExplainedPrice(Body):
    """Sub-score of the price."""

    value: float
    """Sub-score, 0 to 100, one decimal."""
    is_known: bool = Field(alias="isKnown")
    """Whether the dimension is known; an estimated one may not count in the score."""
    basis: Literal["day_ahead", "like_hours_estimate", "peak_estimate", "off_peak_estimate", "median"] | str
    """day_ahead: auctioned price; peak_estimate and off_peak_estimate: mean of the class of the hour over the last
    14 days; median: median of the calibration year; like_hours_estimate: forecasts only.
    """
    eur_per_mwh: float = Field(alias="eurPerMwh")
    """Price, EUR/MWh."""
    scale: ExplainedScale


class ExplainedCarbonScore(Body):
    """Sub-score of the carbon intensity."""

    value: float
    """Sub-score, 0 to 100, one decimal."""
    is_known: bool = Field(alias="isKnown")
    """Whether the dimension is known; an estimated one may not count in the score."""
    basis: Literal["realised", "projected", "same_hour_mean", "median"] | str
    """realised: production intensity of the newest complete hour, unrounded; same_hour_mean: mean of the same hour
    of the day over the last 7 days; median: median of the calibration year; projected: forecasts only.
    """
    gco2_per_kwh: float = Field(alias="gCo2PerKwh")
    """Intensity, gCO2eq/kWh."""
    scale: ExplainedScale


class ExplainedImbalance(Body):
    """The balancing market. Deducted are max_points * clamp(excess_eur_per_mwh / full_excess_eur_per_mwh, 0, 1) when
    is_upward.
    """

    is_upward: bool = Field(alias="isUpward")
    """Whether the system is short of power; otherwise no points are deducted."""
    negative_price_eur_per_mwh: float = Field(alias="negativePriceEurPerMwh")
    """Settlement price of a shortage, EUR/MWh."""
    spot_eur_per_mwh: float = Field(alias="spotEurPerMwh")
    """Price of the price sub-score, EUR/MWh."""
    min_spot_eur_per_mwh: float = Field(alias="minSpotEurPerMwh")
    """Lowest spot price that counts, EUR/MWh."""
    excess_eur_per_mwh: float = Field(alias="excessEurPerMwh")
    """negative_price_eur_per_mwh minus twice the greater of spot_eur_per_mwh and min_spot_eur_per_mwh."""
    full_excess_eur_per_mwh: float = Field(alias="fullExcessEurPerMwh")
    """Excess at which all points are deducted, EUR/MWh."""
    max_points: float = Field(alias="maxPoints")
    """Maximum number of deducted points."""


class ExplainedSignal(Body):
    """The grid signal of the hour."""

    level: int
    """Level of the grid signal, 0 to 3."""
    scores_by_level: list[float] = Field(alias="scoresByLevel")
    """Score of each level, from 0 on."""
    imbalance: ExplainedImbalance | None = None
    """The newest quarter-hour of the balancing market. None when it is unknown: no points are deducted."""
    deducted_points: float = Field(alias="deductedPoints")
    """Points deducted from the score of the level; the result is at least 0."""


class ExplainedGrid(Body):
    """Sub-score of the grid signal."""

    value: float
    """Sub-score, 0 to 100, one decimal."""
    is_known: bool = Field(alias="isKnown")
    """Whether the dimension is known; an estimated one may not count in the score."""
    basis: Literal["signal", "adequacy"] | str
    """signal: grid signal of the hour; adequacy: no signal covers the hour, and the sub-score of adequacy applies."""
    signal: ExplainedSignal | None = None
    """The grid signal; None when no signal covers the hour."""


class ExplainedCapacity(Body):
    """Capacity of a production type whose output can be controlled."""

    production_type: str = Field(alias="productionType")
    """Code of the production type."""
    installed_mw: float = Field(alias="installedMW")
    """Installed capacity, MW."""
    unavailable_mw: float = Field(alias="unavailableMW")
    """Capacity announced as unavailable in the hour, MW."""
    available_mw: float = Field(alias="availableMW")
    """installed_mw minus unavailable_mw, at least 0, MW."""


class ExplainedWindOrSun(Body):
    """Wind or sun in the hour."""

    production_type: str = Field(alias="productionType")
    """Code of the production type."""
    power_mw: float = Field(alias="powerMW")
    """Forecast power, MW; offshore wind without a forecast keeps its last output."""


class ExplainedMargin(Body):
    """Margin of the possible generation over the expected consumption."""

    capacities: list[ExplainedCapacity]
    """Terms of the available capacity."""
    available_mw: float = Field(alias="availableMW")
    """Sum of available_mw, MW."""
    run_of_river_mw: float = Field(alias="runOfRiverMW")
    """Last output of run-of-river hydro, MW."""
    wind_and_solar: list[ExplainedWindOrSun] = Field(alias="windAndSolar")
    """Terms of wind_and_solar_mw."""
    generation_mw: float = Field(alias="generationMW")
    """available_mw plus run_of_river_mw plus wind_and_solar_mw, MW."""
    margin: float
    """generation_mw minus consumption_mw, divided by consumption_mw: the input of the scale."""


class ExplainedAdequacy(Body):
    """Sub-score of the adequacy."""

    value: float
    """Sub-score, 0 to 100, one decimal."""
    is_known: bool = Field(alias="isKnown")
    """Whether the dimension is known; an estimated one may not count in the score."""
    basis: Literal["margin", "residual_load", "consumption", "median"] | str
    """Input of the scale: the margin; without one of its inputs the residual load (consumption_mw minus
    wind_and_solar_mw); without wind and sun (and always in version 1 of the score) the expected consumption; without
    that the median of the calibration year.
    """
    consumption_mw: float = Field(alias="consumptionMW")
    """Expected consumption, MW; with basis median the median of the calibration year."""
    wind_and_solar_mw: float | None = Field(default=None, alias="windAndSolarMW")
    """Wind and sun, MW. None when unknown, or not read (version 1 of the score without a margin)."""
    margin: ExplainedMargin | None = None
    """The margin. None when one of its inputs is unknown: basis tells what is rated instead."""
    scale: ExplainedScale


class ExplainedDimension(Body):
    """A dimension in the composite."""

    dimension: Dimension
    """Dimension."""
    value: float
    """Sub-score, 0 to 100."""
    is_known: bool = Field(alias="isKnown")
    """Whether the dimension is known; an estimated one may not count in the score."""
    weight_asked: float = Field(alias="weightAsked")
    """Weight of the national weighting."""
    weight_counted: float = Field(alias="weightCounted")
    """weight_asked, or 0 when the dimension is left out."""
    product: float
    """value times weight_counted."""


class ExplainedComposite(Body):
    """The score from its sub-scores."""

    version: int
    """Version of the score. 1: all dimensions count. 2: estimated dimensions are left out while the known ones carry
    at least half of the weight.
    """
    dimensions: list[ExplainedDimension]
    """The four dimensions."""
    sum_products: float = Field(alias="sumProducts")
    """Sum of product."""
    sum_weights: float = Field(alias="sumWeights")
    """Sum of weight_counted."""
    unrounded: float
    """sum_products divided by sum_weights, six decimals."""
    global_score: int = Field(alias="globalScore")
    """unrounded without decimals, half away from zero, at most 100."""
    level: ScoreLevel
    """Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40."""


class ExplainedAvailability(Body):
    """A feed in the confidence."""

    feed: FeedId
    """Feed."""
    weight: float
    """Weight of the feed in the confidence."""
    availability: float
    """Availability that counts, 0 to 1: 1 until a publication is late beyond its tolerance, then falling to 0 at
    four times the tolerance. From version 2 of the confidence on, generation_by_type counts with that of
    generation_mix_15min where it is higher.
    """
    product: float
    """weight times availability."""


class ExplainedConfidence(Body):
    """The confidence from the availability of the feeds."""

    version: int
    """Version of the confidence."""
    feeds: list[ExplainedAvailability]
    """Feeds with a weight."""
    sum_products: float = Field(alias="sumProducts")
    """Sum of product."""
    sum_weights: float = Field(alias="sumWeights")
    """Sum of weight."""
    fallback_factor: float = Field(alias="fallbackFactor")
    """0.85 when a dimension uses its fallback, otherwise 1."""
    value: int
    """100 times sum_products times fallback_factor divided by sum_weights, without decimals."""


class ExplainedScore(Body):
    """The score of an instant under the national weighting, step by step."""

    hour_start: Instant = Field(alias="hourStart")
    """Start of the hour that price, grid and adequacy describe, UTC."""
    price: ExplainedPrice
    carbon: ExplainedCarbonScore
    grid: ExplainedGrid
    adequacy: ExplainedAdequacy
    composite: ExplainedComposite
    confidence: ExplainedConfidence
