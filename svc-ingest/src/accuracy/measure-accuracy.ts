import { composeAccuracyBody } from '@hexawatt/shared/answers/accuracy-body'
import { accuracyPeriodsDays } from '@hexawatt/shared/contract/forecast/accuracy'
import { judgeDay } from '@hexawatt/shared/methodology/forecast-accuracy/judge-day'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { accuracySnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { readDifferenceSums } from '../published-intensity/difference-day-store.ts'
import { readColorSums } from './color-accuracy-store.ts'
import {
  readArchivedIssues,
  readDaysToJudge,
  readJudgedVersion,
  readPeriodSums,
  readRealisedValues,
  replaceErrorDay,
} from './error-day-store.ts'

export type AccuracyDeps = { sql: Sql; clock: Clock; snapshots: SnapshotWriter }

/** Most days that one run judges; in a usual hour there are five, and a correction of the past takes several runs. */
const maxDaysPerRun = 40

/**
 * Judges the days whose sums may have changed, then writes the scoreboard of 30, 90 and 365 days.
 *
 * @returns how many days were judged; null when nothing is archived yet, and then nothing is written
 */
export async function measureAccuracy(
  { sql, clock, snapshots }: AccuracyDeps,
  signal?: AbortSignal,
): Promise<{ judgedDays: number } | null> {
  const now = clock.now()
  const judged = await readJudgedVersion(sql, now)
  if (judged === null) return null
  const days = await readDaysToJudge(sql, now, { days: Math.max(...accuracyPeriodsDays), limit: maxDaysPerRun })
  for (const day of days) {
    signal?.throwIfAborted()
    const [issues, realised] = await Promise.all([readArchivedIssues(sql, day, now), readRealisedValues(sql, day, now)])
    await replaceErrorDay(sql, day, judgeDay(issues, realised), now)
  }
  const [sums, colorSums, intensitySums] = await Promise.all([
    readPeriodSums(sql, now, judged.methodologyVersion),
    readColorSums(sql, now),
    readDifferenceSums(sql, now),
  ])
  const body = composeAccuracyBody({ computedAt: now, ...judged }, sums, colorSums, intensitySums)
  await snapshots.write(accuracySnapshot, body, now)
  return { judgedDays: days.length }
}
