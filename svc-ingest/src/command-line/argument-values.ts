import { UsageError } from '@hexawatt/shared/config/usage-error'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'

/** Reads a calendar date. @throws UsageError unless the text is one */
export function dateFrom(option: string, text: string): Temporal.PlainDate {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? attempt(() => Temporal.PlainDate.from(text)) : null
  if (date === null) throw new UsageError(`${option} takes a date such as 2025-01-01, not "${text}".`)
  return date
}

/** Reads an instant. @throws UsageError unless the text is one */
export function instantFrom(option: string, text: string): Temporal.Instant {
  const instant = attempt(() => Temporal.Instant.from(text))
  if (instant === null) {
    throw new UsageError(`${option} takes an instant with its offset, such as 2025-01-15T12:00:00Z, not "${text}".`)
  }
  return instant
}

/** Reads the id of a feed. @throws UsageError unless the text is one */
export function feedFrom(text: string): FeedId {
  const feed = feedIds.find((id) => id === text)
  if (feed === undefined) throw new UsageError(`"${text}" is not a feed: use ${feedIds.join(', ')}.`)
  return feed
}

/** Reads a number between two bounds, both included. @throws UsageError unless the text is one */
export function numberFrom(option: string, text: string, [min, max]: readonly [number, number]): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) throw new UsageError(`${option} takes a number from ${min} to ${max}.`)
  return number
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
