import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { FeedDefinition, Normalised } from '../feeds/definition/feed.ts'
import type { PayloadOrigin } from '../upstream/http-client.ts'
import type { OperatorClient, UpstreamPayload } from '../upstream/operator-client.ts'
import type { Window } from '../upstream/window.ts'
import { addDocuments } from './feed-document-store.ts'
import { addQuarantined, addVersions, lockFeed, newestSlotEnd, requestRecomputation } from './feed-value-store.ts'
import type { Partitions } from './partition-store.ts'
import { archivePayload, packPayload } from './payload-store.ts'
import { type Judged, judge } from './plausibility.ts'
import { selectWindow } from './select-window.ts'
import { newestCompleteSlotEnd, recordFailure, recordSuccess } from './source-status-store.ts'

export type PipelineDeps = IngestDeps

/**
 * One poll of a feed: select window → fetch → parse → normalise → judge → archive the payload and add the new versions, then record
 * the freshness of the source. A second run with the same payloads writes nothing.
 *
 * @throws UpstreamError after recording the failure; payloads stored before it stay stored
 */
export async function runFeed(deps: PipelineDeps, feed: FeedDefinition, signal?: AbortSignal): Promise<WindowIngest> {
  const { sql, clock } = deps
  const window = selectWindow(feed, await newestCompleteSlotEnd(sql, feed.id, clock.now()), clock.now())
  try {
    const ingest = await ingestWindow(deps, feed, window, signal)
    const newest = await newestSlotEnd(sql, feed.id, clock.now(), feed.freshSeries)
    await recordSuccess(sql, feed.id, clock.now(), newest, ingest.origin)
    return ingest
  } catch (error) {
    await recordFailure(sql, feed.id, clock.now(), error instanceof Error ? error.message : 'unknown failure')
    throw error
  }
}

export type IngestDeps = StoreDeps & { operator: OperatorClient }

/** What a window added; `origin` is that of its last payload. */
type WindowIngest = Stored & { payloads: number; origin: PayloadOrigin }

/**
 * Fetches a window of a feed and stores what is new in it. Only one payload is in memory at a time. Polls, backfill and gap repair
 * all use it.
 *
 * @throws UpstreamError payloads stored before it stay stored
 */
export async function ingestWindow(
  deps: IngestDeps,
  feed: FeedDefinition,
  window: Window,
  signal?: AbortSignal,
): Promise<WindowIngest> {
  const sum = { payloads: 0, changedSlots: 0, changedDocuments: 0, quarantined: 0 }
  let origin: PayloadOrigin = { isGenerated: false, note: null }
  for await (const payload of deps.operator.fetchWindow(feed.resource, window, signal)) {
    const stored = await storePayload(deps, feed, payload)
    sum.payloads++
    sum.changedSlots += stored.changedSlots
    sum.changedDocuments += stored.changedDocuments
    sum.quarantined += stored.quarantined
    origin = payload.origin
  }
  return { ...sum, origin }
}

type StoreDeps = { sql: Sql; partitions: Partitions; clock: Clock; logger: Logger }

/** What a payload added: slots and documents with a new version, and values in quarantine. */
export type Stored = { changedSlots: number; changedDocuments: number; quarantined: number }

/** Reasons of one payload that are logged. */
const maxLoggedReasons = 5

/**
 * Stores what is new in one payload. The archived payload, the quarantined values, the versions and the recomputation request are
 * one transaction. The same payload a second time writes nothing.
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
