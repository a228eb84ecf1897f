import type { Statements } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { readDayRevisions } from '../points/day-revision-store.ts'
import type { PointDays } from '../points/encoded-days.ts'
import {
  countVersionSets,
  encodePoints,
  type PointRange,
  rangeBetween,
  type ServedPoints,
} from '../points/encoded-points.ts'
import { hourMean } from '../points/hourly-points.ts'
import { readRawColumns } from '../points/point-store.ts'
import { rawPoints } from '../points/raw-rows.ts'
import { type DayRevision, dayOf, type PointSpan, secondsOf, splitAtHours } from '../points/utc-span.ts'

/** The hours of a window as one snapshot lists them: whole ones by their days, cut ones as points. */
export type HourlyList = {
  leading: PointRange[]
  whole: { span: PointSpan; days: DayRevision[] } | null
  trailing: PointRange[]
}

/** Lists the whole hours of a window, and reads those that its edges cut. */
export async function listHourlyHistory(sql: Statements, span: PointSpan): Promise<HourlyList> {
  const edges = splitAtHours(span)
  const [leading, whole, trailing] = await Promise.all([
    cutHour(sql, edges.leading),
    edges.whole === null ? null : listHours(sql, edges.whole),
    cutHour(sql, edges.trailing),
  ])
  return { leading, whole, trailing }
}

/**
 * Hourly points of a window: whole hours from their stored sums, the hours that its edges cut from the raw points inside. A year has
 * 8 784, so all are read before the answer begins.
 */
export async function hourlyHistory(days: PointDays, { leading, whole, trailing }: HourlyList): Promise<ServedPoints> {
  const inOrder = [...leading, ...(whole === null ? [] : await wholeHours(days, whole)), ...trailing]
  const samplesBySet = new Map<string, number>()
  for (const range of inOrder) countVersionSets(samplesBySet, range)
  return { samplesBySet, ranges: inTurn(inOrder) }
}

/** The mean of the points in a part of an hour; nothing when there are none. */
async function cutHour(sql: Statements, span: PointSpan | null): Promise<PointRange[]> {
  if (span === null) return []
  const points = rawPoints(await readRawColumns(sql, span.from, span.end))
  if (points.length === 0) return []
  const encoded = encodePoints([hourMean(secondsOf(hourStart(span.from)), points)])
  return [{ points: encoded, first: 0, end: 1 }]
}

async function listHours(sql: Statements, span: PointSpan): Promise<NonNullable<HourlyList['whole']>> {
  return { span, days: await readDayRevisions(sql, dayOf(secondsOf(span.from)), dayOf(secondsOf(span.end) - 1)) }
}

async function wholeHours(source: PointDays, { span, days }: NonNullable<HourlyList['whole']>): Promise<PointRange[]> {
  const encoded = await source.load('hourly', days)
  return encoded.map((points) => rangeBetween(points, secondsOf(span.from), secondsOf(span.end)))
}

async function* inTurn(ranges: readonly PointRange[]): AsyncGenerator<PointRange, void, undefined> {
  yield* ranges
}
