import type { Statements } from '@hexawatt/shared/postgres/client'
import { type DayScores, unpackScores } from '../fast/packed-sums.ts'
import { toDayStart, toSeconds } from '../points/utc-span.ts'
import { type CachedDays, createCachedDays } from './cached-days.ts'
import { readPackedScores } from './sums-store.ts'

/** Caches sub-scores by UTC day and revision, about 2.6 kB a day: they give the score of each point under any weighting. */
export function createScoreDays(): CachedDays<DayScores> {
  return createCachedDays<DayScores>(readScores, {
    times: new Float64Array(),
    compositions: new Uint8Array(),
    tenths: new Uint16Array(),
  })
}

async function readScores(sql: Statements, first: string, last: string) {
  const { revisions, rows } = await readPackedScores(sql, first, last)
  return { revisions, byDay: unpackScores(rows, toSeconds(toDayStart(first))) }
}
