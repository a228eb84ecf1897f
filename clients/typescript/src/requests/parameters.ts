import type { ScoreWeights } from '../bodies/score.ts'
import type { Granularity } from '../bodies/score-history.ts'
import type { ProfileName } from '../bodies/service.ts'
import { type InstantInput, instantText } from './instants.ts'

/** Decimals of a weight below a millionth. */
const weightDecimals = 20

/** What the score weighs: a preset, four weights that sum to 1, or neither (the national default). */
export type Weighting =
  | { profile?: ProfileName | undefined; weights?: undefined }
  | { profile?: undefined; weights?: ScoreWeights | undefined }

/** Of `scoreForecast`. */
export type ForecastQuery = Weighting & {
  /** 1 to 48; 24 unless given. More than the plan has is capped: see `servedHours`. */
  hours?: number | undefined
}

/** Of `scoreHistory` and `streamHistory`. */
export type HistoryQuery = Weighting & {
  /** 24 hours before `to` unless given. */
  from?: InstantInput | undefined
  /** Exclusive; now unless given. At most 366 days after `from`. */
  to?: InstantInput | undefined
  /** `raw` up to 31 days and `hourly` beyond unless given. */
  granularity?: Granularity | undefined
}

/** Of `scoreAnalytics`. */
export type AnalyticsQuery = HistoryQuery & {
  /** Zone of best and worst hours, such as `Europe/Paris`; UTC unless given. */
  timezone?: string | undefined
}

type Parameters = Record<string, string | undefined>

/** The parameters of the weighting. */
export function scoreParameters({ profile, weights }: Weighting): Parameters {
  return {
    profile,
    wPrice: plainDecimal(weights?.price),
    wCarbon: plainDecimal(weights?.carbon),
    wGrid: plainDecimal(weights?.grid),
    wAdequacy: plainDecimal(weights?.adequacy),
  }
}

/** The parameters of `scoreForecast`. */
export function forecastParameters(query: ForecastQuery): Parameters {
  return { hours: query.hours?.toString(), ...scoreParameters(query) }
}

/** The parameters of a window. @throws RangeError for a `Date` that is none */
export function historyParameters(query: HistoryQuery): Parameters {
  return {
    from: query.from === undefined ? undefined : instantText(query.from),
    to: query.to === undefined ? undefined : instantText(query.to),
    granularity: query.granularity,
    ...scoreParameters(query),
  }
}

/** The parameters of `scoreAnalytics`. @throws RangeError for a `Date` that is none */
export function analyticsParameters(query: AnalyticsQuery): Parameters {
  return { ...historyParameters(query), timezone: query.timezone }
}

/** Path and query; the same parameters give the same text. */
export function addressOf(path: string, parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The API takes no exponents, which JavaScript writes below a millionth. */
function plainDecimal(weight: number | undefined): string | undefined {
  if (weight === undefined) return undefined
  const text = String(weight)
  return text.includes('e') ? weight.toFixed(weightDecimals) : text
}
