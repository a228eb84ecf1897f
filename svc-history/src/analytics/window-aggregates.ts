import { type Granularity, maxRankedHours, type ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { readRawColumns } from '../days/point-store.ts'
import { countOptimal, type DayScores } from '../fast/packed-sums.ts'
import { toRawPoints } from '../fast/raw-rows.ts'
import { readDayRevisions } from '../points/day-revision-store.ts'
import {
  addScores,
  type HourScores,
  type HourSums,
  listScores,
  noPoints,
  type PointSums,
  type ScoreTotals,
  type SummedHours,
} from '../points/hour-sums.ts'
import { type DayRevision, type PointSpan, splitAtHours, toDay, toSeconds } from '../points/utc-span.ts'
import type { CachedDays } from './cached-days.ts'
import { addPoints, countHourlySamples, countRawSamples, cutHourSums, type SampleCounts } from './point-sums.ts'
import { readLocalHours } from './sums-store.ts'
import { areWholeHours, type OffsetSpan, splitAtOffsetChanges, toLocalHour } from './time-zone.ts'
import { computeMeanComposite, roundMeanScore } from './weight-units.ts'

/** Everything that analytics needs to know about the points of a window. */
export type WindowAggregates = {
  /** Over all raw points. */
  totals: PointSums
  scores: ScoreTotals
  counts: SampleCounts
  hoursOfDay: HoursOfDay
}

type AggregatesDeps = { sql: Statements; hourDays: CachedDays<SummedHours>; scoreDays: CachedDays<DayScores> }
type AggregatesQuery = { span: PointSpan; granularity: Granularity; weighting: Weighting; timeZone: string }

/**
 * Aggregates the points of a span, from hour sums wherever these give exactly the result of the points.
 *
 * @param deps with statements of one snapshot
 */
export async function readWindowAggregates(deps: AggregatesDeps, query: AggregatesQuery): Promise<WindowAggregates> {
  const { span, granularity, weighting, timeZone } = query
  const days = await readDayRevisions(deps.sql, toDay(toSeconds(span.from)), toDay(toSeconds(span.end) - 1))
  const isEachPointWeighed = granularity === 'raw' && weighting.profileApplied !== null
  const [hours, scores] = await Promise.all([
    readWindowHours(deps, days, span),
    isEachPointWeighed ? deps.scoreDays.load(deps.sql, days) : null,
  ])
  const totals = sumHours(hours.sums)
  const optimalSamples = scores === null ? totals.optimalSamples : countOptimal(scores, span, weighting.weights)
  return {
    totals,
    scores: sumScores(hours.scores),
    counts:
      granularity === 'raw'
        ? countRawSamples(hours.sums, totals, optimalSamples)
        : countHourlySamples(hours.sums, hours.scores, weighting.weights),
    hoursOfDay: await readHoursOfDay(deps.sql, span, timeZone, hours.scores),
  }
}

function sumHours(hours: readonly HourSums[]): PointSums {
  const totals = { ...noPoints }
  for (const sums of hours) addPoints(totals, sums)
  return totals
}

function sumScores(hours: readonly HourScores[]): ScoreTotals {
  const totals: ScoreTotals = new Map()
  for (const part of hours) addScores(totals, part)
  return totals
}

/** All hour sums of a window in the order of time: stored ones for whole hours, sums of raw points for hours that an edge cuts. */
async function readWindowHours(
  { sql, hourDays }: AggregatesDeps,
  days: readonly DayRevision[],
  span: PointSpan,
): Promise<SummedHours> {
  const { leading, whole, trailing } = splitAtHours(span)
  const parts = await Promise.all([
    cutHour(sql, leading),
    whole === null ? noHours : hourDays.load(sql, days).then((hours) => selectHours(joinHours(hours), whole)),
    cutHour(sql, trailing),
  ])
  return joinHours(parts)
}

const noHours: SummedHours = { sums: [], scores: [] }

function joinHours(parts: readonly SummedHours[]): SummedHours {
  return { sums: parts.flatMap(({ sums }) => sums), scores: parts.flatMap(({ scores }) => scores) }
}

async function cutHour(sql: Statements, span: PointSpan | null): Promise<SummedHours> {
  if (span === null) return noHours
  const points = toRawPoints(await readRawColumns(sql, span.from, span.end))
  return cutHourSums(toSeconds(hourStart(span.from)), points)
}

function selectHours({ sums, scores }: SummedHours, span: PointSpan): SummedHours {
  const [from, end] = [toSeconds(span.from), toSeconds(span.end)]
  const isInSpan = ({ hourStartSeconds }: { hourStartSeconds: number }) =>
    hourStartSeconds >= from && hourStartSeconds < end
  return { sums: sums.filter(isInSpan), scores: scores.filter(isInSpan) }
}

/**
 * Sub-score sums of the points of a window by local hour of the day: from hour sums where local hours are UTC hours, else from raw points.
 *
 * @param hours of the whole window
 */
async function readHoursOfDay(
  sql: Statements,
  { from, end }: PointSpan,
  timeZone: string,
  hours: readonly HourScores[],
): Promise<HoursOfDay> {
  const spans = splitAtOffsetChanges(from, end, timeZone)
  return areWholeHours(spans) ? sumHoursOfDay(spans, hours) : readRawHoursOfDay(sql, spans)
}

function sumHoursOfDay(spans: readonly OffsetSpan[], hours: readonly HourScores[]): HoursOfDay {
  const offsets = spans.map(({ end, offsetSeconds }) => ({ endSeconds: toSeconds(end), offsetSeconds }))
  const totals = new Map<number, ScoreTotals>()
  for (const sums of hours) {
    const offset = offsets.find(({ endSeconds }) => sums.hourStartSeconds < endSeconds)
    addScores(findTotal(totals, toLocalHour(sums.hourStartSeconds, offset?.offsetSeconds ?? 0)), sums)
  }
  return totals
}

async function readRawHoursOfDay(sql: Statements, spans: readonly OffsetSpan[]): Promise<HoursOfDay> {
  const totals = new Map<number, ScoreTotals>()
  const rows = await Promise.all(spans.map((span) => readLocalHours(sql, span)))
  for (const { hour, ...sums } of rows.flat()) addScores(findTotal(totals, hour), sums)
  return totals
}

function findTotal(totals: Map<number, ScoreTotals>, hour: number): ScoreTotals {
  return totals.getOrInsertComputed(hour, () => new Map())
}

/** Sub-score sums of the points by hour of the local day, 0–23. */
export type HoursOfDay = ReadonlyMap<number, ScoreTotals>

/** Best and worst hours of the day by the mean composite as served, at most five each; on a tie the smaller hour comes first. */
export function rankHours(
  hoursOfDay: HoursOfDay,
  weights: ScoreWeights,
): Pick<ScoreAnalyticsResponse, 'bestHours' | 'worstHours'> {
  const hours = [...hoursOfDay]
    .sort(([one], [other]) => one - other)
    .map(([hour, totals]) => ({
      hour,
      avgGlobalScore: roundMeanScore(computeMeanComposite(listScores(totals), weights)),
      sampleCount: listScores(totals).reduce((sum, { samples }) => sum + samples, 0),
    }))
  const rankHoursBy = (sign: 1 | -1) =>
    hours.toSorted((one, other) => sign * (one.avgGlobalScore - other.avgGlobalScore)).slice(0, maxRankedHours)
  return { bestHours: rankHoursBy(-1), worstHours: rankHoursBy(1) }
}
