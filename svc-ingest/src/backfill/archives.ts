import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { nothingStored, type Stored, sumStored } from '../pipeline/stored.ts'
import { type FetchDeps, fetchAndStore } from '../poll/fetch-and-store.ts'
import type { Source } from '../sources/definition/source.ts'
import type { Window } from '../sources/definition/window.ts'
import { listChoices } from '../sources/fallback-order.ts'
import { getSource, isOpenSource, sources } from '../sources/registry.ts'

export type ArchiveDeps = FetchDeps

/**
 * Open sources with a past that fill these feeds: in open mode, of each feed the first source with a past; of a chosen publisher, all its sources. A source
 * that fills several feeds is listed once.
 */
export function listOpenArchives(feeds: readonly FeedId[], publisher: OpenPublisherId | null): Source[] {
  return sources.filter((source) => {
    const isMeant = (feed: FeedId) =>
      source.fills.includes(feed) && source.publisher === (publisher ?? findFirstWithPast(feed)?.publisher)
    return isOpenSource(source) && source.backfillCalls !== undefined && feeds.some(isMeant)
  })
}

/** The first open source of a feed that has a past; undefined where no publisher has one. */
export function findFirstWithPast(feed: FeedId): Source | undefined {
  return listChoices(feed)
    .flat()
    .map(getSource)
    .find(({ backfillCalls }) => backfillCalls !== undefined)
}

/**
 * Fetches a past window of a source and stores new values.
 *
 * @throws UpstreamError values stored before the error stay stored
 */
export async function loadArchive(
  deps: ArchiveDeps,
  source: Source,
  window: Window,
  signal?: AbortSignal,
): Promise<Stored & { answered: number }> {
  const calls = source.backfillCalls?.(window) ?? []
  const { byFeed, answered, neighbour } = await fetchAndStore(deps, source, { calls, feeds: source.fills }, signal)
  const ofFeeds = [...byFeed.values()].reduce(sumStored, nothingStored)
  return { ...ofFeeds, changedSlots: ofFeeds.changedSlots + neighbour.changed, answered }
}
