import { addParisDays, parisTimeZone } from '@hexawatt/shared/time/paris'
import type { PlannedTimes } from '../../sources/definition/rhythm.ts'
import { getSource } from '../../sources/registry.ts'
import { isPolledAt } from './poll-state.ts'

/** The planned times of a dataset. */
export function timesOf(id: string): PlannedTimes {
  const { rhythm } = getSource(id)
  if (rhythm.kind !== 'times') throw new Error(`${id} has no planned times`)
  return rhythm
}

/** Polls of a Paris day, checked once a minute; values that a poll brings are known from the poll on. The day begins with the final values of the day before. */
export function pollsOfDay(rhythm: PlannedTimes, day: Temporal.PlainDate, seenFrom: string): Temporal.Instant[] {
  const at = (plainTime: string, date = day) => date.toZonedDateTime({ timeZone: parisTimeZone, plainTime }).toInstant()
  const [start, end, arrival] = [at('00:00'), addParisDays(at('00:00'), 1), at(seenFrom)]
  const polls: Temporal.Instant[] = []
  for (let now = start; Temporal.Instant.compare(now, end) < 0; now = now.add({ minutes: 1 })) {
    const lastAttempt = polls.at(-1) ?? at('23:59', day.subtract({ days: 1 }))
    const hasCome = Temporal.Instant.compare(lastAttempt, arrival) >= 0
    const newestAnswer = { fetchedAt: lastAttempt, newestSlotEnd: addParisDays(start, hasCome ? 2 : 1) }
    if (isPolledAt(rhythm, { lastPollAt: lastAttempt, newestAnswer }, now)) polls.push(now)
  }
  return polls
}
