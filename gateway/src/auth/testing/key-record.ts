import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { type KeyRecord, toKeyRecord } from '../key-store.ts'

/** A key record of plan Pro, as the store makes it. */
export function createKeyRecord(revision = 1, revokedAt: Temporal.Instant | null = null): KeyRecord {
  return toKeyRecord(
    {
      keyId: 'key_1',
      accountId: 'acc_1',
      plan: 'pro',
      highestPlan: null,
      monthIndex: null,
      expiresAt: null,
      revokedAt,
      revision,
    },
    defaultPlanTable,
  )
}
