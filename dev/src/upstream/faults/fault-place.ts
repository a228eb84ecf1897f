import { sourceIds } from '@hexawatt/shared/grid/feeds'
import * as v from 'valibot'
import { publishers } from '../subjects/publishers.ts'

/** Longest delay of an answer, ms; shorter than the server's idle time-out. */
const maxDelayMs = 120_000

/** A delay, ms. */
export const Delay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDelayMs))

const FaultSubject = v.picklist([...sourceIds, 'token', ...publishers, 'all'])

/**
 * The subject that a fault affects: a source of the operator or a publisher of open data; and the number of answers after which
 * it expires (absent: never). With `pathContains` it affects only publishers, and there only the paths that contain the text.
 */
export const place = {
  subject: FaultSubject,
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
  pathContains: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
}

/** How many of the newest slots a fault changes. */
export function newestSlots() {
  return v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1)
}
