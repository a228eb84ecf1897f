import type { ContractTable } from '../contract/planning/contracts.ts'
import { mergeContracts } from '../methodology/tariffs/merge-tables.ts'
import { shippedTable } from '../methodology/tariffs/shipped-contracts.ts'
import { type ContractsSnapshot, contractsSnapshot } from '../snapshot/contracts.ts'
import { createOptionalSnapshotCache } from '../snapshot/optional-snapshot.ts'
import type { SnapshotCacheDeps } from '../snapshot/snapshot-cache.ts'

/** The table of contracts in force, the same object until it changes, and when it changed, ms. */
export type DatedContractTable = { table: ContractTable; changedAtMs: number }

/** Caches the shipped table with the regulator's versions in it; null while none of these is known. */
export function createContractTableCache(deps: SnapshotCacheDeps) {
  return createOptionalSnapshotCache(contractsSnapshot, toContractTable, deps)
}

/** Merged once for each change of the regulator's versions. */
function toContractTable({ contracts, computedAt }: ContractsSnapshot): DatedContractTable {
  const table = { ...shippedTable, contracts: mergeContracts(shippedTable.contracts, contracts) }
  return { table, changedAtMs: Date.parse(computedAt) }
}

/**
 * Makes the function that returns the table in force: that of the operator's file; without a file the shipped table, with the regulator's versions once
 * they are known. It costs no more than a look-up.
 *
 * @param ownTable of `TARIFFS_FILE`, which is the shipped table where no file is set
 * @param startedAtMs when the program started, which is when such a table came into force
 */
export function createReadContractTable(
  ownTable: ContractTable,
  startedAtMs: number,
  latest: ReturnType<typeof createContractTableCache>['latest'],
) {
  const own: DatedContractTable = { table: ownTable, changedAtMs: startedAtMs }
  return async function readContractTable(): Promise<DatedContractTable> {
    return ownTable === shippedTable ? ((await latest()) ?? own) : own
  }
}
