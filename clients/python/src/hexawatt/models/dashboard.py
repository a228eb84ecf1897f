"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Day, Instant
from hexawatt.models.dashboard_parts import DashboardCarbon, EnglishSentences
from hexawatt.models.forecast import AccuracyFigures
from hexawatt.models.grid import ColorProbabilities, ColorStockLeft, TariffColorInForce
from hexawatt.models.grid_parts import GridSignalStatus, TariffColor
from hexawatt.models.hours import DashboardConsumption
from hexawatt.models.planning import DashboardOutlook
from hexawatt.models.regions import DashboardExchanges, DashboardRegions
from hexawatt.models.score import EnergyScore, ScoreLevel
from hexawatt.models.service import Incident, LoadedPast
from hexawatt.models.service_parts import DataMode, PublisherId, SourceId


class SubScoreNumbers(Body):
    """Sub-scores of the four dimensions; a higher value means a better time to consume."""

    price: float
    """Price, 0 to 100, one decimal."""
    carbon: float
    """Carbon intensity, 0 to 100, one decimal."""
    grid: float
    """Grid signal, 0 to 100, one decimal."""
    adequacy: float
    """Adequacy (margin between supply and demand), 0 to 100, one decimal."""


class KnownDimensions(Body):
    """Dimensions whose sub-score is known. Estimated ones do not count in the score while the known ones carry at
    least half of the requested weight.
    """

    price: bool
    """True when the price is auctioned, or estimated from comparable hours. False when it is only the mean of a
    class of hours or a median.
    """
    carbon: bool
    """True when the intensity is measured or follows from a projected mix. False when it is only a mean of earlier
    days or a median.
    """
    grid: bool
    """True when a grid signal covers the hour. False when the value is taken from adequacy."""
    adequacy: bool
    """True when the supply margin is known. False when the value rests on the expected consumption only, less wind
    and sun where they are known.
    """


class DashboardHour(Body):
    """One of the coming hours."""

    time: Instant
    """Start of the hour, UTC."""
    global_score: int = Field(alias="globalScore")
    """Score of the hour with the national weighting, 0 to 100."""
    level: ScoreLevel
    """Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40."""
    sub_scores: SubScoreNumbers = Field(alias="subScores")
    known_dimensions: KnownDimensions = Field(alias="knownDimensions")
    confidence: int
    """Confidence in the score, 0 to 100."""
    spot_price_eur_per_mwh: float | None = Field(default=None, alias="spotPriceEurPerMWh")
    """Day-ahead price, EUR/MWh. None when the hour has not been auctioned."""
    carbon_intensity_gco2_kwh: float | None = Field(default=None, alias="carbonIntensityGco2Kwh")
    """Forecast production-boundary intensity, gCO2eq/kWh. None when no mix can be forecast."""
    grid_signal_status: GridSignalStatus | None = Field(default=None, alias="gridSignalStatus")
    """Grid-tension signal. None when none is published."""


class MixSlot(Body):
    """Generation mix and carbon intensities of one past hour."""

    start: Instant
    """Start of the hour, UTC."""
    power_mw: dict[str, float] | None = Field(default=None, alias="powerMW")
    """Mean power by production type, MW. None when part of the hour is unknown."""
    estimated_gco2_per_kwh: float | None = Field(default=None, alias="estimatedGCo2PerKwh")
    """Carbon intensity on the production boundary, gCO2eq/kWh. None when power_mw is None."""
    estimated_gco2_per_kwh_consumption: float | None = Field(default=None, alias="estimatedGCo2PerKwhConsumption")
    """Carbon intensity on the consumption boundary, gCO2eq/kWh. None when flows or country intensities are unknown."""


class HeatMapDay(Body):
    """Hourly scores of one Paris day."""

    date: Day
    """Calendar day in Paris."""
    first_hour: Instant = Field(alias="firstHour")
    """Midnight in Paris, UTC."""
    scores: list[int | None]
    """Mean score of each hour from first_hour on: 24 values, or 23 or 25 on the days of the clock changes. None for
    an hour without stored points.
    """


class DashboardTariff(Body):
    """Colour of the three-colour tariff (Tempo) today, now and tomorrow."""

    date: Day
    """Calendar day in Paris."""
    color: TariffColor | None = None
    """Published colour of that day. None until the colour is published."""
    in_force: TariffColorInForce = Field(alias="inForce")
    tomorrow: TariffColor | None = None
    """Published colour of the next day. None until the colour is published."""


class DashboardTariffDay(Body):
    """One tariff day, 06:00 to 06:00 in Paris, with the unrounded probabilities of its colours."""

    date: Day
    """Paris calendar day on which the tariff day begins."""
    color: TariffColor | None = None
    """Published colour. None until the colour is published, even when the rules of the tariff leave only one colour."""
    probabilities: ColorProbabilities


class DashboardTariffOutlook(Body):
    """Colours of the three-colour tariff (Tempo) for today and up to nine days ahead."""

    issued_at: Instant = Field(alias="issuedAt")
    """Time at which the probabilities were computed, UTC."""
    stock: ColorStockLeft
    days: list[DashboardTariffDay]
    """The current tariff day and up to nine more, up to six while no weather forecast is known. The list ends on 31
    August, when the season ends and the stock of days is reset.
    """


class DashboardSignalDay(Body):
    """Grid-tension signal of one day."""

    date: Day
    """Calendar day in Paris."""
    day: Literal["D", "D+1", "D+2", "D+3"] | str
    """Position of the day relative to today."""
    status: GridSignalStatus
    """Signal of the whole day."""
    message: str
    """Message of the publisher for the day, in French."""
    hours: list[GridSignalStatus | None] | None = None
    """Signal of each hour of the Paris day from midnight on: 24 values, or 23 or 25 on the days of the clock
    changes; None for an hour that no received publication covers. None when no hour is published.
    """


class DashboardAccuracy(Body):
    """Accuracy of the carbon forecast, as in /api/accuracy."""

    measured_since: Instant | None = Field(default=None, alias="measuredSince")
    """Time of the oldest archived forecast of this version, UTC. None when the archive has none."""
    figures: list[AccuracyFigures]
    """Entries of /api/accuracy for carbon intensity over 30 days, one per lead class."""


class DashboardSource(Body):
    """Freshness of one source."""

    id: SourceId
    """Identifier of the source."""
    last_success: Instant | None = Field(default=None, alias="lastSuccess")
    """Time of the last successful read of the source, UTC. None when the source was never read."""
    source: PublisherId | None = None
    """Publisher of the newest values; rte is the transmission system operator, any other publisher is an open
    source. None before the first values.
    """
    newest_slot: Instant | None = Field(default=None, alias="newestSlot")
    """End of the newest slot with a value, UTC."""
    expected_next: Instant | None = Field(default=None, alias="expectedNext")
    """Time at which the next values are expected, UTC."""
    availability_pct: int | None = Field(default=None, alias="availabilityPct")
    """Availability of the source in the confidence: 100 when it is on time, 0 when it is missing. None for reference
    data, which have no weight in the confidence.
    """
    confidence_weight: int | None = Field(default=None, alias="confidenceWeight")
    """Weight in the confidence, %. None for reference data."""


class Dashboard(Body):
    """All data of the dashboard in one response."""

    mode: DataMode
    """Kind of data. live: from the API of the transmission system operator; open: from open sources; demo: invented;
    replay: recorded.
    """
    generated_at: Instant = Field(alias="generatedAt")
    """Time of this response by the clock of the data, UTC. A replay sets this clock to the past."""
    stale: bool
    """True when the dashboard has not been updated for 15 minutes."""
    score: EnergyScore | None = None
    """Current score, as in /v1/score. None when /v1/score answers with an error."""
    english: EnglishSentences | None = None
    """English translation of the sentences of the score. None when there is no score, or when the score was computed
    without a translation.
    """
    carbon: DashboardCarbon | None = None
    """None when /v1/carbon/intensity answers with an error."""
    best_hour: Instant | None = Field(default=None, alias="bestHour")
    """Start of the hour with the best score, UTC. None when hours is empty."""
    worst_hour: Instant | None = Field(default=None, alias="worstHour")
    """Start of the hour with the worst score, UTC. None when hours is empty."""
    hours: list[DashboardHour]
    """Coming hours in chronological order. Empty when no forecast exists, or when its confidence is below 50."""
    outlook: DashboardOutlook | None = None
    """Forecast of the next 48 hours by quarter-hour, of the next 72 while the service has weather forecasts. None
    when hours is empty.
    """
    mix: list[MixSlot]
    """Generation mix of the last 24 published hours, oldest first."""
    heat_map: list[HeatMapDay] = Field(alias="heatMap")
    """Hourly scores of the last six weeks by Paris day, oldest day first."""
    tariff: DashboardTariff
    tariff_outlook: DashboardTariffOutlook | None = Field(default=None, alias="tariffOutlook")
    """None when /v1/tariff/outlook answers with an error."""
    signals: list[DashboardSignalDay]
    """Grid-tension signal of today and the following days, as far as it is published. Empty when no published signal
    covers today.
    """
    exchanges: DashboardExchanges | None = None
    """None when no exchange of the last six hours is known."""
    consumption: DashboardConsumption | None = None
    """None when /v1/carbon/consumption answers with an error."""
    regions: DashboardRegions | None = None
    """None when /v1/carbon/regions answers with an error."""
    accuracy: DashboardAccuracy | None = None
    """None when no forecast has been evaluated yet."""
    sources: list[DashboardSource]
    """Freshness of every source."""
    history: LoadedPast | None = None
    """Past that the installation loads by itself. None when it loads none: in a replay, and with LOAD_PAST=off."""
    incidents: list[Incident] | None = None
    """Newest incidents of the installation, the newest first. None while they are not known."""
