import {
  bandDays,
  computeArchivedLevels,
  computeNextAlpha,
  type ErrorLevels,
  findBandBucket,
} from '@hexawatt/shared/methodology/forecast/bands'
import { bandLastLeads } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDayStart } from '@hexawatt/shared/time/paris'
import { createSortedWindow } from './sorted-window.ts'

/** The error of one hour of an issue. */
export type ArchivedError = {
  issuedAt: Temporal.Instant
  startMs: number
  lead: number
  error: number
  /** Whether the realised value lay outside of the band; null when the hour had no band. */
  isOutside: boolean | null
}

/** Everything that the bands of one quantity know: the errors of earlier issues whose targets are known (docs/methodology/forecast.md#bands). */
export type BandArchive = {
  /**
   * Takes in the targets that have become known at `now`, forgets issues of more than 60 days ago, and adjusts the levels once a Paris day.
   *
   * @param knownUntilMs end, ms, of the newest hour whose realised value is known
   */
  learn: (now: Temporal.Instant, knownUntilMs: number) => void
  /** Errors of the bucket of a lead, ascending: a view that the next call of `learn` makes invalid. */
  listErrors: (lead: number) => Float64Array
  /** Quantiles of these errors at the adjusted levels; null with too few errors. */
  findLevels: (lead: number) => ErrorLevels | null
  /** Adds an error, which counts once its target is known. */
  add: (error: ArchivedError) => void
}

type PendingError = { issuedMs: number; bucket: number; error: number; isOutside: boolean | null }

/** An empty archive. */
export function createBandArchive(): BandArchive {
  const errors = bandLastLeads.map(createSortedWindow)
  const pendingByStart = new Map<number, PendingError[]>()
  const errorsByIssue = new Map<number, { bucket: number; error: number }[]>()
  /** Targets that became known on the present Paris day, by bucket. */
  let today = createEmptyDay()
  let alphas = bandLastLeads.map(() => 0)
  let dayStartMs = Number.NaN

  function learn(now: Temporal.Instant, knownUntilMs: number): void {
    const startMs = parisDayStart(now).epochMilliseconds
    if (startMs !== dayStartMs) {
      alphas = alphas.map((alpha, bucket) => {
        const { known, outside } = today[bucket] ?? { known: 0, outside: 0 }
        return computeNextAlpha(alpha, outside, known)
      })
      today = createEmptyDay()
      dayStartMs = startMs
    }
    takeInKnown(knownUntilMs)
    const oldestMs = now.epochMilliseconds - bandDays * 24 * hourMs
    for (const [issuedMs, ofIssue] of errorsByIssue) {
      if (issuedMs >= oldestMs) continue
      errorsByIssue.delete(issuedMs)
      for (const { bucket, error } of ofIssue) errors[bucket]?.remove(error)
    }
  }

  function takeInKnown(knownUntilMs: number): void {
    for (const [startMs, pending] of pendingByStart) {
      if (startMs + hourMs > knownUntilMs) continue
      pendingByStart.delete(startMs)
      for (const { issuedMs, bucket, error, isOutside } of pending) {
        errors[bucket]?.insert(error)
        errorsByIssue.getOrInsertComputed(issuedMs, () => []).push({ bucket, error })
        const day = today[bucket]
        if (day === undefined || isOutside === null) continue
        day.known += 1
        if (isOutside) day.outside += 1
      }
    }
  }

  const listErrors = (lead: number): Float64Array => errors[findBandBucket(lead)]?.values() ?? new Float64Array()

  return {
    learn,
    listErrors,
    findLevels: (lead) => computeArchivedLevels(listErrors(lead), alphas[findBandBucket(lead)] ?? 0),
    add({ issuedAt, startMs, lead, error, isOutside }) {
      const pending = pendingByStart.getOrInsertComputed(startMs, () => [])
      pending.push({ issuedMs: issuedAt.epochMilliseconds, bucket: findBandBucket(lead), error, isOutside })
    },
  }
}

const createEmptyDay = () => bandLastLeads.map(() => ({ known: 0, outside: 0 }))
