"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.grid import MethodologyVersions
from hexawatt.models.score import ScoreLevel

Granularity: TypeAlias = Literal["raw", "hourly"] | str
"""`raw`: every 10 minutes. `hourly`: means of an hour. Values may be added: any other text is accepted too."""

PointProvenance: TypeAlias = Literal["live", "backfilled", "mixed"] | str
"""Computed at its tick, or afterwards from stored feed data; `mixed`: an hour whose points were made both ways.
Values may be added: any other text is accepted too.
"""


class MethodologyBreakdownEntry(Body):
    """A combination of methodology versions that occurs in the range."""

    methodology_versions: MethodologyVersions = Field(alias="methodologyVersions")
    sample_count: int = Field(alias="sampleCount")
    """Number of slots in the range that were computed with these versions."""


class HistoryPoint(Body):
    """One point of the history. None means that the value is unknown for this point."""

    timestamp: Instant
    """Start of the slot, UTC: a multiple of ten minutes, or a full hour."""
    global_score: int = Field(alias="globalScore")
    """Weighted score, 0 to 100."""
    level: ScoreLevel
    """Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40."""
    confidence: int
    """Confidence, 0 to 100. The history contains points below 50, although /v1/score refused to serve them."""
    carbon_slot_start: Instant | None = Field(default=None, alias="carbonSlotStart")
    """Start of the hour that the carbon intensity describes, UTC."""
    carbon_intensity_gco2_kwh: float | None = Field(default=None, alias="carbonIntensityGco2Kwh")
    """Carbon intensity on the production boundary, gCO2eq/kWh."""
    carbon_intensity_consumption_gco2_kwh: float | None = Field(default=None, alias="carbonIntensityConsumptionGco2Kwh")
    """Carbon intensity on the consumption boundary, gCO2eq/kWh."""
    low_carbon_pct: float | None = Field(default=None, alias="lowCarbonPct")
    """Low-carbon share of generation, %."""
    spot_price_eur_per_mwh: float | None = Field(default=None, alias="spotPriceEurPerMWh")
    """Day-ahead price, EUR/MWh."""


class ScoreHistory(Body):
    """Past points of the score and the carbon intensity."""

    from_: Instant = Field(alias="from")
    """Requested start of the window, UTC, inclusive."""
    to: Instant
    """Requested end of the window, UTC, exclusive. The part of the window that lies in the future contains no
    points.
    """
    effective_from: Instant = Field(alias="effectiveFrom")
    """Start of the served window, UTC; later than from when truncated is true."""
    truncated: bool
    """True when the window was shortened because older data are not stored."""
    max_history_days: int = Field(alias="maxHistoryDays")
    """History depth of the plan, days."""
    granularity: Granularity | None = None
    """raw: one point every 10 minutes, the auditable reference; hourly: hourly means."""
    profile_applied: str | None = Field(default=None, alias="profileApplied")
    """Preset that was applied, or custom for custom weights. None for the stored values with the national weighting."""
    series_start: Instant | None = Field(default=None, alias="seriesStart")
    """Time of the oldest stored point, UTC."""
    carbon_series_start: Instant | None = Field(default=None, alias="carbonSeriesStart")
    """Time of the oldest point with a carbon intensity, UTC."""
    consumption_series_start: Instant | None = Field(default=None, alias="consumptionSeriesStart")
    """Time of the oldest point with a consumption-boundary value, UTC."""
    sample_count: int = Field(alias="sampleCount")
    """Number of points in this response."""
    methodology_breakdown: list[MethodologyBreakdownEntry] = Field(alias="methodologyBreakdown")
    """Combinations of methodology versions in the range, the most frequent first."""
    points: list[HistoryPoint]
    """Points in chronological order. Empty when no point is stored in the window."""


class RankedHour(Body):
    """An hour of the day and its mean score."""

    hour: int
    """Hour of the day in time_zone, 0 to 23."""
    avg_global_score: float = Field(alias="avgGlobalScore")
    """Mean score of the slots in this hour of the day, 0 to 100."""
    sample_count: int = Field(alias="sampleCount")
    """Number of slots in this hour of the day."""


class ScoreAnalytics(Body):
    """Aggregates of a period. A mean is None when the range contains no sample of the value."""

    from_: Instant = Field(alias="from")
    """Requested start of the window, UTC, inclusive."""
    to: Instant
    """Requested end of the window, UTC, exclusive. The part of the window that lies in the future contains no
    points.
    """
    effective_from: Instant = Field(alias="effectiveFrom")
    """Start of the served window, UTC; later than from when truncated is true."""
    truncated: bool
    """True when the window was shortened because older data are not stored."""
    max_history_days: int = Field(alias="maxHistoryDays")
    """History depth of the plan, days."""
    granularity: Granularity | None = None
    """raw: one point every 10 minutes, the auditable reference; hourly: hourly means."""
    profile_applied: str | None = Field(default=None, alias="profileApplied")
    """Preset that was applied, or custom for custom weights. None for the stored values with the national weighting."""
    series_start: Instant | None = Field(default=None, alias="seriesStart")
    """Time of the oldest stored point, UTC."""
    carbon_series_start: Instant | None = Field(default=None, alias="carbonSeriesStart")
    """Time of the oldest point with a carbon intensity, UTC."""
    consumption_series_start: Instant | None = Field(default=None, alias="consumptionSeriesStart")
    """Time of the oldest point with a consumption-boundary value, UTC."""
    time_zone: str | None = Field(default=None, alias="timeZone")
    """Time zone of best_hours and worst_hours."""
    sample_count: int = Field(alias="sampleCount")
    """Number of slots in the range; with hourly granularity, number of hours."""
    carbon_sample_count: int = Field(alias="carbonSampleCount")
    """Number of slots with a carbon intensity: its means are calculated from these slots."""
    consumption_sample_count: int = Field(alias="consumptionSampleCount")
    """Number of slots with a consumption-boundary value: its means are calculated from these slots."""
    avg_global_score: float | None = Field(default=None, alias="avgGlobalScore")
    """Mean score, 0 to 100, one decimal. None when the range contains no slot."""
    optimal_pct: float | None = Field(default=None, alias="optimalPct")
    """Share of slots at level Optimal, %. None when the range contains no slot."""
    best_hours: list[RankedHour] = Field(alias="bestHours")
    """At most five hours of the day, the most favourable first."""
    worst_hours: list[RankedHour] = Field(alias="worstHours")
    """At most five hours of the day, the least favourable first."""
    avg_carbon_intensity_gco2_kwh: float | None = Field(default=None, alias="avgCarbonIntensityGco2Kwh")
    """Mean production-boundary intensity, gCO2eq/kWh."""
    avg_low_carbon_pct: float | None = Field(default=None, alias="avgLowCarbonPct")
    """Mean low-carbon share, %."""
    avg_carbon_intensity_consumption_gco2_kwh: float | None = Field(
        default=None,
        alias="avgCarbonIntensityConsumptionGco2Kwh",
    )
    """Mean consumption-boundary intensity, gCO2eq/kWh."""
    avg_consumption_boundary_delta: float | None = Field(default=None, alias="avgConsumptionBoundaryDelta")
    """Consumption-boundary minus production-boundary intensity, gCO2eq/kWh: the difference of the two means when
    both cover the same slots, otherwise the mean difference over the slots that have both values.
    """
    methodology_breakdown: list[MethodologyBreakdownEntry] = Field(alias="methodologyBreakdown")
    """Combinations of methodology versions in the range, the most frequent first."""


class Coverage(Body):
    """Extent and completeness of the history."""

    available_days: int = Field(alias="availableDays")
    """Days from the oldest point to now; a day that has begun counts in full."""
    series_start: Instant | None = Field(default=None, alias="seriesStart")
    """Time of the oldest stored point, UTC."""
    carbon_series_start: Instant | None = Field(default=None, alias="carbonSeriesStart")
    """Time of the oldest point with a carbon intensity, UTC."""
    consumption_series_start: Instant | None = Field(default=None, alias="consumptionSeriesStart")
    """Time of the oldest point with a consumption-boundary value, UTC."""
    last_point: Instant | None = Field(default=None, alias="lastPoint")
    """Time of the newest stored point, UTC."""
    raw_resolution_minutes: int = Field(alias="rawResolutionMinutes")
    """Interval between two raw points, minutes."""
    point_count: int = Field(alias="pointCount")
    """Number of stored points."""
    expected_point_count: int = Field(alias="expectedPointCount")
    """Number of points that a history without gaps would contain up to now."""
    completeness_pct: float | None = Field(default=None, alias="completenessPct")
    """point_count as a share of expected_point_count, %. None when no point is stored."""
    backfilled_point_count: int = Field(alias="backfilledPointCount")
    """Number of stored points that were not computed live but later, from stored source data."""
    first_live_point: Instant | None = Field(default=None, alias="firstLivePoint")
    """Time of the oldest point that was computed live, UTC. None when there is no such point."""
