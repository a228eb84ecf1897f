import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import type { DataMode, FeedId } from '@hexawatt/shared/grid/feeds'
import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import { type DatasetId, isPublisher, type PublisherId } from '@hexawatt/shared/grid/publishers'
import { computeAvailability } from '@hexawatt/shared/methodology/availability'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { readNewestSlotEnd } from '../pipeline/feed-value-store.ts'
import { readAttempts } from '../pipeline/source-status-store.ts'
import type { PolledId } from '../sources/definition/source.ts'
import { listChoices, listFilledFeeds, type SourceGroup } from '../sources/fallback-order.ts'
import { getSource } from '../sources/registry.ts'
import { readPublisherPauseMs } from '../upstream/publisher-pace-store.ts'
import { countSlotsSince, readStandIn, type StandIn, setStandIn } from './stand-in-store.ts'

/** A source has failed after so many failures in a row, or below this availability. */
const [failedAfter, failedBelowPhi] = [3, 0.5]
/** A publisher that must not be asked for longer has failed: its quota is used up, or it refuses this installation. */
const failedAfterPauseMs = 15 * minuteMs
/** A better source is trusted again after so many complete slots in a row: less would switch back and forth. */
const slotsUntilTrusted = 2

type StandInDeps = { sql: Sql; mode: DataMode }

/** A source of a feed: the operator's own API, or the datasets of one choice. */
type Source = { publisher: PublisherId; ids: readonly (FeedId | DatasetId)[] }

/**
 * The feeds that a dataset has to give now: of each of them every better source has failed, or it stands in and the better one has not given two slots
 * again. An open source that failed is still polled at its planned times: nothing else shows that it works again. The answer may hold more feeds; feeds
 * that need no fallback are not stored.
 */
export async function listFeedsToGive(deps: StandInDeps, dataset: PolledId, now: Temporal.Instant): Promise<FeedId[]> {
  const wanted: FeedId[] = []
  for (const { feed, choice } of listFilledFeeds(dataset)) {
    if (choice <= (await chooseHoldingChoice(deps, feed, now))) wanted.push(feed)
  }
  return wanted
}

/** Choice whose datasets give a feed now; -1 while the operator's API does. Records when a dataset begins to stand in and when it ends. */
async function chooseHoldingChoice({ sql, mode }: StandInDeps, feed: FeedId, now: Temporal.Instant): Promise<number> {
  const groups = listChoices(feed)
  const sources: Source[] = [
    ...(mode === 'open' ? [] : [{ publisher: 'rte' as const, ids: [feed] }]),
    ...groups.map((ids) => ({ publisher: findPublisher(ids), ids })),
  ]
  const standIn = await readStandIn(sql, feed)
  const current = standIn === null ? 0 : sources.findIndex(({ ids }) => ids.includes(standIn.dataset))
  for (const [index, source] of sources.entries()) {
    const isBetter = standIn !== null && index < current
    const isUsable = isBetter
      ? await isTrustedAgain(sql, feed, source, standIn.since, now)
      : index === sources.length - 1 || !(await hasFailed(sql, feed, source, { standIn, isFirst: index === 0 }, now))
    if (!isUsable) continue
    const [first] = source.ids
    await setStandIn(sql, feed, index === 0 ? null : (first as DatasetId), now)
    return index - (sources.length - groups.length)
  }
  return -1
}

function findPublisher([first]: SourceGroup): PublisherId {
  const { publisher } = getSource(String(first))
  if (!isPublisher(publisher)) throw new Error(`${first} gives no values of feeds`)
  return publisher
}

/** The role of a source for a feed: the first choice, which is always polled, or a fallback. */
type Place = { standIn: StandIn | null; isFirst: boolean }

/**
 * A source that was never polled has not failed. The age of its values counts only if it was polled for this feed: a fallback that stands in for another
 * feed only stores no values of this feed.
 */
async function hasFailed(
  sql: Sql,
  feed: FeedId,
  source: Source,
  { standIn, isFirst }: Place,
  now: Temporal.Instant,
): Promise<boolean> {
  const attempts = await Promise.all(source.ids.map((id) => readAttempts(sql, id)))
  if (attempts.some(({ consecutiveFailures }) => consecutiveFailures >= failedAfter)) return true
  const [lastAttempt] = attempts
    .flatMap((attempt) => attempt.lastAttempt ?? [])
    .sort(Temporal.Instant.compare)
    .reverse()
  if (lastAttempt === undefined) return false
  if ((await readPublisherPauseMs(sql, source.publisher)) > failedAfterPauseMs) return true
  const isStandingIn = standIn !== null && source.ids.includes(standIn.dataset)
  if (!isFirst && !(isStandingIn && Temporal.Instant.compare(lastAttempt, standIn.since) > 0)) return false
  // Polls missed while this program was suspended do not count as failures of the source.
  const at = Temporal.Instant.compare(lastAttempt, now) < 0 ? lastAttempt : now
  return (await computeAvailabilityBy(sql, feed, source.publisher, at)) < failedBelowPhi
}

/** Availability of a feed as if only one publisher gave it. */
async function computeAvailabilityBy(
  sql: Sql,
  feed: FeedId,
  publisher: PublisherId,
  now: Temporal.Instant,
): Promise<number> {
  // Without a calendar nothing tells a late publication from none.
  if (feedFacts[feed].publication.kind === 'poll') return 1
  const ends = await Promise.all(
    listFreshSeries(feed).map((series) => readNewestSlotEnd(sql, feed, now, { series, publisher })),
  )
  const oldest = ends.reduce((a, b) => (a === null || b === null ? null : Temporal.Instant.compare(a, b) < 0 ? a : b))
  return computeAvailability(feed, { newestSlotEnd: oldest, lastSuccess: null, publisher }, now)
}

/** Series whose newest slots tell how fresh a source is, each by itself: a mix that lacks one type that always produces gives no intensity. */
function listFreshSeries(feed: FeedId): (readonly string[] | undefined)[] {
  if (feed === 'generation_mix_15min') return coreProductionTypes.map((type) => [type])
  return [feedFacts[feed].freshSeries]
}

async function isTrustedAgain(
  sql: Sql,
  feed: FeedId,
  source: Source,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<boolean> {
  const attempts = await Promise.all(source.ids.map((id) => readAttempts(sql, id)))
  if (attempts.some(({ consecutiveFailures }) => consecutiveFailures > 0)) return false
  if (feedFacts[feed].publication.kind !== 'slot') {
    return attempts.every(({ lastSuccess }) => lastSuccess !== null && Temporal.Instant.compare(lastSuccess, since) > 0)
  }
  const slots = await countSlotsSince(sql, feed, source.publisher, since, now)
  return slots >= slotsUntilTrusted && (await computeAvailabilityBy(sql, feed, source.publisher, now)) >= failedBelowPhi
}
