import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { FeedDefinition } from '../feeds/feed.ts'
import type { OperatorClient, UpstreamPayload } from '../upstream/operator-client.ts'
import type { PayloadOrigin } from '../upstream/payload-origin.ts'
import type { Window } from '../upstream/window.ts'
import { addDocuments } from './feed-document-store.ts'
import { addQuarantined, addVersions, type ChangedSlot, lockFeed, newestSlotEnd } from './feed-value-store.ts'
import type { Partitions } from './partition-store.ts'
import { archivePayload, packPayload } from './payload-store.ts'
import { judge } from './plausibility.ts'
import { requestRecomputation } from './recomputation-store.ts'
import { selectWindow } from './select-window.ts'
import { recordFailure, recordSuccess } from './source-status-store.ts'

export type PipelineDeps = {
  sql: Sql
  operator: OperatorClient
  partitions: Partitions
  clock: Clock
  logger: Logger
}

export type FeedRun = { window: Window; payloads: number; changed: ChangedSlot[]; quarantined: number }

/**
 * One run of a feed: select window → fetch → parse → normalise → judge → archive the payload and add the versions that are new,
 * in one transaction per payload. Running it twice writes nothing the second time.
 *
 * @throws UpstreamError after noting the failure; payloads stored before it stay stored
 */
export async function runFeed(deps: PipelineDeps, feed: FeedDefinition, signal?: AbortSignal): Promise<FeedRun> {
  const { sql, clock, operator } = deps
  const window = selectWindow(feed, await newestSlotEnd(sql, feed.id, clock.now()), clock.now())
  const run: FeedRun = { window, payloads: 0, changed: [], quarantined: 0 }
  let origin: PayloadOrigin = { isGenerated: false, note: null }
  try {
    for await (const payload of operator.fetchWindow(feed.resource, window, signal)) {
      const stored = await storePayload(deps, feed, payload)
      run.payloads++
      run.changed.push(...stored.changed)
      run.quarantined += stored.quarantined
      origin = payload.origin
    }
  } catch (error) {
    await recordFailure(sql, feed.id, clock.now(), error instanceof Error ? error.message : 'unknown failure')
    throw error
  }
  await recordSuccess(sql, feed.id, clock.now(), await newestSlotEnd(sql, feed.id, clock.now()), origin)
  return run
}

async function storePayload(
  { sql, partitions, clock, logger }: PipelineDeps,
  feed: FeedDefinition,
  payload: UpstreamPayload,
): Promise<{ changed: ChangedSlot[]; quarantined: number }> {
  const fetchedAt = clock.now()
  const { measurements, documents, unreadableSlots } = feed.normalise(payload.json)
  const { accepted, quarantined } = judge(feed, measurements, fetchedAt)
  if (unreadableSlots > 0 || quarantined.length > 0) {
    const reasons = [...new Set(quarantined.map(({ reason }) => reason))].slice(0, 5)
    logger.warn({ feed: feed.id, unreadableSlots, quarantined: quarantined.length, reasons }, 'values refused')
  }
  const packed = await packPayload(payload.body)
  await partitions.ensure('raw_payloads', [fetchedAt])
  await partitions.ensure(
    'feed_values',
    accepted.map(({ slotStart }) => slotStart),
  )
  const changed = await sql.begin(async (tx) => {
    await lockFeed(tx, feed.id)
    const payloadId = await archivePayload(tx, feed.id, packed, fetchedAt)
    const provenance = { feed: feed.id, knownFrom: fetchedAt, payloadId }
    await addQuarantined(tx, provenance, quarantined)
    await addDocuments(tx, provenance, documents)
    const changed = await addVersions(tx, provenance, accepted)
    await requestRecomputation(tx, provenance, changed)
    return changed
  })
  return { changed, quarantined: quarantined.length }
}
