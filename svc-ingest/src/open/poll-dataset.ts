import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { packPayload } from '../archive/payload-store.ts'
import type { Normalised } from '../feeds/definition/feed.ts'
import { findFeed } from '../feeds/registry.ts'
import { newestSlot } from '../pipeline/feed-value-store.ts'
import { withNewElements } from '../pipeline/new-elements.ts'
import { type PollYield, recordYield, type YieldContent } from '../pipeline/poll-yield-store.ts'
import { type StoreDeps, storeContent } from '../pipeline/run-feed.ts'
import {
  readAttempts,
  recordFailure,
  recordPollFailure,
  recordStandIn,
  recordSuccess,
} from '../pipeline/source-status-store.ts'
import { nothingStored, type Stored, sumOfStored } from '../pipeline/stored.ts'
import { storePublishedIntensities } from '../published-intensity/published-intensity-store.ts'
import { storeRegions } from '../regions/store-regions.ts'
import type { Query } from '../upstream/operator-client.ts'
import type { PayloadOrigin } from '../upstream/payload-origin.ts'
import { type DatasetAnswer, type DatasetCall, maxCallsPerPoll, type OpenDataset } from './definition/dataset.ts'
import type { OpenClient } from './open-client.ts'

export type DatasetDeps = StoreDeps & {
  openClient: OpenClient
  /** Called when an answer is stored and others of the same poll are still to come: a publisher's pace may put a minute between them. */
  onPartStored?: () => Promise<void>
}

/** What a poll added of each feed, how many rows of regions got a new version, and how many of its calls had an answer. */
export type DatasetPoll = {
  answered: number
  byFeed: Map<FeedId, Stored>
  changedRegionalRows: number
  /** Rows of regions that could be read, and that could not. */
  regionalRows: { taken: number; unreadable: number }
  /** Columns that no row of an answer has. */
  faults: string[]
}

/** Result of some calls: in addition the origin of the answers, the number of values found, and the end of the newest slot of the awaited feed. */
type Fetched = DatasetPoll & { origin: PayloadOrigin; found: PollYield; newestSlotEnd: Temporal.Instant | null }

/**
 * One poll of a dataset for these feeds: its calls one after the other, each answer read and stored. Then the freshness of the dataset and
 * of these feeds is recorded.
 *
 * @returns what was stored; with `faults` the poll counts as failed
 * @throws UpstreamError after recording the failure; what was stored before it stays stored
 */
export async function pollDataset(
  deps: DatasetDeps,
  dataset: OpenDataset,
  feeds: readonly FeedId[],
  signal?: AbortSignal,
): Promise<DatasetPoll> {
  const { sql, clock } = deps
  const { lastSuccess } = await readAttempts(sql, dataset.id)
  const calls = dataset.calls({ now: clock.now(), lastSuccess })
  try {
    const planned = calls.slice(0, maxCallsPerPoll)
    const { origin, found, newestSlotEnd, ...poll } = await fetchAndStore(
      deps,
      dataset,
      { calls: planned, feeds },
      signal,
      async (stored) => {
        for (const { feed, newElements } of stored.feeds) {
          await noteFeed(deps, dataset, feed, withNewElements(stored.origin, newElements))
        }
        if (!stored.isLast) await deps.onPartStored?.()
      },
    )
    if (poll.faults.length > 0) {
      await recordFailure(sql, dataset.id, clock.now(), poll.faults.join('; '))
      return poll
    }
    await recordSuccess(sql, dataset.id, { at: clock.now(), newestSlotEnd, origin, publisher: dataset.publisher })
    const emptied = planned.length === 0 ? [] : await recordYield(sql, dataset.id, found)
    if (emptied.length > 0) {
      deps.logger.warn({ source: dataset.id, emptied }, 'a poll found no value, the one before it did')
    }
    return poll
  } catch (error) {
    await recordPollFailure(sql, dataset.id, clock.now(), error)
    throw error
  }
}

/** One stored answer of a poll: its feeds, with the names that are not known in this and the earlier answers. */
type StoredAnswer = {
  feeds: readonly { feed: FeedId; newElements: readonly string[] }[]
  origin: PayloadOrigin
  isLast: boolean
}

/** Makes calls of a dataset and stores what is new in the answers; polls and backfill both use it. @throws UpstreamError */
export async function fetchAndStore(
  deps: DatasetDeps,
  dataset: OpenDataset,
  { calls, feeds }: { calls: readonly DatasetCall[]; feeds: readonly FeedId[] },
  signal?: AbortSignal,
  onStored?: (stored: StoredAnswer) => Promise<void>,
): Promise<Fetched> {
  const poll: DatasetPoll = {
    answered: 0,
    byFeed: new Map<FeedId, Stored>(),
    changedRegionalRows: 0,
    regionalRows: { taken: 0, unreadable: 0 },
    faults: [],
  }
  const taken = dataset.feeds.filter((feed) => feeds.includes(feed) || isExchangesOfMix(feed, feeds))
  const found = nothingFound(dataset, taken)
  const find = (content: YieldContent, values: number) => found.set(content, (found.get(content) ?? 0) + values)
  let newestSlotEnd: Temporal.Instant | null = null
  let origin: PayloadOrigin = { isGenerated: false, note: null }
  for (const [at, call] of calls.entries()) {
    const payload = await deps.openClient.fetch(dataset, call, signal)
    if (payload === null) continue
    poll.answered++
    origin = payload.origin
    const answer = { body: payload.body, query: archivedQuery(call) }
    const contents = dataset.read(answer).filter(({ feed }) => taken.includes(feed))
    const archived = await archivedAnswer(dataset, answer)
    for (const { feed, normalised } of contents) {
      const definition = findFeed(feed)
      if (definition === undefined) throw new Error(`${feed} is not a registered feed`)
      const stored = await storeContent(deps, definition, { ...archived, normalised })
      if (stored.fault !== null && !poll.faults.includes(stored.fault)) poll.faults.push(stored.fault)
      poll.byFeed.set(feed, sumOfStored(poll.byFeed.get(feed) ?? nothingStored, stored))
      find(feed, stored.values)
      if (feed === dataset.rhythm.until) newestSlotEnd = newestEnd(normalised, newestSlotEnd)
    }
    if (dataset.readRegions !== undefined) {
      const content = dataset.readRegions(answer)
      find('regions', content.rows.length)
      poll.regionalRows.taken += content.rows.length
      poll.regionalRows.unreadable += content.unreadableRows
      poll.changedRegionalRows += await storeRegions(deps, { ...archived, content })
      if (content.fault !== undefined && !poll.faults.includes(content.fault)) poll.faults.push(content.fault)
    }
    const intensities = dataset.readIntensities?.(answer) ?? []
    if (dataset.readIntensities !== undefined) find('published_intensities', intensities.length)
    await storePublishedIntensities(deps, archived, intensities)
    const given = contents
      .filter(({ feed }) => feeds.includes(feed))
      .map(({ feed }) => ({ feed, newElements: poll.byFeed.get(feed)?.newElements ?? [] }))
    await onStored?.({ feeds: given, origin, isLast: at === calls.length - 1 })
  }
  return { ...poll, origin, found, newestSlotEnd }
}

/** The contents that a dataset is asked for, each with 0 values before the first answer. */
function nothingFound(dataset: OpenDataset, feeds: readonly FeedId[]): Map<YieldContent, number> {
  const asked: YieldContent[] = [...feeds]
  if (dataset.readRegions !== undefined) asked.push('regions')
  if (dataset.readIntensities !== undefined) asked.push('published_intensities')
  return new Map(asked.map((content) => [content, 0]))
}

function newestEnd({ measurements }: Normalised, newest: Temporal.Instant | null): Temporal.Instant | null {
  return measurements.reduce(
    (end, { slotEnd }) => (end === null || Temporal.Instant.compare(slotEnd, end) > 0 ? slotEnd : end),
    newest,
  )
}

/**
 * Whether a feed is stored along with the mix although another dataset is chosen for it: the commercial exchanges of the mix stand in for late flows, whichever
 * dataset gives the day-ahead schedules. They do not count for the freshness of the feed.
 */
function isExchangesOfMix(feed: FeedId, feeds: readonly FeedId[]): boolean {
  return feed === 'exchange_schedules' && feeds.includes('generation_mix_15min')
}

/** Query of a call as the archive keeps it: with the publisher's own path, because one dataset may read several resources. */
export function archivedQuery({ path, query }: DatasetCall): Query {
  return path === '' ? query : { ...query, '(path)': path }
}

/** An answer as the archive takes it. It is packed once, however many feeds, regions and intensities are stored from it. */
export async function archivedAnswer({ publisher, id: source }: OpenDataset, { body, query }: DatasetAnswer) {
  return { publisher, source, query, packed: await packPayload(body) }
}

/** Records that a feed has values of this dataset: the freshness that everything else sees is that of its newest slot, whoever gave it. */
async function noteFeed(
  { sql, clock }: DatasetDeps,
  { publisher }: OpenDataset,
  feed: FeedId,
  origin: PayloadOrigin,
): Promise<void> {
  const at = clock.now()
  const newest = await newestSlot(sql, feed, at, { series: findFeed(feed)?.freshSeries })
  const newestSlotEnd = newest?.slotEnd ?? null
  await recordStandIn(sql, feed, { at, newestSlotEnd, origin, publisher: newest?.publisher ?? publisher })
}
