import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { operatorDirectFactors } from '@hexawatt/shared/methodology/emission-factors'
import { outlookLeadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { computeComposite } from '@hexawatt/shared/methodology/score/composite'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import { computeIntensityByHour, computeSubScoresByHour } from '../recorded/realised-values.ts'
import { type GridRecord, listValuesBetween, type RecordedHours, type SpanMs } from '../recorded/recorded-hours.ts'
import { createRefinementRun } from '../refinements/refinement-run.ts'
import { groupBySeries, type RecordedSeries } from './analog-inputs.ts'
import { addErrorStats, computeErrorStats, type ErrorStats, noErrorStats } from './error-stats.ts'
import {
  type IssueOutcome,
  type IssueTerms,
  type Realised,
  replayIssue,
  type Target,
  targets,
} from './replayed-issue.ts'

/** A forecast is issued at every third hour of UTC. */
const issueStepMs = 3 * hourMs
/** How far before the span persistence may look back. */
const historyMs = 8 * 24 * hourMs

/** Error stats of each lead class, in their order. */
export type TargetStats = Readonly<Record<Target, readonly ErrorStats[]>>

/** Error stats by Paris month of the issue, `YYYY-MM`, ascending. */
export type MonthlyErrorStats = ReadonlyMap<string, TargetStats>

/** Replays every issue of some spans of Paris days, which are ascending and do not overlap. */
export async function* replayIssues(
  record: GridRecord,
  spans: readonly SpanMs[],
  terms: Partial<IssueTerms> = {},
  series: RecordedSeries = groupBySeries(record),
): AsyncGenerator<IssueOutcome> {
  for (const span of spans) {
    const realised = collectRealisedValues(record, span)
    for (const now of listIssueInstants(span)) yield await replayIssue(record, realised, now, series, terms)
  }
}

/** Replays and evaluates every issue of some spans; corrections are learnt from the first of them on. */
export async function runBacktest(record: GridRecord, ...spans: readonly SpanMs[]): Promise<MonthlyErrorStats> {
  const months = new Map<string, TargetStats>()
  const refinementRun = createRefinementRun('all')
  for await (const outcome of replayIssues(record, spans, { refinementRun })) addIssue(months, outcome)
  return months
}

export function addIssue(months: Map<string, TargetStats>, outcome: IssueOutcome): void {
  const month = toMonth(outcome)
  const stats = computeIssueStats(outcome)
  const sofar = months.get(month)
  months.set(month, sofar === undefined ? stats : addTargetStats(sofar, stats))
}

/** Paris month of an issue, `YYYY-MM`. */
export function toMonth({ issuedAt }: IssueOutcome): string {
  return parisDate(issuedAt).toString().slice(0, 7)
}

/** The instants at which a forecast is issued within a span. */
export function listIssueInstants({ fromMs, toMs }: SpanMs): Temporal.Instant[] {
  const firstMs = Math.ceil(fromMs / issueStepMs) * issueStepMs
  const count = Math.max(0, Math.ceil((toMs - firstMs) / issueStepMs))
  return Array.from({ length: count }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds(firstMs + index * issueStepMs),
  )
}

/** Realised values, from a week before the span to the last hour that is forecast in it; the score under some weights. */
export function collectRealisedValues(
  record: GridRecord,
  { fromMs, toMs }: SpanMs,
  weights: ScoreWeights = nationalWeights,
): Realised {
  const span = { fromMs: fromMs - historyMs, toMs: toMs + maxOutlookHours * hourMs }
  const intensity = computeIntensityByHour(record.generation, span)
  const direct = computeIntensityByHour(record.generation, span, operatorDirectFactors)
  const rated = computeSubScoresByHour(record, intensity)
  const score = new Map(
    [...rated].map(([startMs, { values, known }]) => [startMs, computeComposite(values, known, weights)]),
  )
  return {
    intensity,
    direct,
    score,
    price: selectValues(record.price, span),
    load: selectValues(record.consumption, span),
  }
}

function selectValues(hours: RecordedHours, { fromMs, toMs }: SpanMs): Map<number, number> {
  return new Map(
    listValuesBetween(hours, fromMs, toMs).map(({ slotStart, value }) => [slotStart.epochMilliseconds, value]),
  )
}

/** The sum over some months; over all of them when none are named. */
export function sumMonths(months: MonthlyErrorStats, isMeant: (month: string) => boolean = () => true): TargetStats {
  const meant = [...months].filter(([month]) => isMeant(month)).map(([, stats]) => stats)
  return meant.reduce(
    addTargetStats,
    recordFromEntries(targets, () => outlookLeadClasses.map(() => noErrorStats)),
  )
}

function computeIssueStats({ hours }: IssueOutcome): TargetStats {
  return recordFromEntries(targets, (target) =>
    outlookLeadClasses.map((leadClass) => computeErrorStats(hours[target], leadClass, target)),
  )
}

function addTargetStats(a: TargetStats, b: TargetStats): TargetStats {
  return recordFromEntries(targets, (target) =>
    a[target].map((stats, index) => addErrorStats(stats, b[target][index] ?? noErrorStats)),
  )
}
