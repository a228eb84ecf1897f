import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { composite } from '@hexawatt/shared/methodology/score/composite'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { SpanMs } from '../recorded/civil-span.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { realisedIntensityByHour } from '../reference/realised-intensity.ts'
import { realisedSubScoresByHour } from '../reference/realised-score.ts'
import { leadClasses } from './lead-classes.ts'
import { type IssueOutcome, type Realised, replayIssue, type Target } from './replayed-issue.ts'
import { addTallies, emptyTally, type Tally, tallyOf } from './tally.ts'

/** A forecast is issued at every third hour of UTC. */
const issueStepMs = 3 * hourMs
/** Realised values before the span that persistence may look back to. */
const historyMs = 8 * 24 * hourMs

/** One tally per lead class, in their order. */
export type TargetTallies = Readonly<Record<Target, readonly Tally[]>>

/** Tallies by Paris month of the issue, `YYYY-MM`, ascending. */
export type MonthlyTallies = ReadonlyMap<string, TargetTallies>

/** Replays every issue of spans of Paris days, ascending and apart from each other, and judges it. */
export function runBacktest(record: GridRecord, ...spans: readonly SpanMs[]): MonthlyTallies {
  const months = new Map<string, TargetTallies>()
  for (const span of spans) {
    const realised = realisedValues(record, span)
    for (const now of issueInstants(span)) {
      const month = now.toZonedDateTimeISO(parisTimeZone).toPlainDate().toString().slice(0, 7)
      const judged = judgeIssue(replayIssue(record, realised, now))
      const sofar = months.get(month)
      months.set(month, sofar === undefined ? judged : addTargetTallies(sofar, judged))
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

/** What came, from a week before the span to the last hour that is forecast in it. */
export function realisedValues(record: GridRecord, { fromMs, toMs }: SpanMs): Realised {
  const span = { fromMs: fromMs - historyMs, toMs: toMs + maxForecastHours * hourMs }
  const intensity = realisedIntensityByHour(record.generation, span)
  const subScores = realisedSubScoresByHour(record, intensity)
  const score = new Map([...subScores].map(([startMs, values]) => [startMs, composite(values, nationalWeights)]))
  return { intensity, score }
}

/** The sum over all months. */
export function totalOf(months: MonthlyTallies): TargetTallies {
  const none = leadClasses.map(() => emptyTally)
  return [...months.values()].reduce(addTargetTallies, { intensity: none, score: none })
}

function judgeIssue({ hours }: IssueOutcome): TargetTallies {
  const judge = (target: Target): Tally[] => leadClasses.map((leadClass) => tallyOf(hours[target], leadClass, target))
  return { intensity: judge('intensity'), score: judge('score') }
}

function addTargetTallies(a: TargetTallies, b: TargetTallies): TargetTallies {
  const add = (target: Target): Tally[] =>
    a[target].map((tally, index) => addTallies(tally, b[target][index] ?? emptyTally))
  return { intensity: add('intensity'), score: add('score') }
}
