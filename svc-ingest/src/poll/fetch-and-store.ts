import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { isDatasetId, isPublisher } from '@hexawatt/shared/grid/publishers'
import { hourMs } from '@hexawatt/shared/time/instant'
import { archivePayload, type PlacedPayload, packPayload } from '../archive/payload-store.ts'
import { type StoredNeighbour, storeNeighbour } from '../neighbours/store-neighbour.ts'
import { listDistinctNames } from '../pipeline/new-elements.ts'
import type { YieldContent } from '../pipeline/poll-yield-store.ts'
import { type StoreDeps, storeFeed } from '../pipeline/store-feed.ts'
import { nothingStored, type Stored, sumStored } from '../pipeline/stored.ts'
import { storePublishedIntensities } from '../published-intensity/published-intensity-store.ts'
import { storeReference } from '../references/store-reference.ts'
import { storeRegions } from '../regions/store-regions.ts'
import type { ModelRun, NeighbourContent, ReferenceContent } from '../sources/definition/content.ts'
import type { Answer, Call, Source } from '../sources/definition/source.ts'
import type { PayloadOrigin } from '../upstream/payload-origin.ts'
import type { Payload, SourceClient } from '../upstream/source-client.ts'
import { leaveOutFarHours } from '../weather/plausible-hours.ts'
import { storeWeather } from '../weather/store-weather.ts'

export type FetchDeps = StoreDeps & { client: SourceClient }

/** Counts of the values that answers of a source added. */
export type Fetched = {
  answered: number
  byFeed: Map<FeedId, Stored>
  /** Rows of regions that could be read, that could not, and that got a new version. */
  regions: { taken: number; unreadable: number; changed: number }
  /** Elements of a reference table that could be read, that could not or are not believed, and names that this program does not know. */
  reference: { taken: number; unreadable: number; newElements: string[] }
  /** Values of weather points that were taken, and that could not be read or believed. */
  weather: { taken: number; unreadable: number }
  /** Values of neighbours that were taken, and that could not be read or believed, hours with a new version, and names that this program does not know. */
  neighbour: { taken: number; unreadable: number; changed: number; newElements: string[] }
  /** Members or columns that are missing everywhere: the rest is stored, and the poll counts as failed. */
  faults: string[]
  /** Number of values of each content that the calls asked for. */
  found: Map<YieldContent, number>
  /** End of the newest slot of the feed that the source awaits (`until` of its rhythm), or of the newest hour of the weather. */
  newestAwaitedEnd: Temporal.Instant | null
  /** Where the newest answer comes from. */
  origin: PayloadOrigin
}

/** The calls to make, and the feeds that are stored from their answers. An answer may hold more feeds. */
export type Wanted = { calls: readonly Call[]; feeds: readonly FeedId[] }

/**
 * Makes calls of a source and stores new values of the answers; polls, backfill and gap repair all use it. Only one answer is in memory at a time, and the
 * same answer a second time writes nothing.
 *
 * @param onStored called after each stored answer with the feeds that were asked for and that it holds
 * @throws UpstreamError values stored before the error stay stored
 */
export async function fetchAndStore(
  deps: FetchDeps,
  source: Source,
  { calls, feeds }: Wanted,
  signal?: AbortSignal,
  onStored?: (fetched: Fetched, feedsOfAnswer: readonly FeedId[], payload: Payload) => Promise<void>,
): Promise<Fetched> {
  const taken = source.fills.filter((feed) => feeds.includes(feed) || isExchangesOfMix(feed, feeds))
  const fetched = createEmptyFetch([...taken, ...(source.gives ?? [])])
  for await (const payload of deps.client.fetch(source, calls, signal)) {
    fetched.answered++
    fetched.origin = payload.origin
    const stored = await storeAnswer(deps, source, payload.answer, taken, fetched)
    await onStored?.(
      fetched,
      stored.filter((feed) => feeds.includes(feed)),
      payload,
    )
  }
  return fetched
}

/** Before the first answer; contents that are asked for have 0 values. */
export function createEmptyFetch(asked: readonly YieldContent[]): Fetched {
  return {
    answered: 0,
    byFeed: new Map(),
    regions: { taken: 0, unreadable: 0, changed: 0 },
    reference: { taken: 0, unreadable: 0, newElements: [] },
    weather: { taken: 0, unreadable: 0 },
    neighbour: { taken: 0, unreadable: 0, changed: 0, newElements: [] },
    faults: [],
    found: new Map(asked.map((content) => [content, 0])),
    newestAwaitedEnd: null,
    origin: { isGenerated: false, note: null },
  }
}

/**
 * Stores the new values of one answer, of these feeds and of all content without a feed, and adds them to the counts.
 *
 * @returns the feeds that the answer holds
 * @throws UpstreamError `unusable` when the answer does not have the agreed shape
 */
export async function storeAnswer(
  deps: StoreDeps,
  source: Source,
  answer: Answer,
  feeds: readonly FeedId[],
  fetched: Fetched,
): Promise<FeedId[]> {
  const content = source.read(answer)
  const find = (what: YieldContent, values: number) => fetched.found.set(what, (fetched.found.get(what) ?? 0) + values)
  const noteFault = (fault: string | null | undefined) => {
    if (fault != null && !fetched.faults.includes(fault)) fetched.faults.push(fault)
  }
  if (content.reference !== undefined) {
    noteFault(content.reference.fault)
    noteFault(await storeTable(deps, source, answer, content.reference, fetched))
  }
  if (content.weather !== undefined) {
    const weather = leaveOutFarHours(content.weather, deps.clock.now())
    const { runs, taken, unreadable, fault } = weather
    await storeWeather(deps, { source: source.id, packed: await packPayload(answer.body) }, weather)
    fetched.weather.taken += taken
    fetched.weather.unreadable += unreadable
    fetched.newestAwaitedEnd = findEndOfWeather(runs)
    find('weather', taken)
    noteFault(fault)
  }
  const { publisher } = source
  if (!isPublisher(publisher)) return []
  // It is packed once, however many feeds, regions and intensities are stored from it.
  const archived = { publisher, source: source.id, query: answer.query, packed: await packPayload(answer.body) }
  const ofFeeds = (content.feeds ?? []).filter(({ feed }) => feeds.includes(feed))
  for (const { feed, normalised } of ofFeeds) {
    const stored = await storeFeed(deps, feed, { ...archived, normalised })
    noteFault(stored.fault)
    fetched.byFeed.set(feed, sumStored(fetched.byFeed.get(feed) ?? nothingStored, stored))
    find(feed, stored.values)
    const isAwaited = source.rhythm.kind === 'times' && source.rhythm.until === feed
    if (isAwaited) fetched.newestAwaitedEnd = findNewestEnd(normalised.measurements, fetched.newestAwaitedEnd)
  }
  if (content.regions !== undefined) {
    const { rows, unreadableRows, fault } = content.regions
    find('regions', rows.length)
    fetched.regions.taken += rows.length
    fetched.regions.unreadable += unreadableRows
    fetched.regions.changed += await storeRegions(deps, { ...archived, content: content.regions })
    noteFault(fault)
  }
  if (content.intensities !== undefined) {
    find('published_intensities', content.intensities.length)
    await storePublishedIntensities(deps, archived, content.intensities)
  }
  if (content.neighbour !== undefined && isDatasetId(source.id)) {
    const stored = await storeNeighbour(deps, { ...archived, source: source.id, content: content.neighbour })
    find('neighbour_mixes', content.neighbour.hours.length)
    addNeighbour(fetched, content.neighbour, stored)
  }
  return ofFeeds.map(({ feed }) => feed)
}

function addNeighbour(
  { neighbour }: Fetched,
  { unreadable, newElements }: NeighbourContent,
  stored: StoredNeighbour,
): void {
  neighbour.taken += stored.taken
  neighbour.unreadable += unreadable + stored.quarantined
  neighbour.changed += stored.changed
  neighbour.newElements = listDistinctNames([...neighbour.newElements, ...newElements])
}

/**
 * Archives every page of a reference and stores its table, in one transaction.
 *
 * @returns why the table cannot be the whole one; null when nothing says so
 */
async function storeTable(
  deps: StoreDeps,
  { id }: Source,
  { body, query, pages = [] }: Answer,
  { table, taken, unreadable, reasons, newElements = [] }: ReferenceContent,
  { reference }: Fetched,
): Promise<string | null> {
  const { sql, archive, partitions, clock, logger } = deps
  if (unreadable > 0) logger.warn({ source: id, taken, unreadable, reasons }, 'values refused')
  const fetchedAt = clock.now()
  await partitions.ensure('raw_payloads', [fetchedAt])
  // The address of a call may hold a key: only the query that the reader needs names the payloads.
  const question = { source: id, asked: new URLSearchParams(query).toString() }
  const placed: PlacedPayload[] = []
  for (const page of [body, ...pages.map((one) => one.body)]) {
    placed.push(await archive.place(question, await packPayload(page)))
  }
  const fault = await sql.begin(async (tx) => {
    const ids: string[] = []
    for (const page of placed) ids.push(await archivePayload(tx, question, page, fetchedAt))
    const [payloadId = ''] = ids
    return storeReference({ tx, logger }, { table, payloadId, knownFrom: fetchedAt })
  })
  reference.taken += taken
  reference.unreadable += unreadable
  reference.newElements.push(...listDistinctNames(newElements))
  return fault
}

/** End of the newest hour for which a run has at least one quantity. */
function findEndOfWeather(runs: readonly ModelRun[]): Temporal.Instant | null {
  const starts = runs.map(({ hours }) => Math.max(...hours.keys()))
  return starts.length === 0 ? null : Temporal.Instant.fromEpochMilliseconds(Math.max(...starts) + hourMs)
}

function findNewestEnd(slots: readonly { slotEnd: Temporal.Instant }[], newest: Temporal.Instant | null) {
  return slots.reduce(
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
