import { maxRankedHours, type ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { type PointSpan, secondsOf } from '../points/utc-span.ts'
import { addScores, type HourSums, noScores, type ScoreSums } from './point-sums.ts'
import { readLocalHours } from './sums-store.ts'
import { areWholeHours, localHour, type OffsetSpan, offsetSpans } from './time-zone.ts'
import { compareMeans, type MeanComposite, meanComposite, servedMean, type WeightUnits } from './weight-units.ts'

/**
 * Sums of a window's points by hour of the day in a zone: from the hour sums where an hour of the zone is an hour of UTC, else from the
 * raw points.
 *
 * @param hours all hour sums of the window
 */
export async function hoursOfDay(
  sql: Sql,
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

async function fromRawPoints(sql: Sql, spans: readonly OffsetSpan[]): Promise<HoursOfDay> {
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

/** Best and worst hours of the day on the unrounded mean composite, at most five each; of two that tie the smaller hour comes first. */
export function rankedHours(
  hoursOfDay: HoursOfDay,
  units: WeightUnits,
): Pick<ScoreAnalyticsResponse, 'bestHours' | 'worstHours'> {
  const hours = [...hoursOfDay]
    .sort(([one], [other]) => one - other)
    .map(([hour, sums]) => ({ hour, mean: meanComposite(sums, units) }))
  return {
    bestHours: firstOf(hours.toSorted((one, other) => compareMeans(other.mean, one.mean))),
    worstHours: firstOf(hours.toSorted((one, other) => compareMeans(one.mean, other.mean))),
  }
}

function firstOf(hours: readonly { hour: number; mean: MeanComposite }[]): ScoreAnalyticsResponse['bestHours'] {
  return hours
    .slice(0, maxRankedHours)
    .map(({ hour, mean }) => ({ hour, avgGlobalScore: servedMean(mean), sampleCount: Number(mean.samples) }))
}
