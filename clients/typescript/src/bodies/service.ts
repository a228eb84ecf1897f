import type { ScoreWeights } from './score.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Data of the live grid, of a generator, or recorded. */
export type DataMode = 'live' | 'open' | 'demo' | 'replay'

/** Names of the weighting presets. */
export type ProfileName = 'national' | 'carbon' | 'price' | 'grid' | 'balanced'

/** Ids of the sources. */
export type SourceId =
  | 'generation_by_type'
  | 'generation_mix_15min'
  | 'generation_forecast'
  | 'consumption'
  | 'consumption_weekly'
  | 'power_exchanges'
  | 'physical_flows'
  | 'exchange_schedules'
  | 'grid_signals'
  | 'tariff_calendar'
  | 'generation_unavailabilities'
  | 'installed_capacities'
  | 'imbalance'
  | 'emission_factors'
  | 'country_intensities'
  | 'regulated_prices'
  | 'weather'
  | 'neighbour_mixes'

/** Part that an incident concerns: a feed, the score, the forecast, or the calculation of all figures (`service`). */
export type IncidentSubject =
  | 'generation_by_type'
  | 'generation_mix_15min'
  | 'generation_forecast'
  | 'consumption'
  | 'consumption_weekly'
  | 'power_exchanges'
  | 'physical_flows'
  | 'exchange_schedules'
  | 'grid_signals'
  | 'tariff_calendar'
  | 'generation_unavailabilities'
  | 'installed_capacities'
  | 'imbalance'
  | 'score'
  | 'forecast'
  | 'service'

/** From the mildest to the worst. */
export type IncidentState = 'fallback' | 'late' | 'missing' | 'interrupted'

/** Ids of the publishers of the sources. */
export type PublisherId =
  | 'rte'
  | 'odre'
  | 'rte-zip'
  | 'energy-charts'
  | 'rte-services'
  | 'couleur-tempo'
  | 'ademe'
  | 'ember'
  | 'cre'
  | 'open-meteo'

/** Every error code of the API. `/problems/<code>` explains each. */
export type ProblemCode =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'revoked_api_key'
  | 'expired_api_key'
  | 'unknown_parameter'
  | 'invalid_parameter'
  | 'unknown_profile'
  | 'profile_and_weights_exclusive'
  | 'weights_incomplete'
  | 'weights_sum_invalid'
  | 'invalid_range'
  | 'window_too_large'
  | 'infeasible_schedule'
  | 'history_depth_exceeded'
  | 'plan_capability_required'
  | 'rate_limited'
  | 'upgrade_required'
  | 'demo_limit_exceeded'
  | 'overage_cap_exceeded'
  | 'too_many_streams'
  | 'insufficient_data'
  | 'service_unavailable'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'uri_too_long'
  | 'header_too_large'
  | 'invalid_body'
  | 'origin_not_allowed'
  | 'unsupported_media_type'
  | 'internal_error'

/** Every plan with its price, limits and features. */
export type Plans = {
  /** Currency of every price. */
  currency: 'EUR'
  /** Every plan, cheapest first. */
  plans: Plan[]
  demo: DemoLimits
  /** Every weighting preset, the default first. */
  profiles: Profile[]
}

/** Price, limits and features of a plan. Requests per minute and month are counted per account, over all its keys. */
export type Plan = {
  /** Stable identifier of the plan, such as pro. */
  id: string
  /** Display name of the plan. */
  name: string
  /** Name of the plan on the pricing page. */
  marketingName: string
  /** Price, EUR per month. */
  priceEurPerMonth: number
  /** Requests per minute, counted in a sliding window of 60 seconds. A steady rate of exactly this limit is never refused. */
  requestsPerMinute: number
  /** Responses with status 200 included per calendar month (UTC). */
  monthlyQuota: number
  /** True: requests beyond the quota are refused. False: they are served and metered, up to overageCapMultiple times the quota. */
  monthlyQuotaEnforced: boolean
  /** Price of a request beyond the quota, EUR. Null when requests beyond the quota are refused. */
  overageEurPerRequest: number | null
  /** Cap of the month as a multiple of the quota. Null when requests beyond the quota are refused. */
  overageCapMultiple: number | null
  /** Maximum number of active API keys per account. */
  apiKeys: number
  /** Longest outlook, plan of a load and export, hours. A request for more hours is capped, not refused. The forecast of the score ends after 48 hours in every plan; hours beyond 48 exist only while the service has weather forecasts. */
  forecastHours: number
  /** Depth of the history, days. The history starts at 00:00 UTC this number of days before today. */
  historyDays: number
  /** True when the parameters profile and wPrice, wCarbon, wGrid, wAdequacy are allowed. */
  customWeights: boolean
  /** True when /v1/score/analytics is allowed. */
  analytics: boolean
}

/** Limits of the public demo key. */
export type DemoLimits = {
  /** Requests per minute, counted in a sliding window of 60 seconds. A steady rate of exactly this limit is never refused. */
  requestsPerMinute: number
  /** Maximum number of responses with status 200 per calendar month (UTC). */
  requestsPerMonth: number
  /** ip: the limits apply per client address (IPv6: per /64; a /56 and a /48 have 4 and 16 times the limits). */
  scope: 'ip'
}

/** The weighting presets, and the rule for custom weights. */
export type Profiles = {
  /** Preset that applies when a request names no weighting. */
  default: ProfileName
  /** Allowed deviation of the sum of four custom weights from 1. */
  sumTolerance: number
  /** Every preset, the default first. */
  profiles: Profile[]
}

/** A preset of weights. */
export type Profile = {
  /** Value of the parameter profile (not case-sensitive). */
  name: ProfileName
  weights: ScoreWeights
  /** Purpose of the preset, in French. */
  description: string
}

/** Freshness of every source. */
export type ServiceStatus = {
  /** Kind of data. live: from the API of the transmission system operator; open: from open sources; demo: invented; replay: recorded. */
  mode: DataMode
  /** Time of this response by the clock of the data, UTC. A replay sets this clock to the past. */
  generatedAt: string
  /** Freshness of every source. */
  sources: SourceStatus[]
  /** Past that the installation loads by itself. Null when it loads none: in a replay, and with LOAD_PAST=off. */
  history: LoadedPast | null
}

/** Freshness of one source. */
export type SourceStatus = {
  /** Identifier of the source. */
  id: SourceId
  /** Time of the last successful read of the source, UTC. Null when the source was never read. */
  lastSuccess: string | null
  /** Publisher of the newest values; rte is the transmission system operator, any other publisher is an open source. Null before the first values. */
  source: PublisherId | null
  /** Licence of the newest values. Null when the publisher states no licence, and before the first values. */
  licence: string | null
  /** End of the newest slot with a value, UTC. */
  newestSlot: string | null
  /** Minutes from newestSlot to generatedAt. Negative for forecasts. */
  lagMinutes: number | null
  /** Time at which the next values are expected, UTC. */
  expectedNext: string | null
  /** Number of failed reads since the last success. In open mode, failed reads of the open source. */
  consecutiveFailures: number
  /** True when the values are invented by the demo generator. */
  demo: boolean
  /** Remark on how the values were derived. Null when no remark is needed. */
  note: string | null
}

/** Past that the installation loads by itself after its first start. */
export type LoadedPast = {
  /** Days of the last year, up to the day before yesterday in Paris, all of whose hours are stored: mix, consumption, price and flows. */
  knownDays: number
  /** Days that are loaded. */
  wantedDays: number
  /** loading: older days are being loaded, at the pace of the publishers. complete: every day was loaded that the publishers have. */
  state: 'loading' | 'complete'
  /** False while the newest 28 days are being loaded: the forecast is served and is less accurate until then. */
  forecastReady: boolean
}

/** A time during which something did not work as it should. */
export type Incident = {
  /** What failed: a feed, by its identifier in /api/status; score or forecast; service: no figure was computed. */
  subject: IncidentSubject
  /** Worst state while it lasted. fallback: in live mode, an open source replaced the operator; late: later than its tolerance; missing: not usable, or not there; interrupted: svc-ingest did not run. */
  state: IncidentState
  /** Time at which it was noticed, UTC; of an interruption, the last computation before it. */
  startedAt: string
  /** Time at which it was over, UTC. Null while it lasts. */
  endedAt: string | null
  /** How many times it began: failures of one subject within six hours of each other are one incident. */
  occurrences: number
}
