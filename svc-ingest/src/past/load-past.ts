import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import { UpstreamError, type UpstreamErrorKind } from '@hexawatt/shared/upstream/upstream-error'
import { type ArchiveDeps, loadArchive } from '../backfill/archives.ts'
import { countMinutesOfDay } from '../backfill/completeness.ts'
import { collectGarbage } from '../backfill/run-backfill.ts'
import { readAttempts } from '../pipeline/source-status-store.ts'
import { getSource } from '../sources/registry.ts'
import { readPublisherPauseMs } from '../upstream/publisher-pace-store.ts'
import { waitAfterRefusalMs } from '../upstream/retry.ts'
import { type PastDay, type PastPiece, pickNextPiece, toPieceWindow } from './next-piece.ts'
import { newestAgeDays, type PastContent } from './past-contents.ts'
import {
  forgetPastDays,
  readCoveredMinutes,
  readPastDays,
  recordPastDays,
  releasePublisher,
  takePublisher,
} from './past-store.ts'
import { isQuiet, type QuietDeps } from './quiet-publisher.ts'

export type LoadPastDeps = ArchiveDeps &
  QuietDeps & {
    contents: readonly PastContent[]
    /** Whether Postgres has disk space to store an answer. */
    hasRoom: () => Promise<boolean>
    /** Name of this program among those that share the database. */
    holder: string
  }

/** `loaded` has asked for a piece, `known` found it stored meanwhile. `waiting`: polls come first, a pause is in force or another program is at work. */
export type PastStep = 'loaded' | 'known' | 'waiting' | 'failed' | 'done'

/** A step that takes longer is aborted, ms: below the time for which a program holds a publisher. */
const stepTimeoutMs = 1.5 * minuteMs
const longestPauseMs = 60 * minuteMs
/** After so many failures in a row of the same piece a refusal leaves its days out, where the publisher answers polls meanwhile. */
const maxRefusals = 4
/** Kinds of errors that the same question meets again; all others pass. */
const refusalKinds: readonly UpstreamErrorKind[] = ['rejected', 'unauthorized', 'unusable', 'too_large']
/** Days of one look at what is stored. */
const daysAtOnce = 31

/** Loads the next piece of the past of a publisher, newest first, unless polls or another program come first. */
export async function loadNextPiece(
  deps: LoadPastDeps,
  publisher: PublisherId,
  stopping: AbortSignal,
): Promise<PastStep> {
  const { sql, holder } = deps
  const failures = await takePublisher(sql, publisher, holder)
  if (failures === null) return 'waiting'
  let next = { failures, pauseMs: 0 }
  try {
    const piece = await findPiece(deps, publisher)
    if (piece === null) return 'done'
    const isStored = await recordStoredDays(deps, piece, false)
    if (isStored) return 'known'
    if (!(await deps.hasRoom()) || !(await isQuiet(deps, getSource(piece.source)))) return 'waiting'
    const error = await loadPiece(deps, piece, AbortSignal.any([stopping, AbortSignal.timeout(stepTimeoutMs)]))
    if (stopping.aborted) return 'waiting'
    next = error === null ? { failures: 0, pauseMs: 0 } : await planRetry(deps, piece, error, failures + 1)
    return error === null ? 'loaded' : 'failed'
  } finally {
    await releasePublisher(sql, publisher, holder, next)
  }
}

/** The next piece of a publisher. Days that no one looked at yet are looked at first: an installation loads only what it lacks. */
async function findPiece(deps: LoadPastDeps, publisher: PublisherId): Promise<PastPiece | null> {
  const { sql, clock } = deps
  const contents = deps.contents.filter((content) => content.publisher === publisher)
  const today = parisDate(clock.now())
  const oldestAge = Math.max(...deps.contents.map(({ maxAgeDays }) => maxAgeDays))
  const ids = contents.map(({ id }) => id)
  const readDays = () => readPastDays(sql, ids, today.subtract({ days: oldestAge }))
  const known = await readDays()
  const listDays = (isWanted: (day: PastDay | undefined) => boolean) =>
    contents.map((content) => {
      const ages = Array.from(
        { length: content.maxAgeDays - newestAgeDays + 1 },
        (_, index) => content.maxAgeDays - index,
      )
      const all = ages.map((age) => today.subtract({ days: age }))
      return { content, days: all.filter((day) => isWanted(known.get(content.id)?.get(day.toString()))) }
    })
  const isNew = listDays((day) => day === undefined).some(({ days }) => days.length > 0)
  // Once a day also those that were asked for in vain: polls, repairs or a backfill may have brought them since.
  for (const { content, days } of isNew ? listDays((day) => !day?.isKnown && day?.askedSources !== 0) : []) {
    for (let first = 0; first < days.length; first += daysAtOnce)
      await recordStoredDays(deps, { content, days: days.slice(first, first + daysAtOnce) }, false)
  }
  if (!isNew) return pickNextPiece(contents, today, known)
  await forgetPastDays(sql, today.subtract({ days: oldestAge + 1 }))
  return pickNextPiece(contents, today, await readDays())
}

/** Records which of some ascending days are stored whole. @returns whether all of them are */
async function recordStoredDays(
  { sql }: LoadPastDeps,
  { content, days }: Pick<PastPiece, 'content' | 'days'>,
  isAsked: boolean,
): Promise<boolean> {
  const window = toPieceWindow(days)
  const covered = await Promise.all(content.proofs.map((proof) => readCoveredMinutes(sql, proof, window)))
  const isWhole = (day: Temporal.PlainDate) =>
    covered.every((minutes) => (minutes.get(day.toString()) ?? 0) >= countMinutesOfDay(day))
  const known = new Set(days.filter(isWhole).map(String))
  await recordPastDays(sql, content.id, { days, known, isAsked })
  return known.size === days.length
}

/** @returns the error of the publisher, or of a step that took too long; null when the piece is loaded */
async function loadPiece(deps: LoadPastDeps, piece: PastPiece, signal: AbortSignal): Promise<Error | null> {
  const { content, source, days } = piece
  try {
    const { changedSlots } = await loadArchive(deps, getSource(source), toPieceWindow(days), signal)
    await recordStoredDays(deps, piece, true)
    collectGarbage()
    deps.logger.info(
      { source, content: content.id, from: String(days[0]), to: String(days.at(-1)), changedSlots },
      'past loaded',
    )
    return null
  } catch (error) {
    if (error instanceof UpstreamError) return error
    if (signal.aborted && error instanceof Error) return error
    throw error
  }
}

/**
 * When a piece is tried again, for every program. A piece that its publisher keeps refusing is left out, else it would hold up all older ones. A publisher
 * that refuses its polls too, as during maintenance or with wrong credentials, refuses no piece: else it would cost the whole past, for good.
 */
async function planRetry(
  deps: LoadPastDeps,
  { content, source, days }: PastPiece,
  error: Error,
  failures: number,
): Promise<{ failures: number; pauseMs: number }> {
  const { sql, logger } = deps
  const publisherPauseMs = await readPublisherPauseMs(sql, content.publisher)
  const isRefusal = error instanceof UpstreamError && refusalKinds.includes(error.kind)
  const isLeftOut = isRefusal && publisherPauseMs === 0 && failures >= maxRefusals
  if (isLeftOut && (await hasAnsweredPoll(deps, content.publisher, sumPausesMs(failures)))) {
    logger.warn({ source, from: String(days[0]), to: String(days.at(-1)), err: error.message }, 'past left out')
    await recordPastDays(sql, content.id, { days, known: new Set(), isAsked: true })
    return { failures: 0, pauseMs: 0 }
  }
  const askedMs = error instanceof UpstreamError && error.kind === 'rate_limited' ? waitAfterRefusalMs(error) : 0
  const pauseMs = Math.min(longestPauseMs, Math.max(computePauseMs(failures), askedMs, publisherPauseMs))
  logger.info({ source, from: String(days[0]), pauseMs, err: error.message }, 'past not loaded yet')
  return { failures, pauseMs }
}

const computePauseMs = (failures: number): number => Math.min(longestPauseMs, minuteMs * 2 ** (failures - 1))

/** The least time from the first of some failures in a row to the last, ms. */
function sumPausesMs(failures: number): number {
  return Array.from({ length: failures - 1 }, (_, index) => computePauseMs(index + 1)).reduce((sum, ms) => sum + ms, 0)
}

/** Whether a poll of a publisher has succeeded within the last `withinMs`. */
async function hasAnsweredPoll(
  { sql, clock, sources }: LoadPastDeps,
  publisher: PublisherId,
  withinMs: number,
): Promise<boolean> {
  const since = clock.now().subtract({ milliseconds: withinMs })
  const ofPublisher = sources.filter((source) => source.publisher === publisher)
  const attempts = await Promise.all(ofPublisher.map(({ id }) => readAttempts(sql, id)))
  return attempts.some(({ lastSuccess }) => lastSuccess !== null && Temporal.Instant.compare(lastSuccess, since) >= 0)
}
