import { type IngestDeps, ingestWindow } from '../pipeline/run-feed.ts'
import { sleep } from '../upstream/retry.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { BackfillPiece } from './backfill-plan.ts'
import { forgetPieces, noteDonePiece, pieceKey, readDonePieces } from './backfill-store.ts'

type BackfillDeps = IngestDeps & {
  /** Waits out a 429; rejects when aborted. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

export type BackfillOptions = {
  /** Feeds that are loaded at once. */
  parallel: number
  /** Aborted: pieces that run are finished, no other is begun. */
  stopping: AbortSignal
  /** Aborted: pieces that run are given up. */
  signal: AbortSignal
  onProgress?: (progress: BackfillProgress) => void
}

/** `resumed` pieces were done by an earlier run and count as done. */
export type BackfillProgress = {
  total: number
  done: number
  resumed: number
  changedSlots: number
  failed: FailedPiece[]
}
export type FailedPiece = { piece: BackfillPiece; reason: string }

/** What became of it; `complete` when every piece is done. */
export type BackfillOutcome = BackfillProgress & { complete: boolean }

/** After so many failures in a row a feed is left: what it answers will not change by asking on. */
const maxFailuresInARow = 3
/** A piece is asked for again after a 429 this often. */
const maxPauses = 3
const defaultPauseMs = 60_000
const maxPauseMs = 15 * 60_000

/**
 * Loads the pieces of a plan: feeds side by side, the pieces of one feed oldest first and one at a time, so that memory stays
 * flat. Each piece that is done is noted, and a run that was interrupted goes on where it ended; a complete one forgets its
 * notes, so that the next asks for everything again (and writes only what has changed).
 */
export async function runBackfill(
  deps: BackfillDeps,
  pieces: readonly BackfillPiece[],
  options: BackfillOptions,
): Promise<BackfillOutcome> {
  const doneBefore = await readDonePieces(deps.sql)
  const open = pieces.filter((piece) => !doneBefore.has(pieceKey(piece)))
  const resumed = pieces.length - open.length
  const progress: BackfillProgress = { total: pieces.length, done: resumed, resumed, changedSlots: 0, failed: [] }
  options.onProgress?.(progress)
  await loadLanes(deps, open, options, progress)
  const complete = progress.done === progress.total
  if (complete) await forgetPieces(deps.sql, pieces)
  return { ...progress, complete }
}

/** Loads feeds side by side. When something else than an upstream fails, the others finish their piece, and it is thrown. */
async function loadLanes(
  deps: BackfillDeps,
  pieces: readonly BackfillPiece[],
  options: BackfillOptions,
  progress: BackfillProgress,
): Promise<void> {
  const broken = new AbortController()
  const laneOptions = { ...options, stopping: AbortSignal.any([options.stopping, broken.signal]) }
  // The longest first: the last feed to be begun is then a short one.
  const lanes = [...Map.groupBy(pieces, ({ feed }) => feed.id).values()].sort((a, b) => b.length - a.length)
  const next = lanes.values()
  const loaders = Array.from({ length: Math.min(options.parallel, lanes.length) }, async () => {
    // Loaders share the iterator: each takes the next feed when it has finished one.
    for (const lane of next) await loadLane(deps, lane, laneOptions, progress)
  })
  const failures: unknown[] = []
  await Promise.all(
    loaders.map((loader) =>
      loader.catch((error: unknown) => {
        failures.push(error)
        broken.abort()
      }),
    ),
  )
  if (failures.length > 0) throw failures[0]
}

async function loadLane(
  deps: BackfillDeps,
  lane: readonly BackfillPiece[],
  options: BackfillOptions,
  progress: BackfillProgress,
): Promise<void> {
  let failuresInARow = 0
  for (const piece of lane) {
    if (options.stopping.aborted || failuresInARow === maxFailuresInARow) return
    try {
      const changedSlots = await loadPiece(deps, piece, options)
      await noteDonePiece(deps.sql, piece, changedSlots)
      // What payloads became while they were read is garbage now. Left to itself the collector lets that of several pieces
      // stand: 300 MB and more instead of 200.
      Bun.gc(true)
      progress.done++
      progress.changedSlots += changedSlots
      failuresInARow = 0
    } catch (error) {
      if (options.signal.aborted) return
      if (!(error instanceof UpstreamError)) throw error
      progress.failed.push({ piece, reason: error.message })
      failuresInARow++
    }
    options.onProgress?.(progress)
  }
}

/** One piece, again after each 429 that asks for a pause. Returns the slots and documents with a new version. */
async function loadPiece(deps: BackfillDeps, piece: BackfillPiece, { signal }: BackfillOptions): Promise<number> {
  for (let pauses = 0; ; pauses++) {
    try {
      const { changedSlots, changedDocuments } = await ingestWindow(deps, piece.feed, piece.window, signal)
      return changedSlots + changedDocuments
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind !== 'rate_limited' || pauses === maxPauses) throw error
      await (deps.wait ?? sleep)(Math.min(error.retryAfterMs ?? defaultPauseMs, maxPauseMs), signal)
    }
  }
}
