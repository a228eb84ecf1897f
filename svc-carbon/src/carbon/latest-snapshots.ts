import { consumptionSnapshot } from '@hexawatt/shared/snapshot/consumption'
import { explanationSnapshot } from '@hexawatt/shared/snapshot/explanation'
import { carbonSnapshot, statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { regionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { addSnapshotGauges, toDated } from '@hexawatt/shared/snapshot/snapshot-age'
import {
  createChangeNotifier,
  createSnapshotCache,
  type SnapshotCacheDeps,
} from '@hexawatt/shared/snapshot/snapshot-cache'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'

/** Caches every snapshot that the service answers from (see `createSnapshotCache`): a cached value is served without waiting. */
export function createLatestSnapshots(deps: SnapshotCacheDeps) {
  const caches = {
    carbon: createSnapshotCache(carbonSnapshot, (body) => toDated(body, body.computedAt), deps),
    consumption: createSnapshotCache(consumptionSnapshot, (body) => toDated(body, body.computedAt), deps),
    regions: createSnapshotCache(regionsSnapshot, (body) => toDated(body, body.computedAt), deps),
    explanation: createSnapshotCache(explanationSnapshot, (body) => toDated(body, body.computedAt), deps),
    /** Explains a refusal. */
    status: createSnapshotCache(statusSnapshot, (body) => body, deps),
  }
  return {
    carbon: caches.carbon.latest,
    consumption: caches.consumption.latest,
    regions: caches.regions.latest,
    explanation: caches.explanation.latest,
    status: caches.status.latest,
    /** Reloads the snapshots named in a change notice. */
    changed: createChangeNotifier(caches),
  }
}
export type LatestSnapshots = ReturnType<typeof createLatestSnapshots>

/** Dependencies of every answer. */
export type AnswerDeps = { latest: LatestSnapshots; clock: Clock }

/** Ages of the cached snapshots. */
export function addLatestGauges({ metrics, clock, latest }: AnswerDeps & { metrics: Metrics }): void {
  addSnapshotGauges({
    metrics,
    clock,
    served: [
      [carbonSnapshot.name, latest.carbon],
      [consumptionSnapshot.name, latest.consumption],
      [regionsSnapshot.name, latest.regions],
    ],
  })
}
