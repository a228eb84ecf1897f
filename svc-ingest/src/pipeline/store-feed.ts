import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PlausibleRange } from '@hexawatt/shared/grid/plausible-ranges'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { archivePayload, type PackedPayload } from '../archive/payload-store.ts'
import type { Measurement, Normalised } from '../sources/definition/content.ts'
import type { Query } from '../sources/definition/source.ts'
import { coarserReason, feedsOfSeveralLengths } from './coarser-slots.ts'
import { addDocuments } from './feed-document-store.ts'
import {
  addQuarantined,
  addVersions,
  lockFeed,
  readCoarserThanStored,
  readHeldValues,
  requestHoursOfMix,
  requestRecomputation,
} from './feed-value-store.ts'
import { listDistinctNames } from './new-elements.ts'
import type { Partitions } from './partition-store.ts'
import { type Judged, judge } from './plausibility.ts'
import { arbitrate, type Disagreement } from './precedence.ts'
import type { Stored } from './stored.ts'

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
  /** Name of the payload in the archive: the id of its source. */
  source: string
  query: Query
  packed: PackedPayload
  normalised: Normalised
}

/**
 * Stores the new values of a feed in one payload. The archived payload, the quarantined values, the versions and the recomputation request are
 * one transaction; its body may go to object storage before. The same payload a second time writes nothing. Where another publisher holds a slot,
 * {@link arbitrate} decides.
 *
 * @throws UpstreamError `transient` when object storage did not take the body: nothing is stored
 */
export async function storeFeed(deps: StoreDeps, feed: FeedId, payload: FeedPayload): Promise<Stored> {
  const { sql, archive, partitions, clock, logger } = deps
  const { publisher, normalised } = payload
  const question = { source: payload.source, asked: new URLSearchParams(payload.query).toString() }
  // Before the instant from which the values count as known: a point of that instant must find them stored.
  const placed = await archive.place(question, payload.packed)
  const fetchedAt = clock.now()
  const judged = judge(feed, normalised.measurements, fetchedAt, deps.priceLimits)
  judged.quarantined.push(...(normalised.refused ?? []))
  logOddities(logger, feed, normalised, judged)
  await partitions.ensure('raw_payloads', [fetchedAt])
  await partitions.ensure(
    'feed_values',
    judged.accepted.map(({ slotStart }) => slotStart),
  )
  return sql.begin(async (tx) => {
    await lockFeed(tx, feed)
    const payloadId = await archivePayload(tx, question, placed, fetchedAt)
    const provenance = { feed: feed, publisher, knownFrom: fetchedAt, payloadId }
    const changedDocuments = await addDocuments(tx, provenance, normalised.documents)
    const held = await readHeldValues(tx, provenance, judged.accepted)
    const { accepted: preferred, agreeing, disagreements } = arbitrate(feed, publisher, judged.accepted, held)
    const coarser = feedsOfSeveralLengths.has(feed)
      ? await readCoarserThanStored(tx, provenance, preferred)
      : new Set<Measurement>()
    const accepted = preferred.filter((measurement) => !coarser.has(measurement) && !agreeing.has(measurement))
    const refused = [...coarser].map((measurement) => ({ measurement, reason: coarserReason }))
    await addQuarantined(tx, provenance, [...judged.quarantined, ...refused])
    logDisagreements(logger, feed, publisher, disagreements)
    const agreed = await addVersions(
      tx,
      provenance,
      [...agreeing].filter((measurement) => !coarser.has(measurement)),
    )
    await requestHoursOfMix(tx, provenance, agreed)
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
      newElements: listDistinctNames(normalised.newElements ?? []),
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
  if (Object.keys(contradictions).length > 0)
    logger.info({ feed, contradictions }, 'published figures contradict each other')
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
