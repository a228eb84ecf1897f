import type { GapAttempts } from '../backfill/backfill-store.ts'
import { type DayCompleteness, isComplete } from '../backfill/completeness.ts'
import { type FeedRepair, maxAttempts } from '../backfill/repair-gaps.ts'
import { textTable } from '../command-line/text-table.ts'

/** What was found of one feed. */
export type FeedGaps = { feed: string; days: readonly DayCompleteness[]; attempts: ReadonlyMap<string, GapAttempts> }

/** Incomplete days as a table, and a line per feed. */
export function gapsText(found: readonly FeedGaps[]): string {
  const rows = found.flatMap(({ days, attempts }) =>
    days
      .filter((day) => !isComplete(day))
      .map((day) => [day.feed, day.day.toString(), presentText(day), attemptsText(attempts.get(day.day.toString()))]),
  )
  const lines = found.map(
    ({ feed, days }) => `${feed}: ${days.filter(isComplete).length} of ${days.length} days complete`,
  )
  return [...(rows.length === 0 ? [] : [textTable(['FEED', 'DAY', 'STORED', 'ASKED AGAIN'], rows), '']), ...lines].join(
    '\n',
  )
}

/** What a repair did, a line per feed. */
export function repairsText(repairs: readonly FeedRepair[]): string {
  return repairs
    .map(({ feed, incompleteDays, askedDays, changedSlots, failure }) => {
      if (incompleteDays === 0) return `${feed}: nothing is missing`
      const asked = `${feed}: ${incompleteDays} days incomplete, ${askedDays} asked again, ${changedSlots} new values`
      return failure === null ? asked : `${asked}; then it failed: ${failure}`
    })
    .join('\n')
}

/** `23/24 slots`, or hours where a publication covers a whole day. */
function presentText({ presentMinutes, expectedMinutes, slotMinutes }: DayCompleteness): string {
  const unitMinutes = slotMinutes ?? 60
  const count = (minutes: number) => Math.floor(minutes / unitMinutes)
  return `${count(presentMinutes)}/${count(expectedMinutes)} ${slotMinutes === null ? 'hours' : 'slots'}`
}

function attemptsText(attempts: GapAttempts | undefined): string {
  if (attempts === undefined) return 'never'
  return attempts.attempts >= maxAttempts ? `${attempts.attempts} times, given up` : `${attempts.attempts} times`
}
