import * as v from 'valibot'
import { hourMs, hourStart, quarterHourMs } from '../../time/instant.ts'

type Body = Uint8Array<ArrayBuffer>

/** The last answer of an operation: its body, when it was made, and the instant at which it is served, both by the data's clock. */
export type LastAnswer = { body: Body; madeAt: Temporal.Instant; now: Temporal.Instant }

/**
 * When the last answer of a live operation may be served while its service is down: all of it must still hold.
 *
 * @returns the body to serve; null when it does not hold any more
 */
export type StaleRule = (last: LastAnswer) => Body | null

/**
 * The last body as it may be served now, by the rule of its operation.
 *
 * @returns null when it does not hold any more, or there is no rule
 */
export function selectStaleBody(rule: StaleRule | null, last: LastAnswer): Body | null {
  // A replay was set back: the body is from its future.
  if (Temporal.Instant.compare(last.madeAt, last.now) > 0) return null
  return rule?.(last) ?? null
}

/** Holds until the next full hour: which hours lie ahead, and which colour is in force, change there and not between. */
export const holdsUntilHour: StaleRule = ({ body, madeAt, now }) =>
  hourStart(madeAt).equals(hourStart(now)) ? body : null

/** Holds until the next quarter-hour, at which slots of the outlook and plans begin. */
export const holdsUntilQuarterHour: StaleRule = ({ body, madeAt, now }) =>
  Math.floor(madeAt.epochMilliseconds / quarterHourMs) === Math.floor(now.epochMilliseconds / quarterHourMs)
    ? body
    : null

/** Holds for an hour after it was made. */
export const holdsForAnHour: StaleRule = ({ body, madeAt, now }) =>
  now.since(madeAt).total('milliseconds') <= hourMs ? body : null

/**
 * Decides by the content of the last body.
 *
 * @param revise the content to serve, the same object where nothing changes; null when it does not hold any more
 * @returns null also for a body that breaks its schema
 */
export function reviseBody<Schema extends v.GenericSchema<unknown, object>>(
  schema: Schema,
  { body }: LastAnswer,
  revise: (content: v.InferOutput<Schema>) => object | null,
): Body | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(body))
  if (!read.success) return null
  const revised = revise(read.output)
  if (revised === read.output) return body
  return revised && new TextEncoder().encode(JSON.stringify(revised))
}
