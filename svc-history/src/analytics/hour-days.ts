import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { hourMs } from '@hexawatt/shared/time/instant'
import { readDayRevisions } from '../points/day-revision-store.ts'
import { type DayRevision, dayOf } from '../points/utc-span.ts'
import type { HourSums } from './point-sums.ts'
import { hourSumsColumns, readHourSums } from './sums-store.ts'

/** Most UTC days in the cache: four years, about 10 MB. */
const maxKeptDays = 1_500

/**
 * Caches hour sums by UTC day and revision. Past days rarely change, so a year that was requested before costs one small query.
 */
export function createHourDays() {
  const kept = createBoundedMap<{ revision: string; hours: HourSums[] }>(maxKeptDays)

  function keptHours({ day, revision }: DayRevision): HourSums[] | undefined {
    const known = kept.get(day)
    return known?.revision === revision ? known.hours : undefined
  }

  /** Reads the days from the first to the last, and caches each under its revision. */
  async function readDays(sql: Statements, first: string, last: string): Promise<Map<string, HourSums[]>> {
    const { revisions, rows } = await readHourSums(sql, first, last)
    const byDay = Map.groupBy(unpackHourSums(rows), ({ hourStartSeconds }) => dayOf(hourStartSeconds))
    for (const { day, revision } of revisions) kept.set(day, { revision, hours: byDay.get(day) ?? [] })
    return byDay
  }

  return {
    /**
     * Hour sums of the UTC days from `first` to `last`, both inclusive, in the order of time.
     *
     * @param sql the snapshot whose sums they are
     */
    async load(sql: Statements, first: string, last: string): Promise<HourSums[]> {
      const days = await readDayRevisions(sql, first, last)
      const known = new Map(days.map((day) => [day.day, keptHours(day)]))
      const missing = days.filter(({ day }) => known.get(day) === undefined).map(({ day }) => day)
      const read = missing.length === 0 ? new Map() : await readDays(sql, missing[0] ?? first, missing.at(-1) ?? last)
      return days.flatMap(({ day }) => known.get(day) ?? read.get(day) ?? [])
    },
  }
}
export type HourDays = ReturnType<typeof createHourDays>

const numberBytes = 4
const rowBytes = hourSumsColumns.length * numberBytes
const hourSeconds = hourMs / 1_000

/** Decodes the packed rows of the store. */
function unpackHourSums(rows: Uint8Array | null): HourSums[] {
  if (rows === null) return []
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  return Array.from({ length: rows.byteLength / rowBytes }, (_, row) => unpackRow(view, row * rowBytes))
}

function unpackRow(view: DataView, offset: number): HourSums {
  const numberAt = (column: number): number => view.getInt32(offset + column * numberBytes)
  return {
    hourStartSeconds: numberAt(0) * hourSeconds,
    versionSet: `${numberAt(1)}.${numberAt(2)}.${numberAt(3)}.${numberAt(4)}`,
    samples: numberAt(5),
    price: numberAt(6),
    carbon: numberAt(7),
    grid: numberAt(8),
    adequacy: numberAt(9),
    optimalSamples: numberAt(10),
    carbonSamples: numberAt(11),
    carbonHundredths: numberAt(12),
    lowCarbonHundredths: numberAt(13),
    consumptionSamples: numberAt(14),
    consumptionHundredths: numberAt(15),
    deltaHundredths: numberAt(16),
  }
}
