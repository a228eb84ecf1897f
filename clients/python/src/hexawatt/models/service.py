"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal

from pydantic import Field

from hexawatt.body import Body, Instant
from hexawatt.models.score import ScoreWeights
from hexawatt.models.service_parts import DataMode, IncidentState, IncidentSubject, ProfileName, PublisherId, SourceId


class Plan(Body):
    """Price, limits and features of a plan. Requests per minute and month are counted per account, over all its
    keys.
    """

    id: str
    """Stable identifier of the plan, such as pro."""
    name: str
    """Display name of the plan."""
    marketing_name: str = Field(alias="marketingName")
    """Name of the plan on the pricing page."""
    price_eur_per_month: float = Field(alias="priceEurPerMonth")
    """Price, EUR per month."""
    requests_per_minute: int = Field(alias="requestsPerMinute")
    """Requests per minute, counted in a sliding window of 60 seconds. A steady rate of exactly this limit is never
    refused.
    """
    monthly_quota: int = Field(alias="monthlyQuota")
    """Responses with status 200 included per calendar month (UTC)."""
    monthly_quota_enforced: bool = Field(alias="monthlyQuotaEnforced")
    """True: requests beyond the quota are refused. False: they are served and metered, up to overage_cap_multiple
    times the quota.
    """
    overage_eur_per_request: float | None = Field(default=None, alias="overageEurPerRequest")
    """Price of a request beyond the quota, EUR. None when requests beyond the quota are refused."""
    overage_cap_multiple: float | None = Field(default=None, alias="overageCapMultiple")
    """Cap of the month as a multiple of the quota. None when requests beyond the quota are refused."""
    api_keys: int = Field(alias="apiKeys")
    """Maximum number of active API keys per account."""
    forecast_hours: int = Field(alias="forecastHours")
    """Longest outlook, plan of a load and export, hours. A request for more hours is capped, not refused. The
    forecast of the score ends after 48 hours in every plan; hours beyond 48 exist only while the service has weather
    forecasts.
    """
    history_days: int = Field(alias="historyDays")
    """Depth of the history, days. The history starts at 00:00 UTC this number of days before today."""
    custom_weights: bool = Field(alias="customWeights")
    """True when the parameters profile and wPrice, wCarbon, wGrid, wAdequacy are allowed."""
    analytics: bool
    """True when /v1/score/analytics is allowed."""


class DemoLimits(Body):
    """Limits of the public demo key."""

    requests_per_minute: int = Field(alias="requestsPerMinute")
    """Requests per minute, counted in a sliding window of 60 seconds. A steady rate of exactly this limit is never
    refused.
    """
    requests_per_month: int = Field(alias="requestsPerMonth")
    """Maximum number of responses with status 200 per calendar month (UTC)."""
    scope: Literal["ip"] | str
    """ip: the limits apply per client address (IPv6: per /64; a /56 and a /48 have 4 and 16 times the limits)."""


class Profile(Body):
    """A preset of weights."""

    name: ProfileName
    """Value of the parameter profile (not case-sensitive)."""
    weights: ScoreWeights
    description: str
    """Purpose of the preset, in French."""


class Plans(Body):
    """Every plan with its price, limits and features."""

    currency: Literal["EUR"] | str
    """Currency of every price."""
    plans: list[Plan]
    """Every plan, cheapest first."""
    demo: DemoLimits
    profiles: list[Profile]
    """Every weighting preset, the default first."""


class Profiles(Body):
    """The weighting presets, and the rule for custom weights."""

    default: ProfileName
    """Preset that applies when a request names no weighting."""
    sum_tolerance: float = Field(alias="sumTolerance")
    """Allowed deviation of the sum of four custom weights from 1."""
    profiles: list[Profile]
    """Every preset, the default first."""


class SourceStatus(Body):
    """Freshness of one source."""

    id: SourceId
    """Identifier of the source."""
    last_success: Instant | None = Field(default=None, alias="lastSuccess")
    """Time of the last successful read of the source, UTC. None when the source was never read."""
    source: PublisherId | None = None
    """Publisher of the newest values; rte is the transmission system operator, any other publisher is an open
    source. None before the first values.
    """
    licence: str | None = None
    """Licence of the newest values. None when the publisher states no licence, and before the first values."""
    newest_slot: Instant | None = Field(default=None, alias="newestSlot")
    """End of the newest slot with a value, UTC."""
    lag_minutes: int | None = Field(default=None, alias="lagMinutes")
    """Minutes from newest_slot to generated_at. Negative for forecasts."""
    expected_next: Instant | None = Field(default=None, alias="expectedNext")
    """Time at which the next values are expected, UTC."""
    consecutive_failures: int = Field(alias="consecutiveFailures")
    """Number of failed reads since the last success. In open mode, failed reads of the open source."""
    demo: bool
    """True when the values are invented by the demo generator."""
    note: str | None = None
    """Remark on how the values were derived. None when no remark is needed."""


class LoadedPast(Body):
    """Past that the installation loads by itself after its first start."""

    known_days: int = Field(alias="knownDays")
    """Days of the last year, up to the day before yesterday in Paris, all of whose hours are stored: mix,
    consumption, price and flows.
    """
    wanted_days: int = Field(alias="wantedDays")
    """Days that are loaded."""
    state: Literal["loading", "complete"] | str
    """loading: older days are being loaded, at the pace of the publishers. complete: every day was loaded that the
    publishers have.
    """
    forecast_ready: bool = Field(alias="forecastReady")
    """False while the newest 28 days are being loaded: the forecast is served and is less accurate until then."""


class ServiceStatus(Body):
    """Freshness of every source."""

    mode: DataMode
    """Kind of data. live: from the API of the transmission system operator; open: from open sources; demo: invented;
    replay: recorded.
    """
    generated_at: Instant = Field(alias="generatedAt")
    """Time of this response by the clock of the data, UTC. A replay sets this clock to the past."""
    sources: list[SourceStatus]
    """Freshness of every source."""
    history: LoadedPast | None = None
    """Past that the installation loads by itself. None when it loads none: in a replay, and with LOAD_PAST=off."""


class Incident(Body):
    """A time during which something did not work as it should."""

    subject: IncidentSubject
    """What failed: a feed, by its identifier in /api/status; score or forecast; service: no figure was computed."""
    state: IncidentState
    """Worst state while it lasted. fallback: in live mode, an open source replaced the operator; late: later than
    its tolerance; missing: not usable, or not there; interrupted: svc-ingest did not run.
    """
    started_at: Instant = Field(alias="startedAt")
    """Time at which it was noticed, UTC; of an interruption, the last computation before it."""
    ended_at: Instant | None = Field(default=None, alias="endedAt")
    """Time at which it was over, UTC. None while it lasts."""
    occurrences: int
    """How many times it began: failures of one subject within six hours of each other are one incident."""
