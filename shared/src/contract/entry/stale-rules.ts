import * as v from 'valibot'
import { hourMs, hourStart, quarterHourMs } from '../../time/instant.ts'

type Body = Uint8Array<ArrayBuffer>

/** The last response of an operation: its body, the time at which it was computed, and the time at which it is served, both by the clock of the data. */
export type LastAnswer = { body: Body; madeAt: Temporal.Instant; now: Temporal.Instant }

/**
 * Rule by which the last response of a live operation may be served while its service is down: every part of it must still be true.
 *
 * @returns the body to serve; null when the response is no longer true
 */
export type StaleRule = (last: LastAnswer) => Body | null

/**
 * Returns the last body as it may be served now, by the rule of its operation.
 *
 * @returns null when the body is no longer true, or there is no rule
 */
export function selectStaleBody(rule: StaleRule | null, last: LastAnswer): Body | null {
  // After a replay was set back, the body is from the future of its clock.
  if (Temporal.Instant.compare(last.madeAt, last.now) > 0) return null
  return rule?.(last) ?? null
}

/** True until the next full hour: the list of coming hours and the colour in force change only at a full hour. */
export const holdsUntilHour: StaleRule = ({ body, madeAt, now }) =>
  hourStart(madeAt).equals(hourStart(now)) ? body : null

/** True until the next quarter-hour, because slots of the outlook and plans begin at quarter-hours. */
export const holdsUntilQuarterHour: StaleRule = ({ body, madeAt, now }) =>
  Math.floor(madeAt.epochMilliseconds / quarterHourMs) === Math.floor(now.epochMilliseconds / quarterHourMs)
    ? body
    : null

/** True for one hour after it was computed. */
export const holdsForAnHour: StaleRule = ({ body, madeAt, now }) =>
  now.since(madeAt).total('milliseconds') <= hourMs ? body : null

/**
 * Decides by the content of the last body.
 *
 * @param revise returns the content to serve (the same object when nothing changes), or null when the content is no longer true
 * @returns null also when the body does not match its schema
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
