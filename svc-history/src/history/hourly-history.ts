import type { Statements } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import type { PointSource } from '../days/encoded-days.ts'
import { computeHourMean } from '../days/hourly-points.ts'
import { readRawColumns } from '../days/point-store.ts'
import {
  countVersionSets,
  encodePoints,
  findRange,
  type PointRange,
  type ServedPoints,
} from '../fast/encoded-points.ts'
import { toColumns } from '../fast/point-columns.ts'
import { toRawPoints } from '../fast/raw-rows.ts'
import { readDayRevisions } from '../points/day-revision-store.ts'
import { type PointSpan, splitAtHours, toDay, toSeconds } from '../points/utc-span.ts'

/**
 * Hourly points of a window: whole hours from their stored sums; an hour that the start of the series or `to` cuts from the raw points inside. A leap year
 * has 8 784 hours, so all are read before the answer begins.
 */
export async function readHourlyHistory(source: PointSource, span: PointSpan): Promise<ServedPoints> {
  const { leading, whole, trailing } = splitAtHours(span)
  const { snapshot } = source
  const ranges = await Promise.all([
    readCutHour(snapshot, leading),
    readWholeHours(source, whole),
    readCutHour(snapshot, trailing),
  ])
  const inOrder = ranges.flat()
  const samplesBySet = new Map<string, number>()
  for (const range of inOrder) countVersionSets(samplesBySet, range)
  return { samplesBySet, ranges: streamInOrder(inOrder) }
}

/** The mean of the points in a part of an hour; nothing when there are none. */
async function readCutHour(sql: Statements, span: PointSpan | null): Promise<PointRange[]> {
  if (span === null) return []
  const points = toRawPoints(await readRawColumns(sql, span.from, span.end))
  if (points.length === 0) return []
  const encoded = encodePoints(toColumns([computeHourMean(toSeconds(hourStart(span.from)), points)]))
  return [{ points: encoded, first: 0, end: 1 }]
}

async function readWholeHours({ snapshot, days }: PointSource, span: PointSpan | null): Promise<PointRange[]> {
  if (span === null) return []
  const [from, end] = [toSeconds(span.from), toSeconds(span.end)]
  const revisions = await readDayRevisions(snapshot, toDay(from), toDay(end - 1))
  const encoded = await days.load('hourly', revisions, snapshot)
  return encoded.map((points) => findRange(points, from, end))
}

async function* streamInOrder(ranges: readonly PointRange[]): AsyncGenerator<PointRange, void, undefined> {
  yield* ranges
}
