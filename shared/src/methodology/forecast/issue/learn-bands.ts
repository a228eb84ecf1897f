import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { hourMs } from '../../../time/instant.ts'
import { addParisDays, parisDayStart } from '../../../time/paris.ts'
import {
  type Band,
  bandDays,
  computeArchivedLevels,
  computeBandError,
  computeNextAlpha,
  type ErrorLevels,
  findBandBucket,
} from '../bands.ts'
import { bandLastLeads } from '../forecast-constants.ts'
import { type BandLevels, type ForecastQuantity, forecastQuantities } from '../forecast-issue.ts'

/**
 * What the archive has taught about one bucket of leads. `levels` is null below 100 errors; α goes on meanwhile, because frozen bands are
 * judged too.
 */
export type BucketState = { levels: ErrorLevels | null; alpha: number; errors: number }

/** The state of every bucket, by quantity: recorded with each issue, and the only state of the bands. */
export type BandState = Readonly<Record<ForecastQuantity, readonly BucketState[]>>

/** Realised values by start of the hour, ms. */
export type RealisedByHour = ReadonlyMap<number, Readonly<Record<ForecastQuantity, number | null>>>

/** The archived hours of one lead, a column each (60 days of issues have 70 000 hours); NaN where unknown. */
export type ArchivedLead = Readonly<Record<ForecastQuantity, readonly number[]>> & {
  lead: number
  /** Start of each target hour, hours since the epoch. */
  targetHours: readonly number[]
} & Readonly<Record<(typeof spreadOf)[keyof typeof spreadOf], readonly number[]>>

/** The spread of each quantity whose errors are divided by one. */
const spreadOf = {
  carbon: 'carbonSpread',
  directCarbon: 'directCarbonSpread',
  consumptionCarbon: 'consumptionCarbonSpread',
  directConsumptionCarbon: 'directConsumptionCarbonSpread',
} as const satisfies Partial<Record<ForecastQuantity, string>>

/** An archived hour with its bands; null where it had none, and for an auctioned price. */
export type JudgedHour = { lead: number; targetMs: number; bands: Readonly<Record<ForecastQuantity, Band | null>> }

/** Start of the first hour, ms, whose value does not count as known at an issue: an hour is published an hour after its end. */
export function computeBandTargetsEndMs(issuedAt: Temporal.Instant): number {
  return issuedAt.epochMilliseconds - hourMs
}

/** Issues that the levels of an issue rest on: of the 60 days before. */
export function computeBandIssuesFrom(issuedAt: Temporal.Instant): Temporal.Instant {
  return issuedAt.subtract({ hours: 24 * bandDays })
}

/** Usual hours from the start of an hour to the issue that first knows its value: imports are known later than generation. */
const knownAfterHours = {
  carbon: 2,
  directCarbon: 2,
  consumptionCarbon: 5,
  directConsumptionCarbon: 5,
  price: 2,
  score: 2,
} as const satisfies Record<ForecastQuantity, number>

/** Target hours that begin in `[fromMs, endMs)`: of each quantity those that became known in the Paris day `[dayStartMs, dayEndMs)`. */
export type JudgedTargets = Record<'fromMs' | 'endMs' | 'dayStartMs' | 'dayEndMs', number>

/**
 * The target hours whose bands decide on α at an issue: those that became known on the Paris day of the issue before. Null on the same day:
 * α changes once a day.
 */
export function findJudgedTargets(previousAt: Temporal.Instant, issuedAt: Temporal.Instant): JudgedTargets | null {
  const from = parisDayStart(previousAt)
  if (parisDayStart(issuedAt).equals(from)) return null
  const [dayStartMs, dayEndMs] = [from.epochMilliseconds, addParisDays(previousAt, 1).epochMilliseconds]
  const delays = Object.values(knownAfterHours)
  return {
    dayStartMs,
    dayEndMs,
    fromMs: dayStartMs - Math.max(...delays) * hourMs,
    endMs: dayEndMs - Math.min(...delays) * hourMs,
  }
}

/** α of each bucket for an issue, from the bands of the hours of {@link findJudgedTargets}; unchanged when there are none. */
export function computeNextBandAlphas(
  previous: BandState,
  targets: JudgedTargets | null,
  judged: readonly JudgedHour[],
  realised: RealisedByHour,
): Record<ForecastQuantity, number[]> {
  return recordFromEntries(forecastQuantities, (quantity) => {
    const counts = bandLastLeads.map(() => ({ known: 0, outside: 0 }))
    for (const { lead, targetMs, bands } of judged) {
      const knownMs = targetMs + knownAfterHours[quantity] * hourMs
      if (targets === null || knownMs < targets.dayStartMs || knownMs >= targets.dayEndMs) continue
      const [band, actual] = [bands[quantity], realised.get(targetMs)?.[quantity] ?? null]
      const count = counts[findBandBucket(lead)]
      if (band === null || actual === null || count === undefined) continue
      count.known += 1
      if (actual < band.low || actual > band.high) count.outside += 1
    }
    return counts.map(({ known, outside }, bucket) =>
      computeNextAlpha(previous[quantity][bucket]?.alpha ?? 0, outside, known),
    )
  })
}

/** The state of every bucket from archived errors and α (docs/methodology/forecast.md#bands); hours without a realised value, or without a spread, teach nothing. */
export function learnBands(
  archive: readonly ArchivedLead[],
  realised: RealisedByHour,
  alphas: Readonly<Record<ForecastQuantity, readonly number[]>>,
): BandState {
  return recordFromEntries(forecastQuantities, (quantity) => {
    const errors = bandLastLeads.map((): number[] => [])
    for (const lead of archive) addErrors(lead, quantity, realised, errors[findBandBucket(lead.lead)] ?? [])
    return errors.map((ofBucket, bucket) => {
      const alpha = alphas[quantity][bucket] ?? 0
      const sorted = Float64Array.from(ofBucket).sort()
      return { levels: computeArchivedLevels(sorted, alpha), alpha, errors: sorted.length }
    })
  })
}

function addErrors(lead: ArchivedLead, quantity: ForecastQuantity, realised: RealisedByHour, errors: number[]): void {
  const [values, spreads] = [lead[quantity], listSpreads(lead, quantity)]
  lead.targetHours.forEach((targetHour, index) => {
    const actual = realised.get(targetHour * hourMs)?.[quantity] ?? null
    const value = values[index] ?? Number.NaN
    if (actual === null) return
    const error = spreads === null ? actual - value : computeBandError(actual, value, spreads[index] ?? Number.NaN)
    if (error !== null && !Number.isNaN(error)) errors.push(error)
  })
}

function listSpreads(lead: ArchivedLead, quantity: ForecastQuantity): readonly number[] | null {
  return quantity === 'price' || quantity === 'score' ? null : lead[spreadOf[quantity]]
}

/** The state of an empty archive. */
export const noBandState: BandState = learnBands(
  [],
  new Map(),
  recordFromEntries(forecastQuantities, () => []),
)

/** The levels that an issue takes. */
export function toBandLevels(state: BandState): BandLevels {
  return recordFromEntries(forecastQuantities, (quantity) =>
    state[quantity].map(({ levels, alpha, errors }) => levels && { ...levels, alpha, errors }),
  )
}
