import type { Slot } from '../subjects/grid-source.ts'
import { type ParisDay, parisDayOf } from '../subjects/span.ts'

/** What was published at one instant for one Paris day. */
export type Issue<Item> = { day: ParisDay; publishedEpochMs: number; slots: Item[] }

/** Groups slots by their day and publication, in the order in which these first appear. */
export function issuesOf<Item extends Slot>(slots: readonly Item[]): Issue<Item>[] {
  const issues = new Map<string, Issue<Item>>()
  let day: ParisDay | null = null
  for (const slot of slots) {
    if (day === null || slot.startEpochMs < day.startEpochMs || slot.startEpochMs >= day.endEpochMs) {
      day = parisDayOf(slot.startEpochMs)
    }
    const name = `${day.startEpochMs} ${slot.publishedEpochMs}`
    const issue = issues.get(name) ?? { day, publishedEpochMs: slot.publishedEpochMs, slots: [] }
    issues.set(name, issue)
    issue.slots.push(slot)
  }
  return [...issues.values()]
}
