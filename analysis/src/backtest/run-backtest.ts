import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { composite } from '@hexawatt/shared/methodology/score/composite'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { GridRecord, SpanMs } from '../recorded/recorded-hours.ts'
import { realisedIntensityByHour, realisedSubScoresByHour } from '../reference/realised-values.ts'
import { addErrorStats, type ErrorStats, errorStatsOf, leadClasses, noErrorStats } from './error-stats.ts'
import { type IssueOutcome, type Realised, replayIssue, type Target } from './replayed-issue.ts'

/** A forecast is issued at every third hour of UTC. */
const issueStepMs = 3 * hourMs
/** How far before the span persistence may look back. */
const historyMs = 8 * 24 * hourMs

/** Error stats of each lead class, in their order. */
export type TargetStats = Readonly<Record<Target, readonly ErrorStats[]>>

/** Error stats by Paris month of the issue, `YYYY-MM`, ascending. */
export type MonthlyErrorStats = ReadonlyMap<string, TargetStats>

/** Replays and evaluates every issue of some spans of Paris days, which are ascending and do not overlap. */
export function runBacktest(record: GridRecord, ...spans: readonly SpanMs[]): MonthlyErrorStats {
  const months = new Map<string, TargetStats>()
  for (const span of spans) {
    const realised = realisedValues(record, span)
    for (const now of issueInstants(span)) {
      const month = now.toZonedDateTimeISO(parisTimeZone).toPlainDate().toString().slice(0, 7)
      const stats = issueStats(replayIssue(record, realised, now))
      const sofar = months.get(month)
      months.set(month, sofar === undefined ? stats : addTargetStats(sofar, stats))
    }
  }
  return months
}

/** The instants at which a forecast is issued within a span. */
export function issueInstants({ fromMs, toMs }: SpanMs): Temporal.Instant[] {
  const firstMs = Math.ceil(fromMs / issueStepMs) * issueStepMs
  const count = Math.max(0, Math.ceil((toMs - firstMs) / issueStepMs))
  return Array.from({ length: count }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds(firstMs + index * issueStepMs),
  )
}

/** Realised values, from a week before the span to the last hour that is forecast in it. */
export function realisedValues(record: GridRecord, { fromMs, toMs }: SpanMs): Realised {
  const span = { fromMs: fromMs - historyMs, toMs: toMs + maxForecastHours * hourMs }
  const intensity = realisedIntensityByHour(record.generation, span)
  const subScores = realisedSubScoresByHour(record, intensity)
  const score = new Map([...subScores].map(([startMs, values]) => [startMs, composite(values, nationalWeights)]))
  return { intensity, score }
}

/** The sum over all months. */
export function totalOf(months: MonthlyErrorStats): TargetStats {
  const none = leadClasses.map(() => noErrorStats)
  return [...months.values()].reduce(addTargetStats, { intensity: none, score: none })
}

function issueStats({ hours }: IssueOutcome): TargetStats {
  const statsOf = (target: Target): ErrorStats[] =>
    leadClasses.map((leadClass) => errorStatsOf(hours[target], leadClass, target))
  return { intensity: statsOf('intensity'), score: statsOf('score') }
}

function addTargetStats(a: TargetStats, b: TargetStats): TargetStats {
  const add = (target: Target): ErrorStats[] =>
    a[target].map((stats, index) => addErrorStats(stats, b[target][index] ?? noErrorStats))
  return { intensity: add('intensity'), score: add('score') }
}
