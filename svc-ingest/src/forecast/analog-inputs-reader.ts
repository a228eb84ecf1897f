import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { type HourlySeries, hourlyMeans } from '@hexawatt/shared/methodology/hourly-means'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { type Span, utcDayMs, utcDaysOf } from '../inputs/span.ts'
import { readFactorSet } from '../references/emission-factors/factor-set-store.ts'
import {
  type AnalogFeed,
  type AnalogHours,
  analogFeedIds,
  analogFeeds,
  analogSpan,
  assembleAnalogInputs,
  joinHours,
} from './analog-inputs.ts'
import { readChangedDays, readKnownValues } from './analog-rows-store.ts'

/** Reads the inputs of the forecast as known at an instant; null when no emission factors were. */
export type AnalogInputsReader = (at: Temporal.Instant) => Promise<AnalogInputs | null>

/** Hourly means of one UTC day of a feed, by series. */
type DayPart = ReadonlyMap<string, HourlySeries>
/** Parts by the start of their day, ms. */
type PartsByDay = ReadonlyMap<number, DayPart>

/** UTC days of one read. */
const daysAtOnce = 8
/** A version is committed at most so long after the moment from which it counts as known. */
const commitDelayMs = 15 * minuteMs
/** An instant further away from the cached one is read without the cache. */
const maxStepMs = utcDayMs

/**
 * Makes the reader of the forecast's inputs from stored rows. The hourly means of the newest instant are cached, a part for each feed and UTC day
 * (six feeds, at most 51 days): a read asks which days got new versions, and reads these. Points of a tick come after snapshots of a later moment:
 * an earlier instant is read from the same parts and leaves them as they are. One read runs at a time.
 */
export function createAnalogInputsReader(sql: Sql): AnalogInputsReader {
  let cached: { at: Temporal.Instant; partsOf: Readonly<Record<AnalogFeed, PartsByDay>> } | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function readParts(feed: AnalogFeed, at: Temporal.Instant): Promise<PartsByDay> {
    const days = utcDaysOf(analogSpan(feed, at))
    const near = cached !== null && isNear(cached.at, at) ? cached : null
    const known: PartsByDay = near?.partsOf[feed] ?? new Map()
    const changed = near === null ? new Set<number>() : await changedDays(sql, feed, days, near.at, at)
    const stale = days.filter(({ startMs }) => changed.has(startMs) || !known.has(startMs))
    const read = await readDays(sql, feed, stale, at)
    return new Map(days.map(({ startMs }) => [startMs, read.get(startMs) ?? known.get(startMs) ?? new Map()]))
  }

  async function read(at: Temporal.Instant): Promise<AnalogInputs | null> {
    const [factorSet, ...parts] = await Promise.all([
      readFactorSet(sql, at),
      ...analogFeedIds.map((feed) => readParts(feed, at)),
    ])
    const partsOf = recordFromEntries(analogFeedIds, (_, index) => parts[index] ?? new Map())
    const isEarlier = cached !== null && Temporal.Instant.compare(at, cached.at) < 0 && isNear(cached.at, at)
    if (!isEarlier) cached = { at, partsOf }
    const hours: AnalogHours = recordFromEntries(analogFeedIds, (feed) => joinHours(partsOf[feed].values()))
    return factorSet && assembleAnalogInputs(hours, factorSet, at)
  }

  return (at) => {
    const turn = last.then(() => read(at))
    last = turn.catch(() => undefined)
    return turn
  }
}

function isNear(cachedAt: Temporal.Instant, at: Temporal.Instant): boolean {
  return Math.abs(at.epochMilliseconds - cachedAt.epochMilliseconds) <= maxStepMs
}

/** Days that differ between what was known at two instants. */
function changedDays(
  sql: Sql,
  feed: AnalogFeed,
  days: readonly Span[],
  a: Temporal.Instant,
  b: Temporal.Instant,
): Promise<ReadonlySet<number>> {
  const [earlier, later] = Temporal.Instant.compare(a, b) <= 0 ? [a, b] : [b, a]
  const span = { startMs: days[0]?.startMs ?? 0, endMs: days.at(-1)?.endMs ?? 0 }
  return readChangedDays(sql, { feed, ...span }, earlier.subtract({ milliseconds: commitDelayMs }), later)
}

async function readDays(sql: Sql, feed: AnalogFeed, days: readonly Span[], at: Temporal.Instant): Promise<PartsByDay> {
  const parts = new Map<number, DayPart>()
  for (const { startMs, endMs } of runsOf(days)) {
    const values = await readKnownValues(sql, { feed, series: analogFeeds[feed], startMs, endMs }, at)
    const byDay = Map.groupBy(values, ({ slotStart }) => Math.floor(slotStart.epochMilliseconds / utcDayMs) * utcDayMs)
    for (const [dayMs, ofDay] of byDay) parts.set(dayMs, hourlyMeans(ofDay))
    for (let dayMs = startMs; dayMs < endMs; dayMs += utcDayMs) if (!byDay.has(dayMs)) parts.set(dayMs, new Map())
  }
  return parts
}

/** Adjoining days as spans of at most {@link daysAtOnce} days. */
function runsOf(days: readonly Span[]): Span[] {
  const runs: Span[] = []
  for (const { startMs, endMs } of days) {
    const run = runs.at(-1)
    if (run?.endMs === startMs && endMs - run.startMs <= daysAtOnce * utcDayMs) run.endMs = endMs
    else runs.push({ startMs, endMs })
  }
  return runs
}
