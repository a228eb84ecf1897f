import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { createSnapshotServiceDeps } from '@hexawatt/shared/service/snapshot-service-deps'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { Env } from './env.ts'
import { createLatestSnapshots, type DatedContractTable } from './sources/latest-snapshots.ts'

/** @param monotonicMs clock of the snapshot cache; only tests pass another */
export async function createDeps(env: Env, monotonicMs?: () => number) {
  const service = await createSnapshotServiceDeps(env, {
    program: 'svc-score',
    needs: [scoreSnapshot, forecastSnapshot],
    createLatest: createLatestSnapshots,
    monotonicMs,
  })
  const ownTable: DatedContractTable = {
    table: env.TARIFFS_FILE,
    changedAtMs: service.clock.now().epochMilliseconds,
  }
  return {
    ...service,
    zone: env.ZONE,
    /** The table of the operator's file; without one the shipped table, with the regulator's versions once they are known. */
    async readContractTable(): Promise<DatedContractTable> {
      return env.TARIFFS_FILE === shippedTable ? ((await service.latest.contracts()) ?? ownTable) : ownTable
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
