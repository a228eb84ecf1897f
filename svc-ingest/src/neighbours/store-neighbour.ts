import type { DatasetId, PublisherId } from '@hexawatt/shared/grid/publishers'
import { hourMs } from '@hexawatt/shared/time/instant'
import { archivePayload, type PackedPayload } from '../archive/payload-store.ts'
import { addQuarantined } from '../pipeline/feed-value-store.ts'
import type { StoreDeps } from '../pipeline/store-feed.ts'
import type { NeighbourContent, NeighbourHourMw, Refused } from '../sources/definition/content.ts'
import { addNeighbourVersions, lockNeighbours } from './neighbour-store.ts'

/** Content of one payload, and where it comes from. */
type NeighbourPayload = {
  publisher: PublisherId
  /** Name of the payload in the archive: the dataset. */
  source: DatasetId
  query: Readonly<Record<string, string>>
  packed: PackedPayload
  content: NeighbourContent
}

/** Values that were taken and refused, and hours that got a new version. */
export type StoredNeighbour = { taken: number; quarantined: number; changed: number }

/** Reasons of one payload that are logged. */
const maxLoggedReasons = 5

/**
 * Stores the new values of a neighbour in one payload. The archived payload, the versions and the quarantined values are one transaction; the same payload a
 * second time writes nothing. A value that is not believed is quarantined: its hour lacks the type.
 *
 * @throws UpstreamError `transient` when object storage did not take the payload: nothing is stored
 */
export async function storeNeighbour(deps: StoreDeps, payload: NeighbourPayload): Promise<StoredNeighbour> {
  const { sql, archive, partitions, clock, logger } = deps
  const { publisher, source, query, packed, content } = payload
  const question = { source, asked: new URLSearchParams(query).toString() }
  const placed = await archive.place(question, packed)
  const fetchedAt = clock.now()
  const { accepted, refused } = judgeHours(content, fetchedAt)
  if (refused.length > 0 || content.unreadable > 0) {
    const reasons = [...new Set([...content.reasons, ...refused.map(({ reason }) => reason)])]
    logger.warn(
      {
        dataset: source,
        unreadable: content.unreadable,
        quarantined: refused.length,
        reasons: reasons.slice(0, maxLoggedReasons),
      },
      'values refused',
    )
  }
  await partitions.ensure('raw_payloads', [fetchedAt])
  await partitions.ensure(
    'neighbour_generation',
    accepted.map(({ startMs }) => Temporal.Instant.fromEpochMilliseconds(startMs)),
  )
  const { changed, kept } = await sql.begin(async (tx) => {
    await lockNeighbours(tx)
    const payloadId = await archivePayload(tx, question, placed, fetchedAt)
    const provenance = { publisher, knownFrom: fetchedAt, payloadId }
    await addQuarantined(tx, { ...provenance, feed: source }, refused)
    return addNeighbourVersions(tx, { ...provenance, country: content.country }, accepted)
  })
  if (kept > 0) logger.warn({ dataset: source, hours: kept }, 'hours without a former type keep their former values')
  const taken = accepted.reduce((count, { mwByType }) => count + Object.keys(mwByType).length, 0)
  return { taken, quarantined: refused.length, changed }
}

/** Hours that have ended, and the values that are refused. */
function judgeHours({ hours, refused }: NeighbourContent, now: Temporal.Instant) {
  const hasEnded = ({ startMs }: NeighbourHourMw) => startMs + hourMs <= now.epochMilliseconds
  const tooEarly = hours
    .filter((hour) => !hasEnded(hour))
    .flatMap(({ startMs, mwByType }) =>
      Object.entries(mwByType).map(([series, value]) => toRefused(startMs, series, value)),
    )
  return { accepted: hours.filter(hasEnded), refused: [...refused, ...tooEarly] }
}

function toRefused(startMs: number, series: string, value: number): Refused {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
  const measurement = { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value, updatedAt: null }
  return { measurement, reason: 'realised value of an hour that ends in the future' }
}
