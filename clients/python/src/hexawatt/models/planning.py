"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.grid_parts import GridSignalStatus
from hexawatt.models.planning_parts import OutlookSlot, PriceCertainty
from hexawatt.models.score import ForecastVersions, ScoreWeights


class Outlook(Body):
    """Carbon intensity, price, score, grid signal and tariff colour of the coming hours, with uncertainty bands."""

    issued_at: Instant = Field(alias="issuedAt")
    """Time at which the forecast was issued, UTC."""
    served_hours: int = Field(alias="servedHours")
    """Number of hours served. It is lower than requested when the plan or the available data end earlier: without
    weather forecasts the outlook ends after 48 hours.
    """
    resolution: Literal["1h", "15m"] | str
    """Length of a slot."""
    methodology_versions: ForecastVersions = Field(alias="methodologyVersions")
    slots: list[OutlookSlot]
    """Slots in chronological order, without gaps. Empty when no forecast exists."""


class PlanSegment(Body):
    """Segment in which the load runs without interruption."""

    start: Instant
    """Start of the segment, a full quarter-hour, UTC."""
    end: Instant
    """End of the segment, UTC."""
    power_kw: float = Field(alias="powerKW")
    """Power, kW: the same in every segment."""
    energy_kwh: float = Field(alias="energyKWh")
    """Energy of the segment, kWh."""


class PlanCost(Body):
    """Cost of a plan."""

    eur: float
    """Expected cost, EUR, without the subscription."""
    low: float | None = None
    """Lower limit (p10) for the whole plan. None when too few past forecast errors are known."""
    high: float | None = None
    """Upper limit (p90) for the whole plan. With the three-colour tariff, the cost if every day that can be red is
    red. None when too few past forecast errors are known.
    """
    basis: Literal["auction", "estimate", "regulated", "expected"] | str
    """auction: all prices are published auction prices; estimate: at least one price is estimated; regulated: prices
    of a contract of GET /api/tariffs, also of one that is not regulated; expected: prices weighted with the
    probabilities of the tariff colours.
    """
    certainty: PriceCertainty
    """confirmed: all prices are confirmed; unconfirmed: at least one price rests on secondary sources only."""


class PlanCarbon(Body):
    """Emissions of a plan."""

    gco2eq: float = Field(alias="gCo2eq")
    """Expected emissions, gCO2eq."""
    low: float | None = None
    """Lower limit (p10) for the whole plan. None when too few past forecast errors are known."""
    high: float | None = None
    """Upper limit (p90) for the whole plan. With the three-colour tariff, the cost if every day that can be red is
    red. None when too few past forecast errors are known.
    """
    gco2_per_kwh: float = Field(alias="gCo2PerKwh")
    """Mean carbon intensity, gCO2eq/kWh."""


class SchedulePlan(Body):
    """Times at which a load runs, with cost, emissions and score."""

    segments: list[PlanSegment]
    """Segments in chronological order."""
    energy_kwh: float = Field(alias="energyKWh")
    """Energy of the load, kWh: exactly the requested energy."""
    cost: PlanCost | None = None
    """Cost of the plan. None when a price is unknown; advice then states the reason."""
    carbon: PlanCarbon | None = None
    """Emissions of the plan. None when a carbon intensity is unknown; advice then states the reason."""
    global_score: int | None = Field(default=None, alias="globalScore")
    """Mean score of the plan, 0 to 100. None when the score of a slot is unknown."""
    worst_grid_signal: GridSignalStatus | None = Field(default=None, alias="worstGridSignal")
    """Worst published grid-tension signal during the plan. None when the signal of an hour is unknown."""


class ScheduleBaselines(Body):
    """Baselines of the plan. start_now: one segment from the earliest start on; as_late: one segment up to the
    latest end; worst: the worst plan under the same constraints.
    """

    start_now: SchedulePlan = Field(alias="startNow")
    as_late: SchedulePlan = Field(alias="asLate")
    worst: SchedulePlan
    yesterday: SchedulePlan | None = None
    """Plan at the hours that were best yesterday, evaluated with today’s forecast. None when the values of yesterday
    are unknown.
    """


class ScheduleSaving(Body):
    """Saving of the plan compared with a baseline."""

    eur: float | None = None
    """Cost saved, EUR: the difference between the two rounded costs. Negative when the plan costs more. None when a
    cost is unknown.
    """
    gco2eq: float | None = Field(default=None, alias="gCo2eq")
    """Emissions saved, gCO2eq: the difference between the two rounded values. None when unknown."""
    score: float | None = None
    """Score points gained: the difference between the two rounded scores. None when unknown."""
    pct: float | None = None
    """Saving of the objective, %; of the emissions when the objective is cost and both plans cost the same. None for
    the objective score, and when the baseline is below 0.01 EUR or 0.01 gCO2eq.
    """


class ScheduleSavings(Body):
    """Savings of the plan compared with the baselines start_now and yesterday."""

    vs_now: ScheduleSaving = Field(alias="vsNow")
    vs_yesterday: ScheduleSaving | None = Field(default=None, alias="vsYesterday")
    """Saving compared with the baseline yesterday. None when that baseline is None."""


class Schedule(Body):
    """Best time to run a load, and the saving."""

    issued_at: Instant = Field(alias="issuedAt")
    """Time at which the forecast was issued, UTC."""
    served_until: Instant = Field(alias="servedUntil")
    """End of the searched window, UTC: latest, or an earlier time when the forecast of the plan ends earlier."""
    objective: Literal["cost", "carbon", "score"] | str
    """Objective of the plan: lowest cost, lowest emissions (carbon) or best score."""
    emissions: Literal["lifecycle", "direct", "consumption"] | str
    """Emissions that are counted: of generation with life-cycle (lifecycle) or direct factors (direct), or of
    consumption, imports included (consumption).
    """
    tariff: str
    """Contract behind the cost: spot, or the id of a contract of GET /api/tariffs."""
    estimate: Literal["central", "prudent"] | str
    """central: the plan minimises the central forecast; prudent: it minimises p90 (for the score: maximises p10)."""
    profile_applied: str | None = Field(default=None, alias="profileApplied")
    """Preset that was applied, or custom for custom weights. None for the default national weighting."""
    weights_applied: ScoreWeights = Field(alias="weightsApplied")
    plan: SchedulePlan
    baselines: ScheduleBaselines
    savings: ScheduleSavings
    alternatives: list[SchedulePlan]
    """Alternative plans, best first. No alternative shares a quarter-hour with the plan or with an earlier
    alternative.
    """
    compared_by: Literal["cost", "carbon", "score"] | str = Field(alias="comparedBy")
    """Quantity in which the plan must beat start_now for probability_better_than_now and worth_waiting: the
    objective, or carbon when the objective is cost and both plans cost the same.
    """
    probability_better_than_now: float | None = Field(default=None, alias="probabilityBetterThanNow")
    """Probability, 0 to 1, that the plan turns out better than start_now, calculated from past forecast errors. For
    emissions it is corrected for the choice of the plan, which favours slots whose forecast is too low. None when
    unknown.
    """
    worth_waiting: bool | None = Field(default=None, alias="worthWaiting")
    """True when waiting pays: probability_better_than_now is at least 0.6 and the saving at least 3 % (for the
    score, 3 points). None when unknown.
    """
    advice: str
    """Advice in one sentence with figures; it states which values are unknown and why. In French, or in English when
    Accept-Language prefers English.
    """
    recompute_after: Instant | None = Field(default=None, alias="recomputeAfter")
    """Time at which new input data are expected before the last segment begins, UTC: request the schedule again
    then. None when the plan is final.
    """
    confidence: int
    """Lowest confidence of the hours of the plan, 0 to 100."""
    methodology_versions: ForecastVersions = Field(alias="methodologyVersions")


class DashboardOutlook(Body):
    """Forecast by quarter-hour as lists of equal length. Values that are known by the hour are repeated."""

    issued_at: Instant = Field(alias="issuedAt")
    """Time at which the forecast was issued, UTC."""
    start: Instant
    """Start of the first quarter-hour, UTC."""
    gco2_per_kwh: list[float | None] = Field(alias="gCo2PerKwh")
    """Production-boundary intensity, gCO2eq/kWh. None when no mix can be forecast."""
    gco2_per_kwh_low: list[float | None] = Field(alias="gCo2PerKwhLow")
    """Lower limit (p10). None when too few past forecast errors are known."""
    gco2_per_kwh_high: list[float | None] = Field(alias="gCo2PerKwhHigh")
    """Upper limit (p90). None when too few past forecast errors are known."""
    eur_per_mwh: list[float | None] = Field(alias="eurPerMwh")
    """Day-ahead price or its estimate, EUR/MWh. None when unknown."""
    eur_per_mwh_low: list[float | None] = Field(alias="eurPerMwhLow")
    """Lower limit (p10). None when too few past forecast errors are known."""
    eur_per_mwh_high: list[float | None] = Field(alias="eurPerMwhHigh")
    """Upper limit (p90). None when too few past forecast errors are known."""
    price_basis: list[Literal["auction", "estimate"] | str | None] = Field(alias="priceBasis")
    """auction: published auction price; estimate: estimated price beyond the auction. None when the price is
    unknown.
    """
    score: list[float | None]
    """Score with the national weighting before rounding to a whole number, 0 to 100."""
    score_low: list[float | None] = Field(alias="scoreLow")
    """Lower limit (p10). None when too few past forecast errors are known."""
    score_high: list[float | None] = Field(alias="scoreHigh")
    """Upper limit (p90). None when too few past forecast errors are known."""
    wind_mw: list[float | None] = Field(alias="windMw")
    """Forecast wind power, on- and offshore, MW. None when unknown."""
    solar_mw: list[float | None] = Field(alias="solarMw")
    """Forecast solar power, MW. None when unknown."""
