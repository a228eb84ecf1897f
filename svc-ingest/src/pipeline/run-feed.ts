import type { FeedDefinition } from '../feeds/feed.ts'
import { newestSlotEnd } from './feed-value-store.ts'
import { type IngestDeps, ingestWindow, type WindowIngest } from './ingest-window.ts'
import { selectWindow } from './select-window.ts'
import { newestCompleteSlotEnd, recordFailure, recordSuccess } from './source-status-store.ts'

export type PipelineDeps = IngestDeps

/**
 * One poll of a feed: select window → fetch → parse → normalise → judge → archive the payload and add the versions that are new,
 * then note the freshness of the source. Running it twice writes nothing the second time.
 *
 * @throws UpstreamError after noting the failure; payloads stored before it stay stored
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
