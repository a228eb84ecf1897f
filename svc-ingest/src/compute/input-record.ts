import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/score-inputs'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { RowOrigin } from './row-origin.ts'

/**
 * What a point says about one of its feeds. The exact rows are those that were known at its instant (a query on `known_from`);
 * this tells how many they were and where to begin to look.
 */
export type FeedRecord = {
  /** Availability, 0–1. */
  phi: number
  rows: number
  /** When the newest of the rows became known; null without rows. */
  newestKnownFrom: string | null
  /** Payloads that the rows came from, the newest {@link maxPayloadIds}, ascending. */
  payloadIds: number[]
}

/** Ids that are kept for one feed: seven days of hourly values come from hundreds of payloads. */
export const maxPayloadIds = 8

/** Record of every feed, for the audit of a point. */
export function inputRecord(
  originsByFeed: Readonly<Partial<Record<FeedId, readonly RowOrigin[]>>>,
  { availabilityByFeed }: ScoreInputs,
): Record<FeedId, FeedRecord> {
  return Object.fromEntries(
    feedIds.map((feed) => [feed, feedRecord(originsByFeed[feed] ?? [], availabilityByFeed[feed])]),
  ) as Record<FeedId, FeedRecord>
}

function feedRecord(origins: readonly RowOrigin[], phi: number): FeedRecord {
  const newestMs = origins.reduce(
    (newest, { knownFrom }) => Math.max(newest, knownFrom.epochMilliseconds),
    Number.NEGATIVE_INFINITY,
  )
  const payloadIds = [...new Set(origins.map(({ payloadId }) => Number(payloadId)))].sort((a, b) => a - b)
  return {
    phi,
    rows: origins.length,
    newestKnownFrom: origins.length === 0 ? null : isoSeconds(Temporal.Instant.fromEpochMilliseconds(newestMs)),
    payloadIds: payloadIds.slice(-maxPayloadIds),
  }
}
