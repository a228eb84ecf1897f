import type { HourlyScore, ScoreForecast } from './bodies/score.ts'
import { formatUtc, type InstantInput, readInstantMs } from './requests/instants.ts'

const hourMs = 3_600_000

export type BestHoursOptions = {
  /** Consecutive hours that the appliance runs: a whole number of at least 1. */
  durationHours: number
  /** Latest end: ISO 8601 with date, time and zone, a `Date` or a `Temporal.Instant`. Default: the end of the forecast. */
  before?: InstantInput | undefined
}

/** A run of hours. */
export type BestHours = {
  /** Start of the first hour, as the forecast writes it. */
  start: string
  /** End of the last hour, ISO 8601 in UTC. */
  end: string
  /** Mean of their scores, not rounded. */
  meanScore: number
  hours: HourlyScore[]
}

/**
 * The consecutive hours with the best mean score, the earliest of equal ones; null when none are long enough and end in time.
 * @throws RangeError when `durationHours` is not a whole number of at least 1, or `before` is not an instant
 */
export function bestHours(
  { hours }: Pick<ScoreForecast, 'hours'>,
  { durationHours, before }: BestHoursOptions,
): BestHours | null {
  if (!Number.isInteger(durationHours) || durationHours < 1) {
    throw new RangeError(`durationHours must be a whole number of at least 1; received ${durationHours}.`)
  }
  const latestEndMs = before === undefined ? Number.POSITIVE_INFINITY : readInstantMs(before)
  let best: BestHours | null = null
  for (let first = 0; first + durationHours <= hours.length; first++) {
    const run = runOf(hours.slice(first, first + durationHours))
    if (run === null || Date.parse(run.end) > latestEndMs) continue
    if (best === null || run.meanScore > best.meanScore) best = run
  }
  return best
}

/** null when an hour is missing. */
function runOf(hours: HourlyScore[]): BestHours | null {
  const [first] = hours
  if (first === undefined) return null
  const startMs = Date.parse(first.time)
  if (hours.some(({ time }, index) => Date.parse(time) !== startMs + index * hourMs)) return null
  return {
    start: first.time,
    end: formatUtc(startMs + hours.length * hourMs),
    meanScore: hours.reduce((sum, { globalScore }) => sum + globalScore, 0) / hours.length,
    hours,
  }
}
