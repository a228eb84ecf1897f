import { dataModeHeader } from '@hexawatt/shared/contract/principal'
import type { CoverageResponse } from '@hexawatt/shared/contract/score-history'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { fromStore } from '../answers/from-store.ts'
import { coverage } from './coverage.ts'
import { readStoredSeries, type StoredSeries } from './coverage-store.ts'

/** Longest a coverage is served again without a look at the store, ms: the endpoint needs no key, so anybody may ask often. */
const keptForMs = 5_000

export type CoverageDeps = {
  sql: Sql
  clock: Clock
  /** Time for the age of what is kept; real time when not given. */
  monotonicMs?: () => number
}

/** An answer that is still to be written as JSON. */
export type CoverageAnswer = { body: CoverageResponse; headers: Record<string, string> }

/** Makes the answer to `GET /api/coverage`: one reading of the store serves everybody who asks within a few seconds. */
export function createCoverageAnswer({ sql, clock, monotonicMs = () => performance.now() }: CoverageDeps) {
  let kept: { answer: Promise<CoverageAnswer>; readAtMs: number } | null = null

  /** @throws AppError `service_unavailable` */
  return async function answerCoverage(): Promise<CoverageAnswer> {
    const nowMs = monotonicMs()
    if (kept === null || nowMs - kept.readAtMs > keptForMs) {
      kept = { answer: readStoredSeries(sql, clock.now()).then(answerFrom), readAtMs: nowMs }
    }
    const asked = kept
    try {
      return await fromStore(asked.answer)
    } catch (error) {
      // A failure is not kept: the next caller asks the store again.
      if (kept === asked) kept = null
      throw error
    }
  }
}

function answerFrom(series: StoredSeries): CoverageAnswer {
  return { body: coverage(series), headers: series.mode === null ? {} : { [dataModeHeader]: series.mode } }
}
