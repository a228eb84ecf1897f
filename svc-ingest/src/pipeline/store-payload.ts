import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { FeedDefinition } from '../feeds/feed.ts'
import type { Normalised } from '../feeds/measurement.ts'
import type { UpstreamPayload } from '../upstream/operator-client.ts'
import { addDocuments } from './feed-document-store.ts'
import { addQuarantined, addVersions, lockFeed } from './feed-value-store.ts'
import type { Partitions } from './partition-store.ts'
import { archivePayload, packPayload } from './payload-store.ts'
import { type Judged, judge } from './plausibility.ts'
import { requestRecomputation } from './recomputation-store.ts'

export type StoreDeps = { sql: Sql; partitions: Partitions; clock: Clock; logger: Logger }

/** What a payload brought: slots and documents with a new version, and values set apart. */
export type Stored = { changedSlots: number; changedDocuments: number; quarantined: number }

/** Reasons of one payload that are logged. */
const maxLoggedReasons = 5

/**
 * Reads one payload and stores what is new in it: the archived payload, the refused values, the versions and the announcement
 * of what changed are one transaction. The same payload twice writes nothing the second time.
 *
 * @throws UpstreamError `unusable` when the payload does not have the agreed shape
 */
export async function storePayload(deps: StoreDeps, feed: FeedDefinition, payload: UpstreamPayload): Promise<Stored> {
  const { sql, partitions, clock, logger } = deps
  const fetchedAt = clock.now()
  const normalised = feed.normalise(payload.json, payload.query)
  const judged = judge(feed, normalised.measurements, fetchedAt)
  logRefused(logger, feed, normalised, judged)
  const packed = await packPayload(payload.body)
  const asked = new URLSearchParams(payload.query).toString()
  await partitions.ensure('raw_payloads', [fetchedAt])
  await partitions.ensure(
    'feed_values',
    judged.accepted.map(({ slotStart }) => slotStart),
  )
  return sql.begin(async (tx) => {
    await lockFeed(tx, feed.id)
    const payloadId = await archivePayload(tx, { source: feed.id, asked }, packed, fetchedAt)
    const provenance = { feed: feed.id, knownFrom: fetchedAt, payloadId }
    await addQuarantined(tx, provenance, judged.quarantined)
    const changedDocuments = await addDocuments(tx, provenance, normalised.documents)
    const added = await addVersions(tx, provenance, judged.accepted)
    await requestRecomputation(tx, provenance, added)
    return { changedSlots: added.count, changedDocuments, quarantined: judged.quarantined.length }
  })
}

function logRefused(
  logger: Logger,
  feed: FeedDefinition,
  { unreadableSlots }: Normalised,
  { quarantined }: Judged,
): void {
  if (unreadableSlots === 0 && quarantined.length === 0) return
  const reasons = [...new Set(quarantined.map(({ reason }) => reason))].slice(0, maxLoggedReasons)
  logger.warn({ feed: feed.id, unreadableSlots, quarantined: quarantined.length, reasons }, 'values refused')
}
