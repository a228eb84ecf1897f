import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { carbonSpan } from '../compute/carbon-rows.ts'
import { ownSpans } from '../compute/score-rows.ts'
import type { SlotSpan } from '../compute/slot-value-store.ts'

/** Feeds whose values a point always rests on. */
export const valueFeeds = [
  'generation_by_type',
  'physical_flows',
  'power_exchanges',
  'grid_signals',
  'imbalance',
  'consumption',
  'consumption_weekly',
  'generation_forecast',
  'installed_capacities',
] as const satisfies readonly FeedId[]
export type ValueFeed = (typeof valueFeeds)[number]

/** The slots of each feed that a point of an instant rests on. */
export function valueSpans(at: Temporal.Instant): Record<ValueFeed, SlotSpan> {
  const spans = { generation_by_type: carbonSpan(at), physical_flows: carbonSpan(at), ...ownSpans(at) }
  return Object.fromEntries(valueFeeds.map((feed) => [feed, { feed, ...spans[feed] }])) as Record<ValueFeed, SlotSpan>
}
