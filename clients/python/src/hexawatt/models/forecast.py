"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from pydantic import Field

from hexawatt.body import Body, Day, Instant
from hexawatt.models.grid import ColorProbabilities
from hexawatt.models.grid_parts import TariffColor

ArchivedQuantity: TypeAlias = (
    Literal[
        "carbon",
        "directCarbon",
        "consumptionCarbon",
        "directConsumptionCarbon",
        "price",
        "score",
    ]
    | str
)
"""Quantities that are forecast by the hour, and kept as they were issued. Values may be added: any other text is
accepted too.
"""


class ArchivedForecastPoint(Body):
    """One hour of a forecast as it was issued, with the actual value."""

    issued_at: Instant = Field(alias="issuedAt")
    """Time at which the forecast was issued, UTC."""
    target: Instant
    """Start of the forecast hour, UTC."""
    lead_hours: int = Field(alias="leadHours")
    """Lead time: hours from issued_at to target. 0 is the hour in progress at the issue, 48 is the last hour, or 72
    in issues with a weather forecast.
    """
    value: float
    """Forecast value. For a price that was already published at the issue, it is the published price."""
    low: float | None = None
    """Lower limit (p10) of the uncertainty band. None when the forecast was issued without a band."""
    high: float | None = None
    """Upper limit (p90) of the uncertainty band. None when the forecast was issued without a band."""
    actual: float | None = None
    """Actual value, including corrections that were published later. None until the hour is over and its value is
    known.
    """
    methodology_version: int = Field(alias="methodologyVersion")
    """Version of the forecast method."""


class ForecastArchive(Body):
    """Forecasts as they were issued, with the actual values."""

    quantity: ArchivedQuantity
    """carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; direct_carbon: intensity of the
    same mix with direct factors, gCO2eq/kWh; consumption_carbon and direct_consumption_carbon: consumption-boundary
    intensity, hourly imports included, with life-cycle and with direct factors, gCO2eq/kWh; price: day-ahead price,
    EUR/MWh; score: score with the national weighting before rounding to a whole number, 0 to 100.
    """
    from_: Instant = Field(alias="from")
    """Requested start of the window of issues or targets, UTC, inclusive."""
    to: Instant
    """Requested end of the window, UTC, exclusive."""
    effective_from: Instant = Field(alias="effectiveFrom")
    """Start of the served window, UTC; later than from when truncated is true."""
    truncated: bool
    """True when the window was shortened because older forecasts are not stored."""
    points: list[ArchivedForecastPoint]
    """Points sorted by issued_at, then lead_hours. Hours without a forecast of the quantity are omitted."""


class ArchivedColorPoint(Body):
    """One tariff day of a tariff colour outlook as it was issued, with the published colour."""

    issued_at: Instant = Field(alias="issuedAt")
    """Time at which the outlook was issued, UTC."""
    date: Day
    """Forecast tariff day: it begins at 06:00 in Paris on this date."""
    lead_days: int = Field(alias="leadDays")
    """Lead time: days from the tariff day of the issue to date. 0 is the tariff day in progress at the issue."""
    probabilities: ColorProbabilities
    actual: TariffColor | None = None
    """Published colour of the day. None until the colour is published."""
    methodology_version: int = Field(alias="methodologyVersion")
    """Version of the tariff colour forecast."""


class ColorArchive(Body):
    """Tariff colour outlooks as they were issued, with the published colours."""

    quantity: Literal["tariffColor"] | str
    """tariff_color: colours of the three-colour tariff (Tempo)."""
    from_: Instant = Field(alias="from")
    """Requested start of the window of issues or targets, UTC, inclusive."""
    to: Instant
    """Requested end of the window, UTC, exclusive."""
    effective_from: Instant = Field(alias="effectiveFrom")
    """Start of the served window, UTC; later than from when truncated is true."""
    truncated: bool
    """True when the window was shortened because older forecasts are not stored."""
    points: list[ArchivedColorPoint]
    """Points sorted by issued_at, then date."""


class ForecastAccuracy(Body):
    """Accuracy of the forecast as it was issued."""

    mae: float | None = None
    """Mean absolute error, in the unit of the quantity."""
    bias: float | None = None
    """Bias: mean of forecast minus actual value, in the unit of the quantity."""
    saving_captured_pct: float | None = Field(default=None, alias="savingCapturedPct")
    """Share of the possible saving that the forecast achieved, %. The possible saving is the difference between the
    mean of a lead class and its cheapest 4 consecutive hours; the achieved saving uses the 4 hours that the forecast
    would have chosen. Negative when the chosen hours were worse than the mean.
    """
    band_coverage_pct: float | None = Field(default=None, alias="bandCoveragePct")
    """Share of hours whose actual value lay between p10 and p90 of the forecast, %. The ideal value is 80."""


class NaiveAccuracy(Body):
    """Accuracy of a naive forecast, for comparison."""

    mae: float | None = None
    """Mean absolute error, in the unit of the quantity."""
    bias: float | None = None
    """Bias: mean of forecast minus actual value, in the unit of the quantity."""
    saving_captured_pct: float | None = Field(default=None, alias="savingCapturedPct")
    """Share of the possible saving that the forecast achieved, %. The possible saving is the difference between the
    mean of a lead class and its cheapest 4 consecutive hours; the achieved saving uses the 4 hours that the forecast
    would have chosen. Negative when the chosen hours were worse than the mean.
    """


class AccuracyFigures(Body):
    """Accuracy for one quantity, lead class and period. A figure that rests on fewer than 200 samples is None."""

    quantity: ArchivedQuantity
    """carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; direct_carbon: intensity of the
    same mix with direct factors, gCO2eq/kWh; consumption_carbon and direct_consumption_carbon: consumption-boundary
    intensity, hourly imports included, with life-cycle and with direct factors, gCO2eq/kWh; price: day-ahead price,
    EUR/MWh; score: score with the national weighting before rounding to a whole number, 0 to 100.
    """
    days: int
    """Length of the evaluated period, which ends today, days: 30, 90, 365."""
    first_lead_hours: int = Field(alias="firstLeadHours")
    """Shortest lead time of the class, hours."""
    last_lead_hours: int = Field(alias="lastLeadHours")
    """Longest lead time of the class, hours."""
    samples: int
    """Number of evaluated forecast hours: all three forecasts and the actual value are known, and the value had not
    been published when the forecast was issued.
    """
    forecast: ForecastAccuracy
    persistence: NaiveAccuracy
    yesterday: NaiveAccuracy


class ColorAccuracyFigures(Body):
    """Accuracy of the tariff colour forecast for one lead time and period. A figure that rests on fewer than 200
    samples is None.
    """

    days: int
    """Length of the evaluated period, which ends today, days: 30, 90, 365."""
    lead_days: int = Field(alias="leadDays")
    """Lead time: days from the tariff day of the issue to the forecast tariff day, 1 to 9; beyond 6 only with a
    weather forecast.
    """
    samples: int
    """Number of evaluated tariff days. Each day is evaluated with the last outlook of this lead time that was issued
    before its colour was published.
    """
    brier: float | None = None
    """Brier score: mean over the days of the squared differences between the three probabilities and the outcome,
    summed over the colours. 0 is perfect, 2 is the worst value.
    """
    persistence_brier: float | None = Field(default=None, alias="persistenceBrier")
    """Brier score of a naive forecast that repeats the colour of the day of the issue."""
    red_recall_pct: float | None = Field(default=None, alias="redRecallPct")
    """Recall for red: share of red days whose forecast probability of red was at least 50 %, %. None when the period
    has no red day.
    """
    red_precision_pct: float | None = Field(default=None, alias="redPrecisionPct")
    """Precision for red: share of red days among the days whose forecast probability of red was at least 50 %, %.
    None when there is no such day.
    """


class PublishedIntensityFigures(Body):
    """Comparison of Hexawatt’s carbon intensity with the intensity that the transmission system operator publishes.
    A figure that rests on fewer than 200 samples is None.
    """

    boundary: Literal["production", "consumption", "hourlyConsumption", "hourlyConsumptionNetOfBalance"] | str
    """production: Hexawatt calculates the intensity with the direct factors of the operator for each quarter-hour in
    which both have the same mix; the two values must agree. consumption: hourly estimated_gco2_per_kwh_consumption;
    the two methods differ, so a constant difference is expected. hourlyConsumption: direct_gco2_per_kwh of
    /v1/carbon/consumption, with imports per border at the mixes of the neighbours; the two methods differ too.
    hourlyConsumptionNetOfBalance: the same with imports net of the whole balance, as the operator seems to count
    them; calculated for this comparison only.
    """
    days: int
    """Length of the evaluated period, which ends today, days: 30, 90, 365."""
    samples: int
    """Number of compared quarter-hours (production) or hours (the others)."""
    bias: float | None = None
    """Mean of Hexawatt’s intensity minus the published intensity, gCO2eq/kWh."""
    mae: float | None = None
    """Mean absolute difference, gCO2eq/kWh."""
    within_one_gram_pct: float | None = Field(default=None, alias="withinOneGramPct")
    """Share of quarter-hours that differ by at most 1 gCO2eq/kWh, %. None for the others, which are hours."""


class Accuracy(Body):
    """Accuracy of the forecasts as they were issued, compared with two naive forecasts."""

    computed_at: Instant | None = Field(default=None, alias="computedAt")
    """Time at which the figures were computed, UTC. None before the first computation."""
    measured_since: Instant | None = Field(default=None, alias="measuredSince")
    """Time of the oldest archived forecast of this version, UTC. None when the archive has none."""
    methodology_version: int | None = Field(default=None, alias="methodologyVersion")
    """Evaluated version of the forecast method: the newest version in the archive."""
    figures: list[AccuracyFigures]
    """One entry per quantity, period and lead class (1 to 6, 7 to 24 and 25 to 48 hours; 49 to 72 hours once
    forecasts that were made with weather have been judged).
    """
    tariff_colors_version: int = Field(alias="tariffColorsVersion")
    """Evaluated version of the tariff colour forecast."""
    tariff_colors: list[ColorAccuracyFigures] = Field(alias="tariffColors")
    """One entry per period and lead time of 1 to 9 days."""
    published_intensities: list[PublishedIntensityFigures] = Field(alias="publishedIntensities")
    """One entry per compared intensity and period. With demo and replayed data there are no samples, because the
    intensities of the operator are not fetched.
    """
