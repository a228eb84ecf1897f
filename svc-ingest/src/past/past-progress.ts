import type { LoadedPast } from '@hexawatt/shared/contract/status'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisDate } from '@hexawatt/shared/time/paris'
import { isStageLoaded } from './next-piece.ts'
import {
  forecastDays,
  newestAgeDays,
  type PastContent,
  preparedFromAgeDays,
  stageDays,
  yearDays,
} from './past-contents.ts'
import { readPastDays } from './past-store.ts'

/** Reads the progress; null where an installation loads no past. A day of the year counts when every content that reaches back a year knows all its hours. */
export async function readPastProgress(
  sql: Sql,
  loaded: readonly PastContent[],
  now: Temporal.Instant,
): Promise<LoadedPast | null> {
  const contents = loaded.filter(({ isOptional = false }) => !isOptional)
  if (contents.length === 0) return null
  const today = parisDate(now)
  const oldestAge = Math.max(...contents.map(({ maxAgeDays }) => maxAgeDays))
  const known = await readPastDays(
    sql,
    contents.map(({ id }) => id),
    today.subtract({ days: oldestAge }),
  )
  const ofYear = contents.filter(({ maxAgeDays }) => maxAgeDays >= yearDays)
  const days = Array.from({ length: yearDays }, (_, index) =>
    today.subtract({ days: newestAgeDays + index }).toString(),
  )
  return {
    knownDays: days.filter(
      (day) => ofYear.length > 0 && ofYear.every(({ id }) => known.get(id)?.get(day)?.isKnown === true),
    ).length,
    wantedDays: yearDays,
    state: isStageLoaded(contents, today, known, stageDays.at(-1) ?? 0) ? 'complete' : 'loading',
    // The newest days are loaded first: at a first start they are there before the older ones.
    forecastReady: isStageLoaded(contents, today, known, forecastDays, preparedFromAgeDays),
  }
}
