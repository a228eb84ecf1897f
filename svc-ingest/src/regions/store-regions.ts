import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { regionalQuantities } from '@hexawatt/shared/grid/regions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { archivePayload, type PackedPayload } from '../archive/payload-store.ts'
import type { Partitions } from '../pipeline/partition-store.ts'
import type { RegionalContent, RegionalRow } from '../sources/definition/content.ts'
import { addRegionalVersions, lockRegions } from './regional-value-store.ts'

type StoreDeps = { sql: Sql; archive: PayloadArchive; partitions: Partitions; clock: Clock; logger: Logger }

/** Content of one payload, and where it comes from. */
type RegionalPayload = {
  publisher: PublisherId
  /** Name of the payload in the archive: the dataset. */
  source: string
  query: Readonly<Record<string, string>>
  packed: PackedPayload
  content: RegionalContent
}

/** No region produces or consumes as much, MW: the largest has 14 GW of plants. */
const maxPowerMw = 30_000
/** Reasons of one payload that are logged. */
const maxLoggedReasons = 5

/**
 * Stores the new values of the regions in one payload; the archived payload and the versions are one transaction. Implausible rows are refused and logged;
 * they stay in the archived payload. The same payload a second time writes nothing.
 *
 * @returns how many rows got a new version
 * @throws UpstreamError `transient` when object storage did not take the payload: nothing is stored
 */
export async function storeRegions(deps: StoreDeps, payload: RegionalPayload): Promise<number> {
  const { sql, archive, partitions, clock, logger } = deps
  const { publisher, source, query, packed, content } = payload
  const question = { source, asked: new URLSearchParams(query).toString() }
  const placed = await archive.place(question, packed)
  const fetchedAt = clock.now()
  const reasons = content.rows.map((row) => findImplausibility(row, fetchedAt))
  const refused = [...new Set(reasons.filter((reason) => reason !== null))]
  if (refused.length > 0 || content.unreadableRows > 0) {
    const { unreadableRows } = content
    logger.warn({ dataset: source, unreadableRows, reasons: refused.slice(0, maxLoggedReasons) }, 'rows refused')
  }
  const accepted = content.rows.filter((_, index) => reasons[index] === null)
  await partitions.ensure('raw_payloads', [fetchedAt])
  await partitions.ensure(
    'regional_values',
    accepted.map(({ slotStart }) => slotStart),
  )
  return sql.begin(async (tx) => {
    await lockRegions(tx)
    const payloadId = await archivePayload(tx, question, placed, fetchedAt)
    return addRegionalVersions(tx, { publisher, knownFrom: fetchedAt, payloadId }, accepted)
  })
}

function findImplausibility({ region, slotEnd, powerMw }: RegionalRow, now: Temporal.Instant): string | null {
  if (Temporal.Instant.compare(slotEnd, now) > 0)
    return `realised row of a slot that ends in the future (${isoSeconds(slotEnd)})`
  const quantity = regionalQuantities.find((name) => Math.abs(powerMw[name] ?? 0) > maxPowerMw)
  if (quantity !== undefined) return `${quantity} of ${powerMw[quantity]} MW in region ${region}`
  const { consumption } = powerMw
  return consumption !== null && consumption < 0 ? `consumption of ${consumption} MW in region ${region}` : null
}
