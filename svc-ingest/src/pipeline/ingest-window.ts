import type { FeedDefinition } from '../feeds/feed.ts'
import type { OperatorClient } from '../upstream/operator-client.ts'
import type { PayloadOrigin } from '../upstream/payload-origin.ts'
import type { Window } from '../upstream/window.ts'
import { type StoreDeps, type Stored, storePayload } from './store-payload.ts'

export type IngestDeps = StoreDeps & { operator: OperatorClient }

/** What a window brought; `origin` is that of its last payload. */
export type WindowIngest = Stored & { payloads: number; origin: PayloadOrigin }

/**
 * Fetches a window of a feed and stores what is new in it, payload by payload: one is in memory at a time. Polls, backfill and
 * gap repair all come through here.
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
