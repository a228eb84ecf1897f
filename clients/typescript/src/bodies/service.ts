import type { ScoreWeights } from './score.ts'

// Made from the contract by `bun run docs`; change it there.

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

/** Every plan with its price, limits and rights. */
export type Plans = {
  /** Currency of every price. */
  currency: 'EUR'
  /** Every plan, cheapest first. */
  plans: Plan[]
  demo: DemoLimits
  /** Every weighting preset, the default first. */
  profiles: Profile[]
}

/** What a plan costs and allows. Minute and month count per account, over all its keys. */
export type Plan = {
  /** Stable name of the plan, such as pro. */
  id: string
  /** Name of the plan. */
  name: string
  /** Name of the plan in the pricing text. */
  marketingName: string
  /** Price, EUR per month. */
  priceEurPerMonth: number
  /** Requests a minute, in a sliding window of 60 seconds: a steady rate of just so many is never refused. */
  requestsPerMinute: number
  /** Answers with status 200 that the plan includes in a calendar month, UTC. */
  monthlyQuota: number
  /** True: nothing is served beyond the quota. False: it is served and metered, up to overageCapMultiple times the quota. */
  monthlyQuotaEnforced: boolean
  /** Price of a request beyond the quota, EUR; null where none is served. */
  overageEurPerRequest: number | null
  /** How many times the quota is served at most; null where nothing is served beyond it. */
  overageCapMultiple: number | null
  /** Active keys that an account may hold at once. */
  apiKeys: number
  /** Longest forecast that is served, hours; asking for more is capped, not refused. */
  forecastHours: number
  /** Depth of the history, days: it begins at 00:00 UTC so many days before today. */
  historyDays: number
  /** Whether profile and own weights may be used. */
  customWeights: boolean
  /** Whether analytics may be used. */
  analytics: boolean
}

/** Limits of the public demo key. */
export type DemoLimits = {
  /** Requests a minute, in a sliding window of 60 seconds: a steady rate of just so many is never refused. */
  requestsPerMinute: number
  /** Most answers with status 200 in a calendar month, UTC. */
  requestsPerMonth: number
  /** The limits hold for each client address (IPv6: each /64; a /56 and a /48 have 4 and 16 times as much). */
  scope: 'ip'
}

/** The weighting presets, and what own weights must hold to. */
export type Profiles = {
  /** The preset that holds when no weighting is asked for. */
  default: ProfileName
  /** How far the sum of four own weights may be from 1. */
  sumTolerance: number
  /** Every preset, the default first. */
  profiles: Profile[]
}

/** A preset of weights. */
export type Profile = {
  /** What the parameter profile takes, in any case. */
  name: ProfileName
  weights: ScoreWeights
  /** What it is for, in French. */
  description: string
}

/** Freshness of every source. */
export type ServiceStatus = {
  /** Kind of data: of the operator’s API, of open sources, invented, or recorded. */
  mode: DataMode
  /** Instant of the data’s clock, UTC; a replay sets it to the past. */
  generatedAt: string
  /** Every source. */
  sources: SourceStatus[]
}

/** Freshness of one source. */
export type SourceStatus = {
  /** Name of the source. */
  id: SourceId
  /** When it was last read successfully, UTC; null when it never was. */
  lastSuccess: string | null
  /** Who gave its newest values; null when no source has yet. Not the operator (`rte`): an open source that stands in for it, or open mode. */
  source: 'rte' | 'odre' | 'rte-zip' | 'energy-charts' | 'rte-services' | 'couleur-tempo' | 'ademe' | 'ember' | null
  /** Licence of these values; null where no terms are stated, and without a source. */
  licence: string | null
  /** End of the newest slot that it has given, UTC. */
  newestSlot: string | null
  /** Minutes from newestSlot to generatedAt; negative for forecasts. */
  lagMinutes: number | null
  /** When its next values are expected, UTC. */
  expectedNext: string | null
  /** Readings that failed since the last success; in open mode those of the open source that gives it. */
  consecutiveFailures: number
  /** True when its values are invented by the demo generator. */
  demo: boolean
  /** How the values were derived, where that is not plain. */
  note: string | null
}
