import { carbonSnapshot, statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { regionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { changedIn, createSnapshotCache, type SnapshotCacheDeps } from '@hexawatt/shared/snapshot/snapshot-cache'

/** Caches every snapshot that the service answers from (see `createSnapshotCache`): what is in memory is answered within the turn of its request. */
export function createLatestSnapshots(deps: SnapshotCacheDeps) {
  const caches = {
    carbon: createSnapshotCache(carbonSnapshot, (body) => body, deps),
    regions: createSnapshotCache(regionsSnapshot, (body) => body, deps),
    /** Explains a refusal. */
    status: createSnapshotCache(statusSnapshot, (body) => body, deps),
  }
  return {
    carbon: caches.carbon.latest,
    regions: caches.regions.latest,
    status: caches.status.latest,
    /** Reloads what a change notice names. */
    changed: changedIn(caches),
  }
}
export type LatestSnapshots = ReturnType<typeof createLatestSnapshots>
