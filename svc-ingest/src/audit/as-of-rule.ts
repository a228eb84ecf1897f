import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { knownVersion } from '../inputs/known-version.ts'
import { publicationDueMs } from '../inputs/publication-due.ts'
import type { RowOrigin } from '../inputs/stored-rows-store.ts'
import type { StoredPoint } from './stored-point-store.ts'

/** A version of something that holds over a span; a document has no series. */
type SlotVersion = RowOrigin & { series?: string; slotStart: Temporal.Instant; slotEnd: Temporal.Instant }

/** Which versions a point could know. */
export type AsOfRule = {
  kind: StoredPoint['provenance']
  /** What became known later is not even read. */
  until: Temporal.Instant
  /** Of the versions of one slot or document the one that counts as known; undefined when none does. */
  choose: <Version extends SlotVersion>(feed: FeedId, versions: readonly Version[]) => Version | undefined
}

/**
 * The rule by which a point was computed. Live: the version that had become known last. Backfilled: that one, else the first of those
 * that were learnt later, from the instant on at which it was due to be public.
 */
export function asOfRuleOf({ at, computedAt, provenance }: StoredPoint): AsOfRule {
  const atMs = at.epochMilliseconds
  const isLive = provenance === 'live'
  return {
    kind: provenance,
    until: isLive ? at : computedAt,
    choose(feed, versions) {
      const learnt = versions
        .map((version) => ({ version, knownMs: version.knownFrom.epochMilliseconds }))
        .sort((a, b) => a.knownMs - b.knownMs)
      const dueMs = ({ version }: (typeof learnt)[number]) =>
        isLive ? Number.POSITIVE_INFINITY : versionDueMs(feed, version)
      return knownVersion(learnt, dueMs, atMs)?.version
    },
  }
}

function versionDueMs(feed: FeedId, { series = '', slotStart, slotEnd }: SlotVersion): number {
  return publicationDueMs({ feed, series, startMs: slotStart.epochMilliseconds, endMs: slotEnd.epochMilliseconds })
}
