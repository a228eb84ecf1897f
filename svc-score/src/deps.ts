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
  const contractTable = { table: env.TARIFFS_FILE, changedAtMs: service.clock.now().epochMilliseconds }
  return { ...service, zone: env.ZONE, readContractTable: async () => contractTable }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
