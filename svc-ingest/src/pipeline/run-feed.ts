import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PlausibleRange } from '@hexawatt/shared/grid/plausible-ranges'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { archivePayload, type PackedPayload, packPayload } from '../archive/payload-store.ts'
import type { FeedDefinition, Measurement, Normalised } from '../feeds/definition/feed.ts'
import type { OperatorClient, Query, UpstreamPayload } from '../upstream/operator-client.ts'
import type { PayloadOrigin } from '../upstream/payload-origin.ts'
import type { Window } from '../upstream/window.ts'
import { coarserReason, feedsOfSeveralLengths } from './coarser-slots.ts'
import { addDocuments } from './feed-document-store.ts'
import {
  addQuarantined,
  addVersions,
  lockFeed,
  newestSlot,
  readCoarserThanStored,
  readHeldValues,
  requestRecomputation,
} from './feed-value-store.ts'
import { distinctNames, withNewElements } from './new-elements.ts'
import type { Partitions } from './partition-store.ts'
import { type Judged, judge } from './plausibility.ts'
import { recordYield } from './poll-yield-store.ts'
import { arbitrate, type Disagreement } from './precedence.ts'
import { selectWindow } from './select-window.ts'
import {
  newestCompleteSlotEnd,
  recordFailure,
  recordPollFailure,
  recordStandIn,
  recordSuccess,
} from './source-status-store.ts'
import { nothingStored, type Stored, sumOfStored } from './stored.ts'

export type PipelineDeps = IngestDeps

/**
 * One poll of a feed: select window → fetch → parse → normalise → judge → archive the payload and add the new versions, then record
 * the freshness of the source. A second run with the same payloads writes nothing.
 *
 * @returns what was stored; with a `fault` the poll counts as failed
 * @throws UpstreamError after recording the failure; payloads stored before it stay stored
 */
export async function runFeed(deps: PipelineDeps, feed: FeedDefinition, signal?: AbortSignal): Promise<WindowIngest> {
  const { sql, clock } = deps
  const window = selectWindow(feed, await newestCompleteSlotEnd(sql, feed.id, clock.now()), clock.now())
  try {
    const ingest = await ingestWindow(deps, feed, window, signal)
    const newest = await newestSlot(sql, feed.id, clock.now(), { series: feed.freshSeries })
    const received = {
      at: clock.now(),
      newestSlotEnd: newest?.slotEnd ?? null,
      origin: withNewElements(ingest.origin, ingest.newElements),
      publisher: newest?.publisher ?? 'rte',
    }
    if (ingest.fault !== null) {
      await recordStandIn(sql, feed.id, received)
      await recordFailure(sql, feed.id, clock.now(), ingest.fault)
      return ingest
    }
    await recordSuccess(sql, feed.id, received)
    const emptied = await recordYield(sql, feed.id, new Map([[feed.id, ingest.values]]))
    if (emptied.length > 0) deps.logger.warn({ source: feed.id }, 'a poll found no value, the one before it did')
    return ingest
  } catch (error) {
    await recordPollFailure(sql, feed.id, clock.now(), error)
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
  let payloads = 0
  let stored = nothingStored
  let origin: PayloadOrigin = { isGenerated: false, note: null }
  for await (const payload of deps.operator.fetchWindow(feed.resource, window, signal)) {
    stored = sumOfStored(stored, await storePayload(deps, feed, payload))
    payloads++
    origin = payload.origin
  }
  return { ...stored, payloads, origin }
}

export type StoreDeps = {
  sql: Sql
  archive: PayloadArchive
  partitions: Partitions
  clock: Clock
  logger: Logger
  /** Harmonised minimum and maximum price of the day-ahead auction, EUR/MWh. */
  priceLimits: PlausibleRange
}

/** Content of one payload for one feed, and where it comes from. */
type FeedPayload = {
  publisher: PublisherId
  /** Name of the payload in the archive: the feed of the operator, or the dataset of an open source. */
  source: string
  query: Query
  packed: PackedPayload
  normalised: Normalised
}

/** Stores what is new in one payload of the operator. @throws UpstreamError `unusable` when it does not have the agreed shape */
export async function storePayload(deps: StoreDeps, feed: FeedDefinition, payload: UpstreamPayload): Promise<Stored> {
  const { json, query, body } = payload
  return storeContent(deps, feed, {
    publisher: 'rte',
    source: feed.id,
    query,
    packed: await packPayload(body),
    normalised: feed.normalise(json, query),
  })
}

/**
 * Stores what is new of a feed in one payload. The archived payload, the quarantined values, the versions and the recomputation request are
 * one transaction; its body may go to object storage before. The same payload a second time writes nothing. Where another publisher holds a slot,
 * {@link arbitrate} decides.
 *
 * @throws UpstreamError `transient` when object storage did not take the body: nothing is stored
 */
export async function storeContent(deps: StoreDeps, feed: FeedDefinition, payload: FeedPayload): Promise<Stored> {
  const { sql, archive, partitions, clock, logger } = deps
  const { publisher, normalised } = payload
  const question = { source: payload.source, asked: new URLSearchParams(payload.query).toString() }
  // Before the instant from which the values count as known: a point of that instant must find them stored.
  const placed = await archive.place(question, payload.packed)
  const fetchedAt = clock.now()
  const judged = judge(feed, normalised.measurements, fetchedAt, deps.priceLimits)
  judged.quarantined.push(...(normalised.refused ?? []))
  logOddities(logger, feed.id, normalised, judged)
  await partitions.ensure('raw_payloads', [fetchedAt])
  await partitions.ensure(
    'feed_values',
    judged.accepted.map(({ slotStart }) => slotStart),
  )
  return sql.begin(async (tx) => {
    await lockFeed(tx, feed.id)
    const payloadId = await archivePayload(tx, question, placed, fetchedAt)
    const provenance = { feed: feed.id, publisher, knownFrom: fetchedAt, payloadId }
    const changedDocuments = await addDocuments(tx, provenance, normalised.documents)
    const held = await readHeldValues(tx, provenance, judged.accepted)
    const { accepted: preferred, agreeing, disagreements } = arbitrate(feed.id, publisher, judged.accepted, held)
    const coarser = feedsOfSeveralLengths.has(feed.id)
      ? await readCoarserThanStored(tx, provenance, preferred)
      : new Set<Measurement>()
    const accepted = preferred.filter((measurement) => !coarser.has(measurement) && !agreeing.has(measurement))
    const refused = [...coarser].map((measurement) => ({ measurement, reason: coarserReason }))
    await addQuarantined(tx, provenance, [...judged.quarantined, ...refused])
    logDisagreements(logger, feed.id, publisher, disagreements)
    const agreed = await addVersions(
      tx,
      provenance,
      [...agreeing].filter((measurement) => !coarser.has(measurement)),
    )
    const added = await addVersions(tx, provenance, accepted)
    await requestRecomputation(tx, provenance, added)
    return {
      values: normalised.measurements.length + normalised.documents.length,
      changedSlots: added.count + agreed.count,
      changedDocuments,
      taken: judged.accepted.length - coarser.size + normalised.documents.length,
      unreadable: normalised.unreadableSlots,
      quarantined: judged.quarantined.length + coarser.size,
      disagreements: disagreements.length,
      newElements: distinctNames(normalised.newElements ?? []),
      contradictions: normalised.contradictions ?? {},
      fault: normalised.fault ?? null,
    }
  })
}

/** Reasons of one payload that are logged. */
const maxLoggedReasons = 5

/** Logs refused values, contradictions and a fault of a payload, each in at most one line. */
function logOddities(logger: Logger, feed: FeedId, normalised: Normalised, { quarantined }: Judged): void {
  const { unreadableSlots, contradictions = {}, fault } = normalised
  if (unreadableSlots > 0 || quarantined.length > 0) {
    const all = [...(normalised.reasons ?? []), ...quarantined.map(({ reason }) => reason)]
    const reasons = [...new Set(all)].slice(0, maxLoggedReasons)
    logger.warn({ feed, unreadableSlots, quarantined: quarantined.length, reasons }, 'values refused')
  }
  if (Object.keys(contradictions).length > 0) logger.info({ feed, contradictions }, 'figures contradict each other')
  if (fault !== undefined) logger.error({ feed, fault }, 'payload lacks a member')
}

/** Logs values that two publishers give very differently, with an example. */
function logDisagreements(
  logger: Logger,
  feed: FeedId,
  publisher: PublisherId,
  disagreements: readonly Disagreement[],
): void {
  const [first] = disagreements
  if (first === undefined) return
  const { series, slotStart, incoming, held } = first
  const example = `${series} of ${slotStart}: ${incoming} by ${publisher}, ${held.value} by ${held.publisher}`
  logger.warn({ feed, count: disagreements.length, example }, 'publishers disagree')
}
