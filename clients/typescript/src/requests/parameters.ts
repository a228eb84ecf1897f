import type { ArchivedQuantity } from '../bodies/forecast.ts'
import type { CarbonSeries } from '../bodies/hours.ts'
import type { Outlook, Schedule } from '../bodies/planning.ts'
import type { ScoreWeights } from '../bodies/score.ts'
import type { Granularity } from '../bodies/score-history.ts'
import type { ProfileName } from '../bodies/service.ts'
import { type Parameters, plainDecimal } from './address.ts'
import { type ContractQuery, makeContractParameters } from './contract-parameters.ts'
import { type InstantInput, textOrUndefined } from './instants.ts'

/** Weighting: a preset, four weights that sum to 1, or neither (the national default). */
export type Weighting =
  | { profile?: ProfileName | undefined; weights?: undefined }
  | { profile?: undefined; weights?: ScoreWeights | undefined }

/** Query of `scoreForecast`. */
export type ForecastQuery = Weighting & {
  /** 1 to 48, default 24. Capped by the plan: see `servedHours`. */
  hours?: number | undefined
}

/** Query of `outlook`. */
export type OutlookQuery = {
  /** 1 to 72, default 24. Capped by the plan, and to 48 without weather forecasts: see `servedHours`. */
  hours?: number | undefined
  /** Default `1h`. */
  resolution?: Outlook['resolution'] | undefined
}

/** Query of `carbonConsumption`. */
export type ConsumptionQuery = {
  /** Instant within the hour; without it the newest hour. */
  at?: InstantInput | undefined
}

/** Query of `carbonExplain`. */
export type ExplainQuery = {
  /** Instant of a stored point; without it the figures of now are explained. */
  at?: InstantInput | undefined
}

/** Query of `schedule`: two of energy, power and duration, or only the duration. */
export type ScheduleQuery = Weighting &
  ContractQuery & {
    energyKWh?: number | undefined
    powerKW?: number | undefined
    durationMinutes?: number | undefined
    /** Default: now. */
    earliest?: InstantInput | undefined
    /** Default: 24 hours after `earliest`. Capped by the plan: see `servedUntil`. */
    latest?: InstantInput | undefined
    /** Hours of the day in Paris in which the load must not run, such as `22:00-07:00`; up to two ranges, separated by commas. */
    quiet?: string | undefined
    /** 1 to 8 pieces, default 1. */
    maxSegments?: number | undefined
    minOnMinutes?: number | undefined
    /** Default `score`. */
    objective?: Schedule['objective'] | undefined
    /** Default `lifecycle`. */
    emissions?: Schedule['emissions'] | undefined
    /** Default `central`. */
    estimate?: Schedule['estimate'] | undefined
    /** Default `early`. */
    tieBreak?: 'early' | 'late' | undefined
  }

/** Query of `scoreHistory` and `streamHistory`. */
export type HistoryQuery = Weighting & {
  /** Default: 24 hours before `to`. */
  from?: InstantInput | undefined
  /** Exclusive; default: now. At most 366 days after `from`. */
  to?: InstantInput | undefined
  /** Default: `raw` up to 31 days, `hourly` beyond. */
  granularity?: Granularity | undefined
}

/** Query of `carbonSeries` and `streamCarbonSeries`. */
export type SeriesQuery = {
  /** Default: 24 hours before `to`. */
  from?: InstantInput | undefined
  /** Exclusive; default: now. At most 366 days after `from`. */
  to?: InstantInput | undefined
  /** Default `15m`. */
  resolution?: CarbonSeries['resolution'] | undefined
  /** Default `production`. */
  boundary?: CarbonSeries['boundary'] | undefined
}

/** Query of `hours`. */
export type HoursQuery = {
  /** Calendar month in Paris, such as `2026-02`; default: the current one. */
  month?: string | undefined
}

/** Query of `carbonRegionsDay`. */
export type RegionalDayQuery = {
  /** Calendar day in Paris, such as `2026-02-03`; default: today. */
  date?: string | undefined
}

/** Query of `scoreAnalytics`. */
export type AnalyticsQuery = HistoryQuery & {
  /** Zone of best and worst hours, such as `Europe/Paris`; default UTC. */
  timezone?: string | undefined
}

/** Query of `forecastArchive` and `streamForecastArchive`: a window of issues or of targets; default: the issues of the last 24 hours. */
export type ArchiveQuery = {
  /** Default `carbon`. */
  quantity?: ArchivedQuantity | undefined
} & ArchiveWindow

/** Query of `colorArchive` and `streamColorArchive`: as for the forecasts; targets are tariff days by their start, 06:00 in Paris. */
export type ColorArchiveQuery = ArchiveWindow

type ArchiveWindow =
  | {
      /** Default: 24 hours before `issuedTo`. */
      issuedFrom?: InstantInput | undefined
      /** Exclusive; default: now. At most 366 days after `issuedFrom`. */
      issuedTo?: InstantInput | undefined
      targetFrom?: undefined
      targetTo?: undefined
    }
  | {
      issuedFrom?: undefined
      issuedTo?: undefined
      /** Default: 24 hours before `targetTo`. */
      targetFrom?: InstantInput | undefined
      /** Exclusive; default: now. At most 366 days after `targetFrom`. */
      targetTo?: InstantInput | undefined
    }

/** The parameters of the weighting. */
export function makeScoreParameters({ profile, weights }: Weighting): Parameters {
  return {
    profile,
    wPrice: plainDecimal(weights?.price),
    wCarbon: plainDecimal(weights?.carbon),
    wGrid: plainDecimal(weights?.grid),
    wAdequacy: plainDecimal(weights?.adequacy),
  }
}

/** The parameters of `hours`. */
export function makeHoursParameters({ month }: HoursQuery): Parameters {
  return { month }
}

/** The parameters of `carbonRegionsDay`. */
export function makeRegionalDayParameters({ date }: RegionalDayQuery): Parameters {
  return { date }
}

/** The parameters of `carbonSeries`. @throws RangeError for an invalid `Date` */
export function makeSeriesParameters({ from, to, resolution, boundary }: SeriesQuery): Parameters {
  return { from: textOrUndefined(from), to: textOrUndefined(to), resolution, boundary }
}

/** The parameters of `scoreForecast`. */
export function makeForecastParameters(query: ForecastQuery): Parameters {
  return { hours: query.hours?.toString(), ...makeScoreParameters(query) }
}

/** The parameters of `outlook`. */
export function makeOutlookParameters({ hours, resolution }: OutlookQuery): Parameters {
  return { hours: hours?.toString(), resolution }
}

/** The parameters of `carbonConsumption`. @throws RangeError for an invalid `Date` */
export function makeConsumptionParameters({ at }: ConsumptionQuery): Parameters {
  return { at: textOrUndefined(at) }
}

/** The parameters of `carbonExplain`. @throws RangeError for an invalid `Date` */
export function makeExplainParameters({ at }: ExplainQuery): Parameters {
  return { at: textOrUndefined(at) }
}

/** The parameters of `schedule`. @throws RangeError for an invalid `Date` */
export function makeScheduleParameters(query: ScheduleQuery): Parameters {
  return {
    energyKWh: plainDecimal(query.energyKWh),
    powerKW: plainDecimal(query.powerKW),
    durationMinutes: query.durationMinutes?.toString(),
    earliest: textOrUndefined(query.earliest),
    latest: textOrUndefined(query.latest),
    quiet: query.quiet,
    maxSegments: query.maxSegments?.toString(),
    minOnMinutes: query.minOnMinutes?.toString(),
    objective: query.objective,
    emissions: query.emissions,
    ...makeContractParameters(query),
    estimate: query.estimate,
    tieBreak: query.tieBreak,
    ...makeScoreParameters(query),
  }
}

/** The parameters of a window. @throws RangeError for an invalid `Date` */
export function makeHistoryParameters(query: HistoryQuery): Parameters {
  return {
    from: textOrUndefined(query.from),
    to: textOrUndefined(query.to),
    granularity: query.granularity,
    ...makeScoreParameters(query),
  }
}

/** The parameters of `scoreAnalytics`. @throws RangeError for an invalid `Date` */
export function makeAnalyticsParameters(query: AnalyticsQuery): Parameters {
  return { ...makeHistoryParameters(query), timezone: query.timezone }
}

/** The parameters of `forecastArchive`. @throws RangeError for an invalid `Date` */
export function makeArchiveParameters(query: ArchiveQuery): Parameters {
  return {
    quantity: query.quantity,
    issuedFrom: textOrUndefined(query.issuedFrom),
    issuedTo: textOrUndefined(query.issuedTo),
    targetFrom: textOrUndefined(query.targetFrom),
    targetTo: textOrUndefined(query.targetTo),
  }
}

/** The parameters of `colorArchive`. @throws RangeError for an invalid `Date` */
export function makeColorArchiveParameters(query: ColorArchiveQuery): Parameters {
  return { ...makeArchiveParameters(query), quantity: 'tariffColor' }
}
