import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError, createStoreUnavailableError } from '../errors/app-error.ts'
import type { Logger } from '../telemetry/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { anyChange } from './data-changes.ts'
import type { SnapshotKind, SnapshotReader } from './snapshot-store.ts'

/** Intervals of the cache, ms. */
export const snapshotCacheLimits = {
  /** Minimum interval between reads, under any load and also while reads fail; each published change adds one read. */
  rereadMs: 500,
  /** An entry that was read longer ago is not served from memory unless the stores fail: it was not requested in the meantime. */
  unaskedMs: 5_000,
  readTimeoutMs: 2_000,
} as const

export type SnapshotCacheDeps = {
  snapshots: SnapshotReader
  /** Monotonic real time, ms: the cache does not follow the data's clock. */
  monotonicMs: () => number
  logger: Logger
}

export type SnapshotCache<View> = {
  /**
   * The view of the newest snapshot; null when there is none. Synchronous on a cache hit.
   *
   * @throws AppError `service_unavailable` when the stores fail and no snapshot was ever read
   */
  latest(): View | null | Promise<View | null>
  /**
   * Tells the cache that a snapshot of this name was written, or that any may have been ({@link anyChange}). A matching snapshot is read at once; the
   * cached one is served until then.
   */
  changed(name: string): void
}

type Kept<Body, View> = { body: Body | null; view: View | null; readAtMs: number }

/**
 * Caches the newest snapshot of one kind, parsed: a request costs neither a Redis call nor a parse. The cache is refreshed in the background while the
 * cached snapshot is served. When the stores fail, the last good snapshot stays; callers limit its age by its instant. An unchanged snapshot keeps its
 * view, so that values derived from the view stay valid.
 *
 * @param viewOf computes once the parts of a snapshot that every response needs
 */
export function createSnapshotCache<Body extends object, View extends object>(
  kind: SnapshotKind<Body>,
  viewOf: (body: Body) => View,
  deps: SnapshotCacheDeps,
): SnapshotCache<View> {
  const { snapshots, monotonicMs, logger } = deps
  // No request waits for such a read, so it does not belong to the span of the request that triggered it.
  const inBackground = AsyncLocalStorage.snapshot()
  let kept: Kept<Body, View> | null = null
  let failure: AppError | null = null
  let triedAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<View | null> | null = null
  let readingSinceMs = Number.NEGATIVE_INFINITY
  /** A newer snapshot may be written during the read, so its result may be the previous snapshot. */
  let isOutdated = false

  async function readOnce(): Promise<View | null> {
    try {
      const body = await withTimeout(snapshotCacheLimits.readTimeoutMs, snapshots.read(kind))
      const isUnchanged = kept !== null && Bun.deepEquals(kept.body, body, true)
      const view = isUnchanged && kept !== null ? kept.view : body && viewOf(body)
      kept = { body, view, readAtMs: monotonicMs() }
      failure = null
      return view
    } catch (error) {
      logger.warn({ err: error, kind: kind.name }, 'snapshot not read: the stores failed')
      failure = createUnavailableError(error)
      if (kept === null || kept.view === null) throw failure
      return kept.view
    }
  }

  async function readUpToDate(): Promise<View | null> {
    isOutdated = false
    const view = await readOnce()
    if (!isOutdated || failure !== null) return view
    // Waiting callers get the newer one; a third read, if needed, runs in the background.
    isOutdated = false
    return readOnce()
  }

  function startReading(): Promise<View | null> {
    readingSinceMs = monotonicMs()
    reading = readUpToDate().finally(() => {
      reading = null
      triedAtMs = monotonicMs()
      if (isOutdated && failure === null) readAgain()
    })
    return reading
  }

  function readAgain(): void {
    if (reading !== null) isOutdated = true
    // The failure is already logged, and the next callers receive it.
    else startReading().catch(() => undefined)
  }

  function changed(name: string): void {
    if (name === kind.name || name === anyChange) readAgain()
  }

  function latest(): View | null | Promise<View | null> {
    const nowMs = monotonicMs()
    // Absence is not cached: the first snapshot is served as soon as it is written.
    const isAbsent = kept !== null && kept.view === null && failure === null
    const isDue = isAbsent || nowMs - triedAtMs >= snapshotCacheLimits.rereadMs
    if (reading !== null) isOutdated ||= nowMs - readingSinceMs >= snapshotCacheLimits.rereadMs
    const isAsked = kept !== null && nowMs - kept.readAtMs < snapshotCacheLimits.unaskedMs
    if (kept !== null && kept.view !== null && (failure !== null || isAsked)) {
      if (reading === null && isDue) inBackground(readAgain)
      return kept.view
    }
    if (reading !== null) return reading
    if (isDue) return startReading()
    throw failure ?? createUnavailableError(null)
  }

  return { latest, changed }
}

/** Passes a change notice on to several caches. */
export function createChangeNotifier(caches: Readonly<Record<string, Pick<SnapshotCache<object>, 'changed'>>>) {
  return (name: string): void => {
    for (const cache of Object.values(caches)) cache.changed(name)
  }
}

function createUnavailableError(cause: unknown): AppError {
  return cause instanceof AppError ? cause : createStoreUnavailableError('The stores', cause)
}
