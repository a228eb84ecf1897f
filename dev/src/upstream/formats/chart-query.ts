import { hourMs } from '@hexawatt/shared/time/instant'
import { parisMidnight } from '@hexawatt/shared/time/paris'
import { createJsonRefusal } from '../server/refusals.ts'
import { type Span, toParisCivilDay } from '../subjects/span.ts'

/** Longest period of one call, days. */
const maxDays = 370

/** The refusal of an unusable parameter, in the form of the contract. */
export function createParameterRefusal(name: string, msg: string) {
  return createJsonRefusal(422, { detail: [{ loc: ['query', name], msg, type: 'value_error' }] })
}

/** The answer where nothing is published (yet), or nothing exists. */
export function createNoDataRefusal() {
  return createJsonRefusal(404, { detail: 'No data available for the requested range.' })
}

/** The only place of most endpoints: the demo has no other data. */
export const france = 'fr'

/** The asked country or zone in lower case. @throws Refusal 404 for a place that is not served */
export function readPlace(query: URLSearchParams, name: 'country' | 'bzn', served: readonly string[]): string {
  const defaults = { country: 'de', bzn: 'DE-LU' } as const
  const place = (query.get(name) || defaults[name]).toLowerCase()
  if (!served.includes(place)) throw createNoDataRefusal()
  return place
}

/**
 * The asked period. A date is a Paris day, and as `end` that day is included; an instant (ISO with offset, or unix seconds) as
 * `end` is not. Without `end` the period is today.
 *
 * @param isStrict whether bounds must be full hours
 * @throws Refusal 422
 */
export function readPeriod(query: URLSearchParams, now: Temporal.Instant, isStrict: boolean): Span {
  const today = toParisCivilDay(now.epochMilliseconds)
  const [startText, endText] = [query.get('start') || null, query.get('end') || null]
  if (endText === null) return { fromEpochMs: today.startEpochMs, untilEpochMs: today.endEpochMs }
  const untilEpochMs = readBound('end', endText, isStrict)
  const fromEpochMs = startText === null ? today.startEpochMs : readBound('start', startText, isStrict)
  if (fromEpochMs > untilEpochMs) throw createParameterRefusal('start', 'start must not be later than end')
  if (untilEpochMs - fromEpochMs > maxDays * 24 * hourMs) throw createParameterRefusal('end', 'The period is too long')
  return { fromEpochMs, untilEpochMs }
}

function readBound(name: 'start' | 'end', text: string, isStrict: boolean): number {
  const epochMs = parseBound(name, text)
  if (epochMs === null) throw createParameterRefusal(name, 'Invalid date format')
  if (isStrict && epochMs % hourMs !== 0) throw createParameterRefusal(name, 'Timestamps must be aligned to the hour')
  return epochMs
}

function parseBound(name: 'start' | 'end', text: string): number | null {
  // Twelve digits reach beyond the year 9999.
  if (/^\d{9,12}$/.test(text)) return Number(text) * 1_000
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
      const date = Temporal.PlainDate.from(text)
      return parisMidnight(name === 'end' ? date.add({ days: 1 }) : date).epochMilliseconds
    }
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}
