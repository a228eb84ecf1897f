import { coreBorderCountries } from '../grid/borders.ts'
import { computeCompleteHours, type IntensityByRule } from '../methodology/imports/neighbour-intensity.ts'
import {
  computeArchiveMean,
  findArchiveWindow,
  findNeighbourValue,
  type NeighbourPast,
  neighbourHistoryDays,
} from '../methodology/imports/neighbour-past.ts'
import type { FactorsByRule } from '../methodology/imports/neighbour-types.ts'
import type { Statements } from '../postgres/client.ts'
import { readNeighbourHours, type StoredNeighbourHour } from '../stored-rows/neighbour-generation-store.ts'
import { hourMs } from '../time/instant.ts'
import type { HourSpan } from './hour-rows.ts'

/** How far the mixes behind one value reach back, ms. */
const historyMs = neighbourHistoryDays * 24 * hourMs

/** Hours of the neighbours by country, each in its newest version. */
export type NeighbourHours = ReadonlyMap<string, readonly StoredNeighbourHour[]>

/** What is known of the neighbours around some hours. */
export type StoredNeighbours = {
  hours: NeighbourHours
  /** By country, for an hour of the span. */
  findPasts(startMs: number): Record<string, NeighbourPast>
}

/**
 * Reads the mixes of the neighbours around some hours as they were known at an instant: two weeks, and a year more of a neighbour that has no complete mix for
 * one of the hours, because the mean of its archive then counts.
 *
 * @param sql one connection is enough: the queries come one after the other
 */
export async function readNeighbours(
  sql: Statements,
  span: HourSpan,
  at: Temporal.Instant,
  factors: FactorsByRule,
): Promise<StoredNeighbours> {
  const hours = await readNeighbourHours(sql, toReadSpan(span.firstMs - historyMs, span), at)
  const complete = computeComplete(hours, factors)
  const countries = coreBorderCountries.filter((country) => hasHourWithout(complete.get(country), span))
  const archive = await readArchive(sql, countries, span, at, factors)
  const means = new Map<string, IntensityByRule | null>()
  /** The mean is the same for all hours of a day. */
  const findMean = (country: string, startMs: number) => {
    const ofCountry = archive.get(country)
    if (ofCountry === undefined) return null
    const key = `${country} ${findArchiveWindow(startMs).toMs}`
    return means.getOrInsertComputed(key, () => computeArchiveMean(ofCountry, startMs))
  }
  return {
    hours,
    findPasts: (startMs) =>
      Object.fromEntries(
        coreBorderCountries.map((country) => [
          country,
          { complete: complete.get(country) ?? new Map(), archiveMean: findMean(country, startMs) },
        ]),
      ),
  }
}

type CompleteHours = ReadonlyMap<string, ReadonlyMap<number, IntensityByRule>>

function computeComplete(hours: NeighbourHours, factors: FactorsByRule): CompleteHours {
  return new Map([...hours].map(([country, ofCountry]) => [country, computeCompleteHours(ofCountry, factors)]))
}

/** Whether one of the hours has no complete mix, neither its own nor of the same hour of one of the days before it. */
function hasHourWithout(complete: ReadonlyMap<number, IntensityByRule> = new Map(), span: HourSpan): boolean {
  for (let startMs = span.firstMs; startMs <= span.lastMs; startMs += hourMs) {
    if (findNeighbourValue({ complete, archiveMean: null }, startMs, null) === null) return true
  }
  return false
}

async function readArchive(
  sql: Statements,
  countries: readonly string[],
  span: HourSpan,
  at: Temporal.Instant,
  factors: FactorsByRule,
): Promise<CompleteHours> {
  if (countries.length === 0) return new Map()
  const { fromMs } = findArchiveWindow(span.firstMs)
  const read = { ...toReadSpan(fromMs - historyMs, span), countries }
  return computeComplete(await readNeighbourHours(sql, read, at), factors)
}

const toReadSpan = (fromMs: number, { lastMs }: HourSpan) => ({
  from: Temporal.Instant.fromEpochMilliseconds(fromMs),
  to: Temporal.Instant.fromEpochMilliseconds(lastMs + hourMs),
})
