import type { Statements } from '@hexawatt/shared/postgres/client'
import { unpackHourSums } from '../fast/packed-sums.ts'
import type { HourSums } from '../points/hour-sums.ts'
import { toDay } from '../points/utc-span.ts'
import { type CachedDays, createCachedDays } from './cached-days.ts'
import { readHourSums } from './sums-store.ts'

/** Caches hour sums by UTC day and revision, about 7 kB a day. */
export function createHourDays(): CachedDays<HourSums[]> {
  return createCachedDays<HourSums[]>(readSums, [])
}

async function readSums(sql: Statements, first: string, last: string) {
  const { revisions, rows } = await readHourSums(sql, first, last)
  return {
    revisions,
    byDay: Map.groupBy(unpackHourSums(rows), ({ hourStartSeconds }) => toDay(hourStartSeconds)),
  }
}
