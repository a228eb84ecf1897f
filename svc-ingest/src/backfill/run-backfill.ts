import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { isOpenSource } from '../sources/registry.ts'
import { sleep, waitAfterRefusalMs } from '../upstream/retry.ts'
import { type ArchiveDeps, loadArchive } from './archives.ts'
import type { BackfillPiece } from './backfill-plan.ts'
import { buildPieceKey, forgetPieces, noteDonePiece, readDonePieces } from './backfill-store.ts'

type BackfillDeps = ArchiveDeps & {
  /** Waits after a 429; rejects when aborted. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

export type BackfillOptions = {
  /** Feeds that are loaded at once. */
  parallel: number
  /** When aborted, running pieces are finished and no other begins. */
  stopping: AbortSignal
  /** When aborted, running pieces are cancelled. */
  signal: AbortSignal
  onProgress?: (progress: BackfillProgress) => void
}

/** `resumed` pieces were completed by an earlier run and count as done. */
export type BackfillProgress = {
  total: number
  done: number
  resumed: number
  changedSlots: number
  failed: FailedPiece[]
}
export type FailedPiece = { piece: BackfillPiece; reason: string }

/** Result of a backfill; `complete` when every piece is done. */
export type BackfillOutcome = BackfillProgress & { complete: boolean }

/** After so many failures in a row the rest of a feed is skipped: more requests would fail too. */
const maxFailuresInARow = 3
/** Retries of a piece after a 429. */
const maxPauses = 3
const maxPauseMs = 15 * 60_000

/**
 * Loads the pieces of a plan: several feeds in parallel, the pieces of one feed oldest first and one at a time, so that memory use stays
 * constant. It records each completed piece, so that an interrupted run continues where it ended. A complete run deletes the records: the
 * next run fetches everything again and writes only changed values.
 */
export async function runBackfill(
  deps: BackfillDeps,
  pieces: readonly BackfillPiece[],
  options: BackfillOptions,
): Promise<BackfillOutcome> {
  const doneBefore = await readDonePieces(deps.sql)
  const open = pieces.filter((piece) => !doneBefore.has(buildPieceKey(piece)))
  const resumed = pieces.length - open.length
  const progress: BackfillProgress = { total: pieces.length, done: resumed, resumed, changedSlots: 0, failed: [] }
  options.onProgress?.(progress)
  await loadLanes(deps, open, options, progress)
  const complete = progress.done === progress.total
  if (complete) await forgetPieces(deps.sql, pieces)
  return { ...progress, complete }
}

/** Loads feeds in parallel. A failure that is no upstream's is thrown after the other feeds have finished their current piece. */
async function loadLanes(
  deps: BackfillDeps,
  pieces: readonly BackfillPiece[],
  options: BackfillOptions,
  progress: BackfillProgress,
): Promise<void> {
  const broken = new AbortController()
  const laneOptions = { ...options, stopping: AbortSignal.any([options.stopping, broken.signal]) }
  // The longest feed first, so that the last one to begin is short.
  const lanes = [...Map.groupBy(pieces, chooseLane).values()].sort((a, b) => b.length - a.length)
  const next = lanes.values()
  const loaders = Array.from({ length: Math.min(options.parallel, lanes.length) }, async () => {
    // Loaders share the iterator: each takes the next feed after it has finished one.
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

/** An open publisher is called once at a time anyway, and its finer archive comes before its coarser one. */
function chooseLane({ source }: BackfillPiece): string {
  return isOpenSource(source) ? source.publisher : source.id
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
      collectGarbage()
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

/** Growth of the resident memory after which a collection is forced, bytes. */
const collectAfterGrowthBytes = 16 * 1024 * 1024

/** Resident memory after the last forced collection. One number, because the process has one heap. */
let residentBytes = 0

/**
 * Forces a collection when the parsed payloads of finished pieces have made the process grow: without it they accumulate, and the process needs 300 MB and
 * more instead of 200. Not after every piece: a collection walks the whole heap, and many pieces are small.
 */
export function collectGarbage(): void {
  if (process.memoryUsage.rss() - residentBytes < collectAfterGrowthBytes) return
  Bun.gc(true)
  residentBytes = process.memoryUsage.rss()
}

/** Loads one piece, again after each 429. @returns slots and documents with a new version */
async function loadPiece(deps: BackfillDeps, piece: BackfillPiece, { signal }: BackfillOptions): Promise<number> {
  for (let pauses = 0; ; pauses++) {
    try {
      const { changedSlots, changedDocuments } = await loadArchive(deps, piece.source, piece.window, signal)
      return changedSlots + changedDocuments
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind !== 'rate_limited' || pauses === maxPauses) throw error
      await (deps.wait ?? sleep)(Math.min(waitAfterRefusalMs(error), maxPauseMs), signal)
    }
  }
}
