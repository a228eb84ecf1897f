import { type Granularity, maxRankedHours, type ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { readRawColumns } from '../days/point-store.ts'
import { countOptimal, type DayScores } from '../fast/packed-sums.ts'
import { toRawPoints } from '../fast/raw-rows.ts'
import { readDayRevisions } from '../points/day-revision-store.ts'
import { type HourSums, noPoints, noScores, type PointSums, type ScoreSums } from '../points/hour-sums.ts'
import { type DayRevision, type PointSpan, splitAtHours, toDay, toSeconds } from '../points/utc-span.ts'
import type { CachedDays } from './cached-days.ts'
import {
  addPoints,
  addScores,
  countHourlySamples,
  countRawSamples,
  cutHourSums,
  type SampleCounts,
} from './point-sums.ts'
import { readLocalHours } from './sums-store.ts'
import { areWholeHours, type OffsetSpan, splitAtOffsetChanges, toLocalHour } from './time-zone.ts'
import { computeMeanComposite, roundMeanScore, toWeightUnits, type WeightUnits } from './weight-units.ts'

/** Everything that analytics needs to know about the points of a window. */
export type WindowAggregates = {
  /** Over all raw points. */
  totals: PointSums
  counts: SampleCounts
  hoursOfDay: HoursOfDay
  units: WeightUnits
}

type AggregatesDeps = { sql: Statements; hourDays: CachedDays<HourSums[]>; scoreDays: CachedDays<DayScores> }
type AggregatesQuery = { span: PointSpan; granularity: Granularity; weighting: Weighting; timeZone: string }

/**
 * Aggregates the points of a span, from hour sums wherever these give exactly the result of the points.
 *
 * @param deps with statements of one snapshot
 */
export async function readWindowAggregates(deps: AggregatesDeps, query: AggregatesQuery): Promise<WindowAggregates> {
  const { span, granularity, weighting, timeZone } = query
  const units = toWeightUnits(weighting.weights)
  const days = await readDayRevisions(deps.sql, toDay(toSeconds(span.from)), toDay(toSeconds(span.end) - 1))
  const isEachPointWeighed = granularity === 'raw' && weighting.profileApplied !== null
  const [hours, scores] = await Promise.all([
    readWindowHours(deps, days, span),
    isEachPointWeighed ? deps.scoreDays.load(deps.sql, days) : null,
  ])
  const totals = sumHours(hours)
  const optimalSamples = scores === null ? totals.optimalSamples : countOptimal(scores, span, weighting.weights)
  return {
    totals,
    counts:
      granularity === 'raw'
        ? countRawSamples(hours, totals, optimalSamples)
        : countHourlySamples(hours, weighting.weights),
    hoursOfDay: await readHoursOfDay(deps.sql, span, timeZone, hours),
    units,
  }
}

function sumHours(hours: readonly HourSums[]): PointSums {
  const totals = { ...noPoints }
  for (const sums of hours) addPoints(totals, sums)
  return totals
}

/** All hour sums of a window in the order of time: stored ones for whole hours, sums of raw points for hours that an edge cuts. */
async function readWindowHours(
  { sql, hourDays }: AggregatesDeps,
  days: readonly DayRevision[],
  span: PointSpan,
): Promise<HourSums[]> {
  const { leading, whole, trailing } = splitAtHours(span)
  const parts = await Promise.all([
    cutHour(sql, leading),
    whole === null ? [] : hourDays.load(sql, days).then((hours) => selectHours(hours.flat(), whole)),
    cutHour(sql, trailing),
  ])
  return parts.flat()
}

async function cutHour(sql: Statements, span: PointSpan | null): Promise<HourSums[]> {
  if (span === null) return []
  const points = toRawPoints(await readRawColumns(sql, span.from, span.end))
  return cutHourSums(toSeconds(hourStart(span.from)), points)
}

function selectHours(hours: readonly HourSums[], span: PointSpan): HourSums[] {
  const [from, end] = [toSeconds(span.from), toSeconds(span.end)]
  return hours.filter(({ hourStartSeconds }) => hourStartSeconds >= from && hourStartSeconds < end)
}

/**
 * Sums of the points of a window by local hour of the day: from hour sums where local hours are UTC hours, else from raw points.
 *
 * @param hours all hour sums of the window
 */
async function readHoursOfDay(
  sql: Statements,
  { from, end }: PointSpan,
  timeZone: string,
  hours: readonly HourSums[],
): Promise<HoursOfDay> {
  const spans = splitAtOffsetChanges(from, end, timeZone)
  return areWholeHours(spans) ? sumHoursOfDay(spans, hours) : readRawHoursOfDay(sql, spans)
}

function sumHoursOfDay(spans: readonly OffsetSpan[], hours: readonly HourSums[]): HoursOfDay {
  const offsets = spans.map(({ end, offsetSeconds }) => ({ endSeconds: toSeconds(end), offsetSeconds }))
  const totals = new Map<number, ScoreSums>()
  for (const sums of hours) {
    const offset = offsets.find(({ endSeconds }) => sums.hourStartSeconds < endSeconds)
    addScores(findTotal(totals, toLocalHour(sums.hourStartSeconds, offset?.offsetSeconds ?? 0)), sums)
  }
  return totals
}

async function readRawHoursOfDay(sql: Statements, spans: readonly OffsetSpan[]): Promise<HoursOfDay> {
  const totals = new Map<number, ScoreSums>()
  const rows = await Promise.all(spans.map((span) => readLocalHours(sql, span)))
  for (const { hour, ...sums } of rows.flat()) addScores(findTotal(totals, hour), sums)
  return totals
}

function findTotal(totals: Map<number, ScoreSums>, hour: number): ScoreSums {
  const known = totals.get(hour)
  if (known !== undefined) return known
  const total = { ...noScores }
  totals.set(hour, total)
  return total
}

/** Sums of the points by hour of the local day, 0–23. */
export type HoursOfDay = ReadonlyMap<number, ScoreSums>

/** Best and worst hours of the day by the mean composite as served, at most five each; on a tie the smaller hour comes first. */
export function rankHours(
  hoursOfDay: HoursOfDay,
  units: WeightUnits,
): Pick<ScoreAnalyticsResponse, 'bestHours' | 'worstHours'> {
  const hours = [...hoursOfDay]
    .sort(([one], [other]) => one - other)
    .map(([hour, sums]) => ({
      hour,
      avgGlobalScore: roundMeanScore(computeMeanComposite(sums, units)),
      sampleCount: sums.samples,
    }))
  const rankHoursBy = (sign: 1 | -1) =>
    hours.toSorted((one, other) => sign * (one.avgGlobalScore - other.avgGlobalScore)).slice(0, maxRankedHours)
  return { bestHours: rankHoursBy(-1), worstHours: rankHoursBy(1) }
}
