/** An hour with the composite that it is ranked by; `time` is its start, ISO 8601 UTC. */
export type RankedHour = { time: string; composite: number }

/** Start of the most and of the least favourable hour; null without hours. */
export type ExtremeHours = { bestHour: string | null; worstHour: string | null }

/**
 * Best and worst hour by the composite before rounding; of hours that tie, the earliest (decisions §3).
 *
 * @param hours ascending
 */
export function extremeHours(hours: readonly RankedHour[]): ExtremeHours {
  return {
    bestHour: firstBy(hours, (one, other) => one > other),
    worstHour: firstBy(hours, (one, other) => one < other),
  }
}

/** Start of the earliest hour that no other beats; null without hours. */
function firstBy(hours: readonly RankedHour[], beats: (one: number, other: number) => boolean): string | null {
  const [first, ...others] = hours
  if (first === undefined) return null
  return others.reduce((best, hour) => (beats(hour.composite, best.composite) ? hour : best), first).time
}

/**
 * The most favourable hours, the best first; of hours that tie, the earlier first.
 *
 * @param hours ascending
 */
export function bestFirst<Hour extends RankedHour>(hours: readonly Hour[]): Hour[] {
  return hours.toSorted((one, other) => other.composite - one.composite)
}

/**
 * The least favourable hours, the worst first; of hours that tie, the earlier first.
 *
 * @param hours ascending
 */
export function worstFirst<Hour extends RankedHour>(hours: readonly Hour[]): Hour[] {
  return hours.toSorted((one, other) => one.composite - other.composite)
}
