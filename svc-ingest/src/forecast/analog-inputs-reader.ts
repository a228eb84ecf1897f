import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeHourlyMeans, type HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readFactorSet } from '@hexawatt/shared/stored-rows/references-store'
import { listUtcDays, type Span, utcDayMs } from '@hexawatt/shared/stored-rows/span'
import { readDayKeys } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { createWeatherReader } from '../weather/weather-reader.ts'
import {
  type AnalogFeed,
  type AnalogHours,
  analogFeedIds,
  analogFeeds,
  assembleAnalogInputs,
  computeAnalogSpan,
  joinHours,
} from './analog-inputs.ts'
import { readKnownValues } from './analog-rows-store.ts'

/** Reads the inputs of the forecast as known at an instant; null when no emission factors were. */
export type AnalogInputsReader = (at: Temporal.Instant) => Promise<AnalogInputs | null>

/** Hourly means of one UTC day of a feed, by series, and the key of the versions that they were made of. */
type DayPart = { key: string; byHour: ReadonlyMap<string, HourlySeries> }
/** Parts by the start of their day, ms. */
type PartsByDay = ReadonlyMap<number, DayPart>

/** UTC days of one read. */
const daysAtOnce = 8
/** The key of a day of which no version is known. */
const emptyDayKey = ''

/**
 * Makes the reader of the forecast's inputs from stored rows. The hourly means of the newest instant are cached, a part for each feed and UTC day
 * (six feeds, at most 52 days, with weather three of them 100): a read asks for the keys of the days, and reads days whose key has changed. Points of a tick come after snapshots of a
 * later moment: an earlier instant is read from the same parts and leaves them as they are. One read runs at a time.
 */
export function createAnalogInputsReader(sql: Sql): AnalogInputsReader {
  let cached: { at: Temporal.Instant; partsOf: Readonly<Record<AnalogFeed, PartsByDay>> } | null = null
  let last: Promise<unknown> = Promise.resolve()
  const readWeather = createWeatherReader(sql)

  async function readParts(
    feed: AnalogFeed,
    at: Temporal.Instant,
    hasWeather: boolean,
    isMixAlone = false,
  ): Promise<PartsByDay> {
    const days = listUtcDays(computeAnalogSpan(feed, at, hasWeather, isMixAlone))
    const known: PartsByDay = cached?.partsOf[feed] ?? new Map()
    const span = { startMs: days[0]?.startMs ?? 0, endMs: days.at(-1)?.endMs ?? 0 }
    const keys = await readDayKeys(sql, { feed, ...span }, at)
    const findKey = (dayMs: number): string => keys.get(dayMs) ?? emptyDayKey
    const stale = days.filter(({ startMs }) => known.get(startMs)?.key !== findKey(startMs))
    const read = await readDays(sql, feed, stale, at)
    return new Map(
      days.map(({ startMs }) => {
        const byHour = read.get(startMs) ?? known.get(startMs)?.byHour ?? new Map()
        return [startMs, { key: findKey(startMs), byHour }]
      }),
    )
  }

  async function read(at: Temporal.Instant): Promise<AnalogInputs | null> {
    const weather = await readWeather(at)
    const hasWeather = weather !== null
    const hourly = await readParts('generation_by_type', at, hasWeather)
    const isMixAlone = hourly.values().every(({ byHour }) => byHour.size === 0)
    const [factorSet, ...parts] = await Promise.all([
      readFactorSet(sql, at),
      ...analogFeedIds.map((feed) =>
        feed === 'generation_by_type' ? hourly : readParts(feed, at, hasWeather, isMixAlone),
      ),
    ])
    const partsOf = recordFromEntries(analogFeedIds, (_, index) => parts[index] ?? new Map())
    if (cached === null || Temporal.Instant.compare(at, cached.at) >= 0) cached = { at, partsOf }
    const hours: AnalogHours = recordFromEntries(analogFeedIds, (feed) =>
      joinHours(partsOf[feed].values().map(({ byHour }) => byHour)),
    )
    return factorSet && assembleAnalogInputs(hours, factorSet, at, weather)
  }

  return (at) => {
    const turn = last.then(() => read(at))
    last = turn.catch(() => undefined)
    return turn
  }
}

async function readDays(
  sql: Sql,
  feed: AnalogFeed,
  days: readonly Span[],
  at: Temporal.Instant,
): Promise<ReadonlyMap<number, DayPart['byHour']>> {
  const parts = new Map<number, DayPart['byHour']>()
  for (const { startMs, endMs } of groupIntoRuns(days)) {
    const values = await readKnownValues(sql, { feed, series: analogFeeds[feed], startMs, endMs }, at)
    const byDay = Map.groupBy(values, ({ slotStart }) => Math.floor(slotStart.epochMilliseconds / utcDayMs) * utcDayMs)
    for (const [dayMs, ofDay] of byDay) parts.set(dayMs, computeHourlyMeans(ofDay))
    for (let dayMs = startMs; dayMs < endMs; dayMs += utcDayMs) if (!byDay.has(dayMs)) parts.set(dayMs, new Map())
  }
  return parts
}

/** Adjoining days as spans of at most {@link daysAtOnce} days. */
function groupIntoRuns(days: readonly Span[]): Span[] {
  const runs: Span[] = []
  for (const { startMs, endMs } of days) {
    const run = runs.at(-1)
    if (run?.endMs === startMs && endMs - run.startMs <= daysAtOnce * utcDayMs) run.endMs = endMs
    else runs.push({ startMs, endMs })
  }
  return runs
}
