import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { FeedDefinition } from '../feeds/feed.ts'
import { feedRegistry } from '../feeds/registry.ts'
import type { SlotSpan, StoredValue } from '../inputs/slot-value-store.ts'
import type { AsOfRule } from './as-of-rule.ts'
import type { AuditDeps } from './audit-deps.ts'
import { deriveValues } from './derive-values.ts'

/** Values as they were known, from the payloads, ordered by slot and series; and what is wrong with the stored ones. */
export type KnownValues = { values: StoredValue[]; findings: string[] }

/** The feed of an id. */
export function feedOf(id: FeedId): FeedDefinition {
  const feed = feedRegistry.find((known) => known.id === id)
  if (feed === undefined) throw new Error(`${id} is not a registered feed`)
  return feed
}

/** What an as-of rule makes of the versions that the payloads of a span give. */
export async function knownValues(deps: AuditDeps, span: SlotSpan, rule: AsOfRule): Promise<KnownValues> {
  const { versions, findings, seriesOrder } = await deriveValues(deps, feedOf(span.feed), span, rule.until)
  const within = versions.filter(({ slotEnd }) => Temporal.Instant.compare(slotEnd, span.to) <= 0)
  const bySlot = Map.groupBy(within, ({ series, slotStart }) => `${series} ${slotStart.epochMilliseconds}`)
  const values = [...bySlot.values()].flatMap((ofSlot) => rule.choose(span.feed, ofSlot) ?? [])
  const rank = rankIn(seriesOrder)
  return {
    values: values.sort(
      (a, b) => Temporal.Instant.compare(a.slotStart, b.slotStart) || rank(a.series) - rank(b.series),
    ),
    findings,
  }
}

/**
 * Place of a name in the order of the database, whose collation is its own: sums of floating numbers follow the order of the rows,
 * and must come out the same to the last digit. A name that is not stored comes last.
 */
export function rankIn(order: readonly string[]): (name: string) => number {
  const ranks = new Map(order.map((name, rank) => [name, rank]))
  return (name) => ranks.get(name) ?? order.length
}
