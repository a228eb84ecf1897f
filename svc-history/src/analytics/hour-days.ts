import type { Statements } from '@hexawatt/shared/postgres/client'
import { unpackHourScores, unpackHourSums } from '../fast/packed-sums.ts'
import type { SummedHours } from '../points/hour-sums.ts'
import { toDay } from '../points/utc-span.ts'
import { type CachedDays, createCachedDays } from './cached-days.ts'
import { readHourSums } from './sums-store.ts'

/** Caches hour sums by UTC day and revision, about 8 kB a day. */
export function createHourDays(): CachedDays<SummedHours> {
  return createCachedDays<SummedHours>(readSums, { sums: [], scores: [] })
}

async function readSums(sql: Statements, first: string, last: string) {
  const { revisions, rows, scores } = await readHourSums(sql, first, last)
  const dayOf = ({ hourStartSeconds }: { hourStartSeconds: number }) => toDay(hourStartSeconds)
  const scoresByDay = Map.groupBy(unpackHourScores(scores), dayOf)
  const sumsByDay = Map.groupBy(unpackHourSums(rows), dayOf)
  return {
    revisions,
    byDay: new Map([...sumsByDay].map(([day, sums]) => [day, { sums, scores: scoresByDay.get(day) ?? [] }])),
  }
}
