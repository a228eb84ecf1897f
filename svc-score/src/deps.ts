import { createReadContractTable } from '@hexawatt/shared/service/contract-table'
import { createSnapshotServiceDeps } from '@hexawatt/shared/service/snapshot-service-deps'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { Env } from './env.ts'
import { createLatestSnapshots } from './sources/latest-snapshots.ts'

/** @param monotonicMs clock of the snapshot cache; only tests pass another */
export async function createDeps(env: Env, monotonicMs?: () => number) {
  const service = await createSnapshotServiceDeps(env, {
    program: 'svc-score',
    needs: [scoreSnapshot, forecastSnapshot],
    createLatest: createLatestSnapshots,
    monotonicMs,
  })
  const startedAtMs = service.clock.now().epochMilliseconds
  return {
    ...service,
    zone: env.ZONE,
    readContractTable: createReadContractTable(env.TARIFFS_FILE, startedAtMs, service.latest.contracts),
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
