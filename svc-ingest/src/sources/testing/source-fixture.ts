import type { FeedContent } from '../definition/content.ts'
import type { Query, Source } from '../definition/source.ts'
import type { Window } from '../definition/window.ts'

/** Content of an answer with this JSON, by feed. */
export function readFeedsOfJson(source: Source, json: unknown, query: Query = {}): readonly FeedContent[] {
  return source.read({ body: new TextEncoder().encode(JSON.stringify(json)), query }).feeds ?? []
}

/** From the first bound to the last bound that a poll of an operator feed requests. */
export function findAskedWindow(source: Source, newestSlotEnd: Temporal.Instant | null, now: Temporal.Instant): Window {
  const calls = source.calls({ now, lastSuccess: newestSlotEnd === null ? null : now, newestSlotEnd })
  const [first, last] = [calls[0]?.query['start_date'], calls.at(-1)?.query['end_date']]
  if (first === undefined || last === undefined) throw new Error(`${source.id} asks for no window`)
  return { start: Temporal.Instant.from(first), end: Temporal.Instant.from(last) }
}
