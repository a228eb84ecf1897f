import type { FeedId } from '../grid/feeds.ts'
import { findKnownVersion } from './known-version.ts'
import { computePublicationDueMs } from './publication-due.ts'
import type { RowOrigin } from './stored-rows-store.ts'

/** A version of a value or document; a document has no series. */
type SlotVersion = RowOrigin & { series?: string; slotStart: Temporal.Instant; slotEnd: Temporal.Instant }

/** The facts of a stored point by which the versions that it could know are selected. */
export type KnowingPoint = { at: Temporal.Instant; computedAt: Temporal.Instant; provenance: 'live' | 'backfilled' }

/** Selects the versions that a point could know. */
export type AsOfRule = {
  kind: KnowingPoint['provenance']
  /** Versions that became known later are not read. */
  until: Temporal.Instant
  /** The version of one slot or document that counts as known; undefined when none does. */
  choose: <Version extends SlotVersion>(feed: FeedId, versions: readonly Version[]) => Version | undefined
}

/**
 * The rule by which a point was computed. Live: the newest version that was known. Backfilled: the same, else the first version that
 * was received later, from the instant at which it was due to be public.
 */
export function createAsOfRule({ at, computedAt, provenance }: KnowingPoint): AsOfRule {
  const atMs = at.epochMilliseconds
  const isLive = provenance === 'live'
  return {
    kind: provenance,
    until: isLive ? at : computedAt,
    choose(feed, versions) {
      const received = versions
        .map((version) => ({ version, publisher: version.publisher, knownMs: version.knownFrom.epochMilliseconds }))
        .sort((a, b) => a.knownMs - b.knownMs)
      const dueMs = ({ version }: (typeof received)[number]) =>
        isLive ? Number.POSITIVE_INFINITY : computeVersionDueMs(feed, version)
      return findKnownVersion(received, dueMs, atMs)?.version
    },
  }
}

function computeVersionDueMs(feed: FeedId, { series = '', slotStart, slotEnd, publisher }: SlotVersion): number {
  const [startMs, endMs] = [slotStart.epochMilliseconds, slotEnd.epochMilliseconds]
  return computePublicationDueMs({ feed, series, startMs, endMs, publisher })
}
