import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { FeedDefinition } from '../feeds/feed.ts'
import { type IngestDeps, ingestWindow } from '../pipeline/ingest-window.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { daysOf, hasCompleteness, isComplete, windowOfDays } from './completeness.ts'
import { horizonStart, readCompleteness, type WantedDays } from './find-gaps.ts'
import { forgetGapAttempts, noteGapAttempts, readGapAttempts } from './gap-attempt-store.ts'
import { planRepairs } from './repair-plan.ts'

/** What the repair of one feed did; `failure` when the upstream gave no answer to some of it. */
export type FeedRepair = {
  feed: FeedId
  incompleteDays: number
  askedDays: number
  changedSlots: number
  failure: string | null
}

/**
 * Asks again for the days of each feed that lack slots. A day that stays incomplete is asked for five times at growing
 * distances; a failing upstream costs no attempt and holds up no other feed.
 */
export async function repairGaps(
  deps: IngestDeps,
  feeds: readonly FeedDefinition[],
  wanted: WantedDays = { from: null, to: null },
  signal?: AbortSignal,
): Promise<FeedRepair[]> {
  const repairs: FeedRepair[] = []
  for (const feed of feeds.filter(hasCompleteness)) {
    if (signal?.aborted) break
    repairs.push(await repairFeed(deps, feed, wanted, signal))
  }
  return repairs
}

async function repairFeed(
  deps: IngestDeps,
  feed: FeedDefinition,
  wanted: WantedDays,
  signal?: AbortSignal,
): Promise<FeedRepair> {
  const { sql, clock } = deps
  const days = await readCompleteness(sql, feed, wanted, clock.now())
  const incomplete = days.filter((day) => !isComplete(day))
  await forgetGapAttempts(
    sql,
    feed.id,
    days.filter(isComplete).map(({ day }) => day),
    horizonStart(clock.now()),
  )
  const repair = { feed: feed.id, incompleteDays: incomplete.length, askedDays: 0, changedSlots: 0 }
  for (const span of planRepairs(incomplete, await readGapAttempts(sql, feed.id))) {
    try {
      const { changedSlots } = await ingestWindow(deps, feed, windowOfDays(span), signal)
      await noteGapAttempts(sql, feed.id, daysOf(span))
      repair.askedDays += daysOf(span).length
      repair.changedSlots += changedSlots
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return { ...repair, failure: error.message }
    }
  }
  return { ...repair, failure: null }
}
