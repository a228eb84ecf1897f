import { anyChange } from './data-changes.ts'
import { createSnapshotCache, type SnapshotCache, type SnapshotCacheDeps } from './snapshot-cache.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** A missing snapshot is looked for again after so long, ms, and at once when one is announced. */
const missingForMs = 30_000

/**
 * Caches the newest snapshot of a kind that an installation may never have. Unlike {@link createSnapshotCache} it remembers for a while that there is none, so
 * that requests which do without it cost no read, and it answers null while the stores fail and none was ever read.
 */
export function createOptionalSnapshotCache<Body extends object, View extends object>(
  kind: SnapshotKind<Body>,
  viewOf: (body: Body) => View,
  deps: SnapshotCacheDeps,
): SnapshotCache<View> {
  const cache = createSnapshotCache(kind, viewOf, deps)
  let missingUntilMs = Number.NEGATIVE_INFINITY

  async function readLatest(): Promise<View | null> {
    try {
      return await cache.latest()
    } catch {
      // The cache has logged the failure.
      return null
    }
  }

  return {
    async latest() {
      if (deps.monotonicMs() < missingUntilMs) return null
      const view = await readLatest()
      if (view === null) missingUntilMs = deps.monotonicMs() + missingForMs
      return view
    },
    changed(name) {
      if (name === kind.name || name === anyChange) missingUntilMs = Number.NEGATIVE_INFINITY
      cache.changed(name)
    },
  }
}
