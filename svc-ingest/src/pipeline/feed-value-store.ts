import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId, PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import type { Measurement, Refused } from '../sources/definition/content.ts'
import type { HeldValue } from './precedence.ts'

/** Slots that got a new version: how many, and the span from the first to the last of them (both null when none did). */
type AddedVersions = { count: number; firstSlot: Temporal.Instant | null; lastSlot: Temporal.Instant | null }

/** When values became known, from whom, and from which payload. */
export type Provenance = { feed: FeedId; publisher: PublisherId; knownFrom: Temporal.Instant; payloadId: string }

/** Rows of one statement: the largest payload (7 MB) holds about 40 000 slots. */
const chunkRows = 20_000

/** Serialises the writers of one feed, so that all of them see the same newest versions. */
export async function lockFeed(tx: TransactionSql, feed: FeedId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext(${`feed ${feed}`}))`
}

/**
 * Adds a version of each value that differs from the newest known one. An unchanged value writes nothing; a value whose publisher's
 * date is older than the stored one is ignored. No version is ever updated in place.
 */
export async function addVersions(
  tx: TransactionSql,
  provenance: Provenance,
  measurements: readonly Measurement[],
): Promise<AddedVersions> {
  const added: AddedVersions = { count: 0, firstSlot: null, lastSlot: null }
  if (measurements.length === 0) return added
  // Sorted by slot, each statement reads one narrow span of the stored rows and writes the index in order.
  const ordered = measurements.toSorted((a, b) => Temporal.Instant.compare(a.slotStart, b.slotStart))
  await joinBySets(tx)
  for (let at = 0; at < ordered.length; at += chunkRows) {
    const part = await addChunk(tx, provenance, ordered.slice(at, at + chunkRows))
    added.count += part.count
    added.firstSlot ??= part.firstSlot
    added.lastSlot = part.lastSlot ?? added.lastSlot
  }
  return added
}

/**
 * Newest values, known by then, of the slots of a span in which another origin than this publisher's newest has one; none where only one publisher ever
 * gave values.
 */
export async function readHeldValues(
  tx: TransactionSql,
  { feed, publisher, knownFrom }: Provenance,
  measurements: readonly Measurement[],
): Promise<HeldValue[]> {
  if (measurements.length === 0) return []
  await joinBySets(tx)
  const starts = measurements.map(({ slotStart }) => slotStart.epochMilliseconds)
  const [firstMs, lastMs] = extremes(starts)
  const inSpan = tx`feed = ${feed} and slot_start between to_timestamp(${firstMs / 1000}::double precision)
    and to_timestamp(${lastMs / 1000}::double precision)`
  // The operator's polls, which are the most frequent, use the index of values of other publishers; it is empty while no source stands in.
  const foreign = publisher === 'rte' ? tx`publisher <> 'rte'` : tx`(publisher <> ${publisher} or nature is not null)`
  return tx<HeldValue[]>`
    select distinct on (slot_start, series) slot_start, series, value, publisher, nature from feed_values
    where ${inSpan} and known_from <= ${knownFrom}
      and slot_start in (select slot_start from feed_values where ${inSpan} and known_from <= ${knownFrom} and ${foreign})
    order by slot_start, series, known_from desc`
}

/**
 * Until the end of the transaction. The planner cannot know how many rows a payload brings, nor how many a new partition holds: where it expects one,
 * it would compare every row with every other in a nested loop.
 */
async function joinBySets(tx: TransactionSql): Promise<void> {
  await tx`set local enable_nestloop = off`
}

/** First and last of these numbers, which are too many to be arguments. */
function extremes(numbers: readonly number[]): [number, number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    if (number < least) least = number
    if (number > greatest) greatest = number
  }
  return [least, greatest]
}

/**
 * One statement: joins the newest stored versions of the span as a set, which is empty where nothing was stored. The feed is locked, so that no other
 * writer adds the same version: the statement itself leaves out values that the same instant has already stored, at half the cost of `on conflict`.
 * Rows go in by the order of the index, for the same reason.
 */
async function addChunk(
  tx: TransactionSql,
  { feed, publisher, knownFrom, payloadId }: Provenance,
  chunk: readonly Measurement[],
): Promise<AddedVersions> {
  const [first, last] = [chunk[0]?.slotStart ?? null, chunk.at(-1)?.slotStart ?? null]
  const [row] = await tx<AddedVersions[]>`
    with newest as (
      select distinct on (slot_start, series) slot_start, series, slot_end, value, publisher, nature, known_from,
        coalesce(source_updated_at, known_from) as updated_at
      from feed_values
      where feed = ${feed} and slot_start between ${first} and ${last} and known_from <= ${knownFrom}
      order by slot_start, series, known_from desc
    ), added as (
      insert into feed_values (feed, series, slot_start, slot_end, value, source_updated_at, known_from, payload_id,
        publisher, nature)
      select distinct on (slot_start, series) ${feed}, incoming.series, incoming.slot_start, incoming.slot_end,
        incoming.value, incoming.source_updated_at, ${knownFrom}, ${payloadId}, ${publisher}, incoming.nature
      from ${buildIncomingRows(tx, chunk)}
      left join newest using (slot_start, series)
      where newest.value is null or (newest.known_from < ${knownFrom} and (
        -- Dates of two publishers do not compare: which of them holds a slot is decided before (precedence).
        newest.publisher <> ${publisher} or newest.nature is distinct from incoming.nature
        or ((incoming.value, incoming.slot_end) is distinct from (newest.value, newest.slot_end)
          and coalesce(incoming.source_updated_at, ${knownFrom}) >= newest.updated_at)))
      order by slot_start, series, position
      returning slot_start
    )
    select count(*)::int as count, min(slot_start) as first_slot, max(slot_start) as last_slot from added`
  if (row === undefined) throw new Error('adding versions gave no count')
  return row
}

/**
 * The values whose slots are covered by shorter stored ones of the same series: an hour over its four quarter-hours. Quarter-hours can have none, so they need no
 * query.
 */
export async function readCoarserThanStored(
  tx: TransactionSql,
  { feed, knownFrom }: Provenance,
  measurements: readonly Measurement[],
): Promise<ReadonlySet<Measurement>> {
  const coarse = measurements.filter(({ slotStart, slotEnd }) => {
    const lengthMs = slotEnd.epochMilliseconds - slotStart.epochMilliseconds
    return lengthMs > quarterHourMs && lengthMs <= hourMs
  })
  if (coarse.length === 0) return new Set()
  await joinBySets(tx)
  const [firstMs, lastMs] = extremes(coarse.map(({ slotStart }) => slotStart.epochMilliseconds))
  const positions = await tx<{ position: string }[]>`
    with stored as (
      select distinct on (slot_start, series) series, slot_start, slot_end, date_bin('1 hour', slot_start, 'epoch') as hour
      from feed_values
      where feed = ${feed} and known_from <= ${knownFrom}
        and slot_start between to_timestamp(${firstMs / 1000}::double precision)
          and to_timestamp(${(lastMs + hourMs) / 1000}::double precision)
      order by slot_start, series, known_from desc
    )
    select incoming.position from ${buildIncomingRows(tx, coarse)}
    join stored on stored.series = incoming.series and stored.hour = date_bin('1 hour', incoming.slot_start, 'epoch')
    where stored.slot_start >= incoming.slot_start and stored.slot_end <= incoming.slot_end
      and stored.slot_end - stored.slot_start < incoming.slot_end - incoming.slot_start
    group by incoming.position, incoming.slot_start, incoming.slot_end
    having sum(stored.slot_end - stored.slot_start) >= incoming.slot_end - incoming.slot_start`
  return new Set(positions.flatMap(({ position }) => coarse[Number(position) - 1] ?? []))
}

/** Stores implausible values with their reason, each once. Values that belong to no feed have the id of their dataset. */
export async function addQuarantined(
  tx: TransactionSql,
  { feed, publisher, knownFrom, payloadId }: Omit<Provenance, 'feed'> & { feed: FeedId | DatasetId },
  quarantined: readonly Refused[],
): Promise<void> {
  for (let at = 0; at < quarantined.length; at += chunkRows) {
    const chunk = quarantined.slice(at, at + chunkRows)
    const reasons = chunk.map(({ reason }) => reason)
    await tx`
      insert into quarantined_values (feed, series, slot_start, slot_end, value, reason, seen_at, payload_id, publisher)
      select ${feed}, incoming.series, incoming.slot_start, incoming.slot_end, incoming.value, refused.reason,
        ${knownFrom}, ${payloadId}, ${publisher}
      from ${buildIncomingRows(
        tx,
        chunk.map(({ measurement }) => measurement),
      )}
      join unnest(${reasons}::text[]) with ordinality as refused (reason, position) using (position)
      on conflict do nothing`
  }
}

/** Values that tell how fresh a feed is: of these series only, of this publisher only, when given. */
type FreshValues = { series?: readonly string[] | undefined; publisher?: PublisherId }

/** The newest slot of a feed, and its publisher. */
type NewestSlot = { slotEnd: Temporal.Instant; publisher: PublisherId }

/** The newest slot known at `now`, which may lie ahead; null when none is. */
export async function readNewestSlot(
  sql: Sql,
  feed: FeedId,
  now: Temporal.Instant,
  { series, publisher }: FreshValues = {},
): Promise<NewestSlot | null> {
  const ofSeries = series === undefined ? sql`` : sql`and series = any(${[...series]}::text[])`
  const ofPublisher = publisher === undefined ? sql`` : sql`and publisher = ${publisher}`
  const [row] = await sql<NewestSlot[]>`
    select slot_end, publisher from feed_values
    where feed = ${feed} and known_from <= ${now} ${ofSeries} ${ofPublisher}
    order by slot_start desc, known_from desc limit 1`
  return row ?? null
}

/** End of the newest slot as {@link readNewestSlot} finds it. */
export async function readNewestSlotEnd(...asked: Parameters<typeof readNewestSlot>): Promise<Temporal.Instant | null> {
  return (await readNewestSlot(...asked))?.slotEnd ?? null
}

/** Rows as a set. Instants travel as numbers: their texts would be most of the work of a bulk load. */
function buildIncomingRows(tx: TransactionSql, rows: readonly Measurement[]) {
  return tx`(
    select series, to_timestamp(start_ms / 1000) as slot_start, to_timestamp(end_ms / 1000) as slot_end, value,
      to_timestamp(updated_ms / 1000) as source_updated_at, nature, position
    from unnest(
      ${rows.map(({ series }) => series)}::text[],
      ${rows.map(({ slotStart }) => slotStart.epochMilliseconds)}::double precision[],
      ${rows.map(({ slotEnd }) => slotEnd.epochMilliseconds)}::double precision[],
      ${rows.map(({ value }) => value)}::double precision[],
      ${rows.map(({ updatedAt }) => updatedAt?.epochMilliseconds ?? null)}::double precision[],
      ${rows.map(({ nature }) => nature ?? null)}::text[]
    ) with ordinality as sent (series, start_ms, end_ms, value, updated_ms, nature, position)
  ) incoming`
}

/** Requests the recomputation of changed slots, in the transaction of the change: neither is stored without the other. */
export async function requestRecomputation(
  tx: TransactionSql,
  { feed, knownFrom }: Provenance,
  { count, firstSlot, lastSlot }: AddedVersions,
): Promise<void> {
  if (count === 0) return
  await tx`
    insert into recomputations (feed, first_slot, last_slot, known_from)
    values (${feed}, ${firstSlot}, ${lastSlot}, ${knownFrom})`
}

/** Requests the hours of versions of the mix that change nothing worth a recomputation of points, but may be more final: hours say how final their mix is. */
export async function requestHoursOfMix(
  tx: TransactionSql,
  { feed, knownFrom }: Provenance,
  { count, firstSlot, lastSlot }: AddedVersions,
): Promise<void> {
  if (count === 0 || (feed !== 'generation_by_type' && feed !== 'generation_mix_15min')) return
  await tx`
    insert into hour_requests (first_hour, last_hour, known_from)
    values (date_trunc('hour', ${firstSlot}::timestamptz, 'UTC'), date_trunc('hour', ${lastSlot}::timestamptz, 'UTC'), ${knownFrom})`
}
