import { rawByDefaultDays } from '@hexawatt/shared/contract/score-history'
import type { Sql, Statements } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { PointDays, PointSource } from '../days/encoded-days.ts'
import {
  countVersionSets,
  type EncodedPoints,
  findRange,
  type PointRange,
  type ServedPoints,
} from '../fast/encoded-points.ts'
import { type DayRevision, findNextDay, type PointSpan, toDay, toDayStart, toSeconds } from '../points/utc-span.ts'
import { type DayList, readDayList } from './history-store.ts'

/** Windows of at most this number of UTC days are read completely before the response begins: the longest window that is raw by default. */
const maxDaysReadFirst = 32

/** Number of days per query while a longer window is streamed. */
const daysPerQuery = 15

/**
 * Number of queries ahead of the days that are being sent, so that neither Postgres nor this process waits for the other on a busy machine. A slow
 * client holds the days of three queries.
 */
const batchesAhead = 2

/**
 * Reads the raw points of a window. The sample counts of a window of more than 32 days come from the sums of its hours and from its first and last day.
 * Days that are read while the window is streamed may be newer than the snapshot.
 */
export async function readRawHistory({ snapshot, days }: PointSource, span: PointSpan): Promise<ServedPoints> {
  const [first, last] = [toDay(toSeconds(span.from)), toDay(toSeconds(span.end) - 1)]
  const isShort = toSeconds(toDayStart(last)) - toSeconds(toDayStart(first)) < maxDaysReadFirst * 86_400
  const list = await readDayList(snapshot, {
    first,
    last,
    countFrom: toDayStart(isShort ? last : findNextDay(first)),
    countTo: toDayStart(last),
  })
  const readFirst = isShort
    ? await readTogether(days, list.days, snapshot)
    : await readSeparately(
        days,
        list.days.filter(({ day }) => day === first || day === last),
        snapshot,
      )
  return {
    samplesBySet: countSamples(list, readFirst, span),
    ranges: cutDays(streamDays(days, list.days, readFirst), span),
  }
}

type PointsByDay = ReadonlyMap<string, EncodedPoints>

async function readTogether(
  source: PointDays,
  days: readonly DayRevision[],
  snapshot?: Statements,
): Promise<PointsByDay> {
  const points = await source.load('raw', days, snapshot)
  return new Map(days.flatMap(({ day }, index) => (points[index] === undefined ? [] : [[day, points[index]]])))
}

/** Reads days that are far apart, each with its own query. */
async function readSeparately(
  source: PointDays,
  days: readonly DayRevision[],
  snapshot: Statements,
): Promise<PointsByDay> {
  const maps = await Promise.all(days.map((day) => readTogether(source, [day], snapshot)))
  return new Map(maps.flatMap((map) => [...map]))
}

function countSamples(list: DayList, readFirst: PointsByDay, span: PointSpan): Map<string, number> {
  const counts = new Map(list.samplesBySet)
  for (const points of readFirst.values()) countVersionSets(counts, findDayRange(points, span))
  return counts
}

/**
 * Streams the points of every day and reads the remaining days in batches. The next batches are read in advance: Postgres works on them while this
 * process encodes and sends the previous batch.
 */
async function* streamDays(
  source: PointDays,
  days: readonly DayRevision[],
  readFirst: PointsByDay,
): AsyncGenerator<EncodedPoints, void, undefined> {
  const reading: Promise<EncodedPoints[]>[] = []
  for (const batch of splitIntoBatches(days)) {
    const read = readRemaining(source, batch, readFirst)
    // The client may have left before the read fails; without a handler the rejection would be unhandled.
    read.catch(() => undefined)
    reading.push(read)
    if (reading.length > batchesAhead) yield* (await reading.shift()) ?? []
  }
  for (const read of reading) yield* await read
}

async function readRemaining(
  source: PointDays,
  batch: readonly DayRevision[],
  readFirst: PointsByDay,
): Promise<EncodedPoints[]> {
  const unread = batch.filter(({ day }) => !readFirst.has(day))
  const read: PointsByDay = unread.length === 0 ? new Map() : await readTogether(source, unread)
  return batch.flatMap(({ day }) => readFirst.get(day) ?? read.get(day) ?? [])
}

function splitIntoBatches(days: readonly DayRevision[]): DayRevision[][] {
  const count = Math.ceil(days.length / daysPerQuery)
  return Array.from({ length: count }, (_, index) => days.slice(index * daysPerQuery, (index + 1) * daysPerQuery))
}

async function* cutDays(
  days: AsyncGenerator<EncodedPoints, void, undefined>,
  span: PointSpan,
): AsyncGenerator<PointRange, void, undefined> {
  for await (const points of days) yield findDayRange(points, span)
}

const findDayRange = (points: EncodedPoints, { from, end }: PointSpan): PointRange =>
  findRange(points, toSeconds(from), toSeconds(end))

type KeptDays = { sql: Sql; days: PointDays; clock: Clock }

/**
 * Loads the newest 31 days, which most requests use, before the first request: the first client after a start waits neither for the read nor for the
 * just-in-time compiler.
 */
export async function preloadNewestDays({ sql, days, clock }: KeptDays): Promise<void> {
  const now = clock.now()
  const last = toDay(toSeconds(now))
  const first = toDay(toSeconds(now.subtract({ hours: 24 * (rawByDefaultDays - 1) })))
  const nowhere = toDayStart(last)
  const list = await readDayList(sql, { first, last, countFrom: nowhere, countTo: nowhere })
  await days.load('raw', list.days)
}
