import { recordFromEntries } from '../bounds/record-from-entries.ts'
import { computeEachTime, type Reuse } from '../bounds/reuse.ts'
import { type FeedId, feedIds } from '../grid/feeds.ts'
import { type PublisherId, publisherIds } from '../grid/publishers.ts'
import type { ScoreInputs } from '../methodology/score/sub-scores/score-inputs.ts'
import type { InputOrigin } from '../stored-rows/stored-rows-store.ts'
import { isoSeconds } from '../time/instant.ts'

/**
 * Record of one feed in a point. A query on `known_from` finds the exact rows that were known at its instant; the record says how
 * many there were and which payloads to start from.
 */
export type FeedRecord = {
  /** Availability, 0–1. */
  phi: number
  rows: number
  /** When the newest of the rows became known; null without rows. */
  newestKnownFrom: string | null
  /** Payloads that the rows came from, the newest {@link maxPayloadIds}, ascending. */
  payloadIds: number[]
  /** Publishers of the rows, unless all came from the operator's API. */
  publishers?: PublisherId[]
}

/** Ids that are recorded of one feed: seven days of hourly values come from hundreds of payloads. */
export const maxPayloadIds = 8

type OriginsByFeed = Readonly<Partial<Record<FeedId, readonly InputOrigin[]>>>
type InputRecorder = (originsByFeed: OriginsByFeed, inputs: ScoreInputs) => Record<FeedId, FeedRecord>

/** Records every feed of a point, for its audit. */
export const buildInputRecord: InputRecorder = (originsByFeed, inputs) =>
  createInputRecorder(computeEachTime)(originsByFeed, inputs)

/** Makes a recorder that reuses the summary of a feed's rows. */
export function createInputRecorder(reuse: Reuse): InputRecorder {
  const summaryOf = recordFromEntries(feedIds, () => reuse(summarizeOrigin))
  return (originsByFeed, { availabilityByFeed }) =>
    Object.fromEntries(
      feedIds.map((feed) => [
        feed,
        { phi: availabilityByFeed[feed], ...summaryOf[feed](originsByFeed[feed] ?? noOrigins) },
      ]),
    ) as Record<FeedId, FeedRecord>
}

const noOrigins: readonly InputOrigin[] = []

function summarizeOrigin(origins: readonly InputOrigin[]): Omit<FeedRecord, 'phi'> {
  const newestMs = origins.reduce(
    (newest, { knownFrom }) => Math.max(newest, knownFrom.epochMilliseconds),
    Number.NEGATIVE_INFINITY,
  )
  const payloadIds = [...new Set(origins.map(({ payloadId }) => Number(payloadId)))].sort((a, b) => a - b)
  return {
    rows: origins.length,
    newestKnownFrom: origins.length === 0 ? null : isoSeconds(Temporal.Instant.fromEpochMilliseconds(newestMs)),
    payloadIds: payloadIds.slice(-maxPayloadIds),
    ...listPublishers(origins),
  }
}

/** Absent where the operator's API gave every row, as it does in most records. */
function listPublishers(origins: readonly InputOrigin[]): Pick<FeedRecord, 'publishers'> {
  if (origins.every(({ publisher }) => publisher === 'rte')) return {}
  const given = new Set(origins.map(({ publisher }) => publisher))
  return { publishers: publisherIds.filter((id) => given.has(id)) }
}
