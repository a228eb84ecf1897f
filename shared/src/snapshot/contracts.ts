import * as v from 'valibot'
import { ContractVersion } from '../contract/planning/contracts.ts'
import { UtcTimestamp } from '../contract/values/fields.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/**
 * The regulated contracts as the regulator publishes them, oldest first, as svc-ingest writes them. Until its files were read once there is none, and the
 * shipped contracts serve.
 */
export const ContractsSnapshot = v.strictObject({
  /** When the prices last changed. */
  computedAt: UtcTimestamp,
  contracts: v.pipe(v.array(ContractVersion), v.minLength(1)),
})
export type ContractsSnapshot = v.InferOutput<typeof ContractsSnapshot>

export const contractsSnapshot: SnapshotKind<ContractsSnapshot> = {
  name: 'contracts',
  schemaVersion: 1,
  schema: ContractsSnapshot,
}
