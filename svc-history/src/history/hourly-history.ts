import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { countVersionSets, encodePoints, type PointRange, rangeBetween } from '../points/encoded-points.ts'
import { hourMean } from '../points/hour-mean.ts'
import { readRawColumns } from '../points/point-store.ts'
import { rawPoints } from '../points/raw-rows.ts'
import { dayOf, dayStart, secondsOf } from '../points/utc-span.ts'
import { readDayList } from './day-list-store.ts'
import type { PointSpan, ServedPoints, ServedPointsDeps } from './served-points.ts'

/**
 * Hourly points of a window: whole hours from their stored sums, the hours that its edges cut from the raw points inside. A year has
 * 8 784, so all are read before the answer begins.
 */
export async function hourlyHistory({ sql, days }: ServedPointsDeps, span: PointSpan): Promise<ServedPoints> {
  const { leading, whole, trailing } = splitAtHours(span)
  const ranges = await Promise.all([cutHour(sql, leading), wholeHours({ sql, days }, whole), cutHour(sql, trailing)])
  const inOrder = ranges.flat()
  const samplesBySet = new Map<string, number>()
  for (const range of inOrder) countVersionSets(samplesBySet, range)
  return { samplesBySet, ranges: inTurn(inOrder) }
}

type HourSplit = { leading: PointSpan | null; whole: PointSpan | null; trailing: PointSpan | null }

/** The whole UTC hours of a span, and what its edges cut off of an hour. */
export function splitAtHours({ from, end }: PointSpan): HourSplit {
  const firstWhole = hourStart(from).equals(from) ? from : hourStart(from).add({ hours: 1 })
  const endOfWhole = hourStart(end)
  if (Temporal.Instant.compare(firstWhole, endOfWhole) > 0)
    return { leading: { from, end }, whole: null, trailing: null }
  return {
    leading: spanOrNull(from, firstWhole),
    whole: spanOrNull(firstWhole, endOfWhole),
    trailing: spanOrNull(endOfWhole, end),
  }
}

function spanOrNull(from: Temporal.Instant, end: Temporal.Instant): PointSpan | null {
  return from.equals(end) ? null : { from, end }
}

/** The mean of the points in a part of an hour; nothing when there are none. */
async function cutHour(sql: Sql, span: PointSpan | null): Promise<PointRange[]> {
  if (span === null) return []
  const points = rawPoints(await readRawColumns(sql, span.from, span.end))
  if (points.length === 0) return []
  const encoded = encodePoints([hourMean(secondsOf(hourStart(span.from)), points)])
  return [{ points: encoded, first: 0, end: 1 }]
}

async function wholeHours({ sql, days }: ServedPointsDeps, span: PointSpan | null): Promise<PointRange[]> {
  if (span === null) return []
  const [from, end] = [secondsOf(span.from), secondsOf(span.end)]
  const nowhere = dayStart(dayOf(from))
  const list = await readDayList(sql, {
    first: dayOf(from),
    last: dayOf(end - 1),
    countFrom: nowhere,
    countTo: nowhere,
  })
  const encoded = await days.load('hourly', list.days)
  return encoded.map((points) => rangeBetween(points, from, end))
}

async function* inTurn(ranges: readonly PointRange[]): AsyncGenerator<PointRange, void, undefined> {
  yield* ranges
}
