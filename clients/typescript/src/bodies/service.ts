import type { ScoreWeights } from './score.ts'

/** Where data come from: the real grid, a generator, or recordings. */
export type DataMode = 'live' | 'demo' | 'replay'

/** Names of the weighting presets. */
export type ProfileName = 'national' | 'carbon' | 'price' | 'grid' | 'balanced'

/** A weighting preset. */
export type Profile = { name: ProfileName; weights: ScoreWeights; description: string }

/** What a plan costs and allows. Minute and month count per account, over all its keys. */
export type Plan = {
  id: 'decouverte' | 'pro' | 'scale'
  name: string
  marketingName: string
  priceEurPerMonth: number
  requestsPerMinute: number
  /** Answers with status 200 in a calendar month, UTC. */
  monthlyQuota: number
  /** Whether nothing is served beyond the quota. */
  monthlyQuotaEnforced: boolean
  overageEurPerRequest: number | null
  overageCapMultiple: number | null
  apiKeys: number
  forecastHours: number
  historyDays: number
  customWeights: boolean
  analytics: boolean
}

/** Every plan, the limits of the demo key, and the presets. */
export type Plans = {
  currency: 'EUR'
  plans: Plan[]
  demo: { requestsPerMinute: number; requestsPerMonth: number; scope: 'ip' }
  profiles: Profile[]
}

/** The presets, and how far a sum of four own weights may be from 1. */
export type Profiles = { default: ProfileName; sumTolerance: number; profiles: Profile[] }

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

/** Freshness of one source. */
export type SourceStatus = {
  id: SourceId
  lastSuccess: string | null
  newestSlot: string | null
  lagMinutes: number | null
  expectedNext: string | null
  consecutiveFailures: number
  /** The values are invented by the demo generator. */
  demo: boolean
  note: string | null
}

/** Freshness of every source. */
export type ServiceStatus = { mode: DataMode; generatedAt: string; sources: SourceStatus[] }
