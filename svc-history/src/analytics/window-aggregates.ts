import { type Granularity, maxRankedHours, type ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { readRawColumns } from '../days/point-store.ts'
import { countOptimal, type DayScores } from '../fast/packed-sums.ts'
import { rawPoints } from '../fast/raw-rows.ts'
import { readDayRevisions } from '../points/day-revision-store.ts'
import { type HourSums, noPoints, noScores, type PointSums, type ScoreSums } from '../points/hour-sums.ts'
import { type DayRevision, dayOf, type PointSpan, secondsOf, splitAtHours } from '../points/utc-span.ts'
import type { KeptDays } from './kept-days.ts'
import { addPoints, addScores, cutHourSums, hourlyCounts, rawCounts, type SampleCounts } from './point-sums.ts'
import { readLocalHours } from './sums-store.ts'
import { areWholeHours, localHour, type OffsetSpan, offsetSpans } from './time-zone.ts'
import { meanComposite, servedMean, type WeightUnits, weightUnits } from './weight-units.ts'

/** Everything that analytics needs to know about the points of a window. */
export type WindowAggregates = {
  /** Over all raw points. */
  totals: PointSums
  counts: SampleCounts
  hoursOfDay: HoursOfDay
  units: WeightUnits
}

type AggregatesDeps = { sql: Statements; hourDays: KeptDays<HourSums[]>; scoreDays: KeptDays<DayScores> }
type AggregatesQuery = { span: PointSpan; granularity: Granularity; weighting: Weighting; timeZone: string }

/**
 * Aggregates the points of a span, from hour sums wherever these give exactly the result of the points.
 *
 * @param deps with statements of one snapshot
 */
export async function windowAggregates(deps: AggregatesDeps, query: AggregatesQuery): Promise<WindowAggregates> {
  const { span, granularity, weighting, timeZone } = query
  const units = weightUnits(weighting.weights)
  const days = await readDayRevisions(deps.sql, dayOf(secondsOf(span.from)), dayOf(secondsOf(span.end) - 1))
  const isEachPointWeighed = granularity === 'raw' && weighting.profileApplied !== null
  const [hours, scores] = await Promise.all([
    windowHours(deps, days, span),
    isEachPointWeighed ? deps.scoreDays.load(deps.sql, days) : null,
  ])
  const totals = totalsOf(hours)
  const optimalSamples = scores === null ? totals.optimalSamples : countOptimal(scores, span, weighting.weights)
  return {
    totals,
    counts: granularity === 'raw' ? rawCounts(hours, totals, optimalSamples) : hourlyCounts(hours, weighting.weights),
    hoursOfDay: await hoursOfDay(deps.sql, span, timeZone, hours),
    units,
  }
}

function totalsOf(hours: readonly HourSums[]): PointSums {
  const totals = { ...noPoints }
  for (const sums of hours) addPoints(totals, sums)
  return totals
}

/** All hour sums of a window in the order of time: stored ones for whole hours, sums of raw points for hours that an edge cuts. */
async function windowHours(
  { sql, hourDays }: AggregatesDeps,
  days: readonly DayRevision[],
  span: PointSpan,
): Promise<HourSums[]> {
  const { leading, whole, trailing } = splitAtHours(span)
  const parts = await Promise.all([
    cutHour(sql, leading),
    whole === null ? [] : hourDays.load(sql, days).then((hours) => between(hours.flat(), whole)),
    cutHour(sql, trailing),
  ])
  return parts.flat()
}

async function cutHour(sql: Statements, span: PointSpan | null): Promise<HourSums[]> {
  if (span === null) return []
  const points = rawPoints(await readRawColumns(sql, span.from, span.end))
  return cutHourSums(secondsOf(hourStart(span.from)), points)
}

function between(hours: readonly HourSums[], span: PointSpan): HourSums[] {
  const [from, end] = [secondsOf(span.from), secondsOf(span.end)]
  return hours.filter(({ hourStartSeconds }) => hourStartSeconds >= from && hourStartSeconds < end)
}

/**
 * Sums of the points of a window by local hour of the day: from hour sums where local hours are UTC hours, else from raw points.
 *
 * @param hours all hour sums of the window
 */
async function hoursOfDay(
  sql: Statements,
  { from, end }: PointSpan,
  timeZone: string,
  hours: readonly HourSums[],
): Promise<HoursOfDay> {
  const spans = offsetSpans(from, end, timeZone)
  return areWholeHours(spans) ? fromHourSums(spans, hours) : fromRawPoints(sql, spans)
}

function fromHourSums(spans: readonly OffsetSpan[], hours: readonly HourSums[]): HoursOfDay {
  const offsets = spans.map(({ end, offsetSeconds }) => ({ endSeconds: secondsOf(end), offsetSeconds }))
  const totals = new Map<number, ScoreSums>()
  for (const sums of hours) {
    const offset = offsets.find(({ endSeconds }) => sums.hourStartSeconds < endSeconds)
    addScores(totalOf(totals, localHour(sums.hourStartSeconds, offset?.offsetSeconds ?? 0)), sums)
  }
  return totals
}

async function fromRawPoints(sql: Statements, spans: readonly OffsetSpan[]): Promise<HoursOfDay> {
  const totals = new Map<number, ScoreSums>()
  const rows = await Promise.all(spans.map((span) => readLocalHours(sql, span)))
  for (const { hour, ...sums } of rows.flat()) addScores(totalOf(totals, hour), sums)
  return totals
}

function totalOf(totals: Map<number, ScoreSums>, hour: number): ScoreSums {
  const known = totals.get(hour)
  if (known !== undefined) return known
  const total = { ...noScores }
  totals.set(hour, total)
  return total
}

/** Sums of the points by hour of the local day, 0–23. */
export type HoursOfDay = ReadonlyMap<number, ScoreSums>

/** Best and worst hours of the day by the mean composite as served, at most five each; on a tie the smaller hour comes first. */
export function rankedHours(
  hoursOfDay: HoursOfDay,
  units: WeightUnits,
): Pick<ScoreAnalyticsResponse, 'bestHours' | 'worstHours'> {
  const hours = [...hoursOfDay]
    .sort(([one], [other]) => one - other)
    .map(([hour, sums]) => ({
      hour,
      avgGlobalScore: servedMean(meanComposite(sums, units)),
      sampleCount: sums.samples,
    }))
  const ranked = (sign: 1 | -1) =>
    hours.toSorted((one, other) => sign * (one.avgGlobalScore - other.avgGlobalScore)).slice(0, maxRankedHours)
  return { bestHours: ranked(-1), worstHours: ranked(1) }
}
