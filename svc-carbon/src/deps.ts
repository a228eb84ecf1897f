import { createSnapshotServiceDeps } from '@hexawatt/shared/service/snapshot-service-deps'
import { carbonSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createLatestSnapshots } from './carbon/latest-snapshots.ts'
import type { Env } from './env.ts'

/** @param monotonicMs clock of the snapshot cache; only tests pass another */
export function createDeps(env: Env, monotonicMs?: () => number) {
  return createSnapshotServiceDeps(env, {
    program: 'svc-carbon',
    needs: [carbonSnapshot],
    createLatest: createLatestSnapshots,
    monotonicMs,
  })
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
