import type {
  AsOfRows,
  CarbonRows,
  References,
  ScoreSource,
} from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { addOutageMessage } from '@hexawatt/shared/methodology/score/sub-scores/available-capacity'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readReceived } from '../pipeline/source-status-store.ts'
import { readCountryIntensities } from '../references/country-intensity-store.ts'
import { readFactorSet } from '../references/factor-set-store.ts'
import { readDocuments, readSlotValues, type StoredDocument, type StoredValue } from './stored-rows-store.ts'

type StoredOutage = ReturnType<typeof addOutageMessage<StoredDocument>>

/** Rows of the carbon intensity as they are stored. */
export type StoredCarbonRows = CarbonRows<StoredValue>

/** Rows of a score as they are stored. */
export type StoredScoreRows = AsOfRows<StoredValue | StoredOutage>

/** The source of the live computation: stored rows as they were known at an instant. */
export function createStoredRowsSource(sql: Sql, at: Temporal.Instant): ScoreSource<StoredValue, StoredOutage> {
  return {
    values: (feed, span) => readSlotValues(sql, { feed, ...span }, at),
    documents: async (feed, span) => (await readDocuments(sql, { feed, ...span }, at)).map(addOutageMessage),
    references: () => readReferences(sql, at),
    received: () => readReceived(sql, at),
  }
}

/** The references in force at an instant. */
export async function readReferences(sql: Sql, at: Temporal.Instant): Promise<References> {
  const [factorSet, countryIntensities] = await Promise.all([readFactorSet(sql, at), readCountryIntensities(sql, at)])
  return { factorSet, countryIntensities }
}
