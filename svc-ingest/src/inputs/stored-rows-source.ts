import type { AsOfRows, CarbonRows, ScoreSource } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { createKnownRowsSource, type StoredOutage } from '@hexawatt/shared/stored-rows/as-of-source'
import type { StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { readReceived } from '../pipeline/source-status-store.ts'

/** Rows of the carbon intensity as they are stored. */
export type StoredCarbonRows = CarbonRows<StoredValue>

/** Rows of a score as they are stored. */
export type StoredScoreRows = AsOfRows<StoredValue | StoredOutage>

/** The source of the live computation: stored rows as they were known at an instant. */
export function createStoredRowsSource(sql: Statements, at: Temporal.Instant): ScoreSource<StoredValue, StoredOutage> {
  return { ...createKnownRowsSource(sql, at), received: () => readReceived(sql, at) }
}
