import { AppError } from '../errors/app-error.ts'
import type { Logger } from '../telemetry/logger.ts'
import { withinTime } from '../time/within-time.ts'
import { anyChange } from './data-changes.ts'
import type { SnapshotKind, SnapshotReader } from './snapshot-store.ts'

/** The numbers of the cache, ms. */
export const snapshotCacheLimits = {
  /** The stores are asked at most this often, whatever the load, and also while they fail; and once more for each change they tell of. */
  rereadMs: 500,
  /** What was last read longer ago than this is not answered from memory unless the stores fail: nobody asked meanwhile. */
  unaskedMs: 5_000,
  readTimeoutMs: 2_000,
} as const

/** Seconds after which a caller asks again when the stores are away. */
const retryAfterSeconds = 5

export type SnapshotCacheDeps = {
  snapshots: SnapshotReader
  /** Monotonic real time, ms: how long something is kept has nothing to do with the data's clock. */
  monotonicMs: () => number
  logger: Logger
}

export type SnapshotCache<View> = {
  /**
   * The view of the newest snapshot; null when there is none. Not a promise when it is kept.
   *
   * @throws AppError `service_unavailable` when the stores fail and no snapshot was ever read
   */
  latest(): View | null | Promise<View | null>
  /**
   * A snapshot of this name was written, or any may have been ({@link anyChange}): it is read at once when it is this one, and what is kept
   * answered until it is there.
   */
  changed(name: string): void
}

type Kept<Body, View> = { body: Body | null; view: View | null; readAtMs: number }

/**
 * The newest snapshot of one kind, kept parsed in this process: a request costs neither a Redis call nor a parse. It is read again
 * in the background while the kept one is answered. When the stores fail, the last good one stays: its own instant tells its age,
 * and whoever serves it sets the limit. A snapshot that has not changed keeps its view, so that what was made of that holds too.
 *
 * @param viewOf works out once what every answer needs of a snapshot
 */
export function createSnapshotCache<Body extends object, View extends object>(
  kind: SnapshotKind<Body>,
  viewOf: (body: Body) => View,
  deps: SnapshotCacheDeps,
): SnapshotCache<View> {
  const { snapshots, monotonicMs, logger } = deps
  let kept: Kept<Body, View> | null = null
  let failure: AppError | null = null
  let triedAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<View | null> | null = null
  let readingSinceMs = Number.NEGATIVE_INFINITY
  /** A newer one was, or may have been, written while one was being read: it may be the former one that comes. */
  let isOutdated = false

  async function readOnce(): Promise<View | null> {
    try {
      const body = await withinTime(snapshotCacheLimits.readTimeoutMs, snapshots.read(kind))
      const isUnchanged = kept !== null && Bun.deepEquals(kept.body, body, true)
      const view = isUnchanged && kept !== null ? kept.view : body && viewOf(body)
      kept = { body, view, readAtMs: monotonicMs() }
      failure = null
      return view
    } catch (error) {
      logger.warn({ err: error, kind: kind.name }, 'snapshot not read: the stores failed')
      failure = unavailable(error)
      if (kept === null || kept.view === null) throw failure
      return kept.view
    }
  }

  async function readUpToDate(): Promise<View | null> {
    isOutdated = false
    const view = await readOnce()
    if (!isOutdated || failure !== null) return view
    // Who waits gets the newer one; a third reading, if it comes to that, goes on in the background.
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
    // A failure is kept for those who ask next, and logged already.
    else startReading().catch(() => undefined)
  }

  function changed(name: string): void {
    if (name === kind.name || name === anyChange) readAgain()
  }

  function latest(): View | null | Promise<View | null> {
    const nowMs = monotonicMs()
    // That there is none is not kept: the first snapshot is answered as soon as it is written.
    const isAbsent = kept !== null && kept.view === null && failure === null
    if (reading !== null) isOutdated ||= nowMs - readingSinceMs >= snapshotCacheLimits.rereadMs
    else if (isAbsent || nowMs - triedAtMs >= snapshotCacheLimits.rereadMs) startReading()
    const isAsked = kept !== null && nowMs - kept.readAtMs < snapshotCacheLimits.unaskedMs
    if (kept !== null && kept.view !== null && (failure !== null || isAsked)) return kept.view
    if (reading !== null) return reading
    throw failure ?? unavailable(null)
  }

  return { latest, changed }
}

function unavailable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError('service_unavailable', {
    detail: 'The stores behind this endpoint do not answer at the moment.',
    retryAfterSeconds,
    cause,
  })
}
