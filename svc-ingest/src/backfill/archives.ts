import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import type { FeedDefinition } from '../feeds/definition/feed.ts'
import type { OpenDataset } from '../open/definition/dataset.ts'
import { type DatasetDeps, fetchAndStore } from '../open/poll-dataset.ts'
import { choicesFor, datasetRegistry } from '../open/registry.ts'
import { type IngestDeps, ingestWindow } from '../pipeline/run-feed.ts'
import { nothingStored, sumOfStored } from '../pipeline/stored.ts'
import type { Window } from '../upstream/window.ts'

/** Where past values come from: a feed of the operator, or a dataset of an open source that has a past. */
export type Archive = FeedDefinition | OpenDataset

export type ArchiveDeps = IngestDeps & DatasetDeps

/** Whether an archive is that of an open source. */
export function isOpenArchive(archive: Archive): archive is OpenDataset {
  return 'publisher' in archive
}

/**
 * Open archives that fill these feeds: in open mode, of each feed the first source that has a past; of a chosen publisher, all that it has. A dataset
 * that fills several feeds is listed once.
 */
export function openArchivesOf(feeds: readonly FeedDefinition[], publisher: OpenPublisherId | null): OpenDataset[] {
  return datasetRegistry.filter((dataset) => {
    const isMeant = ({ id }: FeedDefinition) =>
      dataset.feeds.includes(id) && dataset.publisher === (publisher ?? firstWithPast(id)?.publisher)
    return dataset.backfillCalls !== undefined && feeds.some(isMeant)
  })
}

/** The first open source of a feed that has a past; undefined where nobody has one. */
export function firstWithPast(feed: FeedDefinition['id']): OpenDataset | undefined {
  return choicesFor(feed)
    .flat()
    .map((id) => datasetRegistry.find((dataset) => dataset.id === id))
    .find((dataset) => dataset?.backfillCalls !== undefined)
}

/**
 * Fetches a window of an archive and stores what is new.
 *
 * @returns slots and documents with a new version
 * @throws UpstreamError what was stored before it stays stored
 */
export async function loadArchive(
  deps: ArchiveDeps,
  archive: Archive,
  window: Window,
  signal?: AbortSignal,
): Promise<{ changedSlots: number; changedDocuments: number }> {
  if (!isOpenArchive(archive)) return ingestWindow(deps, archive, window, signal)
  const calls = archive.backfillCalls?.(window.start, window.end) ?? []
  const { byFeed } = await fetchAndStore(deps, archive, { calls, feeds: archive.feeds }, signal)
  return [...byFeed.values()].reduce(sumOfStored, nothingStored)
}
