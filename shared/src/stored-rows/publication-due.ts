import { reuseLast } from '../bounds/reuse.ts'
import { type DueRule, feedFacts, findSlotDueMinutes, type Publication } from '../grid/feed-facts.ts'
import type { FeedId } from '../grid/feeds.ts'
import type { PublisherId } from '../grid/publishers.ts'
import { hourMs, minuteMs } from '../time/instant.ts'
import { parisDate, toParisInstant } from '../time/paris.ts'

/** A slot of a series, ms since the epoch. */
type DueSlot = { feed: FeedId; series: string; startMs: number; endMs: number; publisher: PublisherId }

/**
 * The instant at which a slot was due to be public, ms since the epoch: a value that was only learnt later (by a backfill) counts as known
 * from then on. A feed without a calendar counts as known from the start of its validity. A series may have a rule of its own in its feed's facts.
 */
export function computePublicationDueMs({ feed, series, startMs, endMs, publisher }: DueSlot): number {
  const { publication, dueBySeries } = feedFacts[feed]
  const [kind = series] = series.split('/', 1)
  const rule = dueBySeries?.[kind] ?? findRule(publication, publisher)
  switch (rule.kind) {
    case 'after end':
      return endMs + rule.minutes * minuteMs
    case 'days before':
      return parisTimeBeforeMs(startMs, rule.daysBefore, rule.at)
    case 'start of hour':
      return Math.floor(startMs / hourMs) * hourMs
    case 'start':
      return startMs
  }
}

function findRule(publication: Publication, publisher: PublisherId): DueRule {
  if (publication.kind === 'slot') return { kind: 'after end', minutes: findSlotDueMinutes(publication, publisher) }
  if (publication.kind === 'poll') return { kind: 'start' }
  return { kind: 'days before', at: publication.at, daysBefore: publication.daysAhead }
}

/** The series of a slot come one after the other, and most have the same rule. */
const parisTimeBeforeMs = reuseLast((startMs: number, days: number, at: string): number => {
  const day = parisDate(Temporal.Instant.fromEpochMilliseconds(startMs))
  return toParisInstant(day.subtract({ days }), at).epochMilliseconds
})
