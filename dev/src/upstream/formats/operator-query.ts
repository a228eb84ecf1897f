import { addParisDays, parisDayStart, toParisTime } from '@hexawatt/shared/time/paris'
import { createOperatorRefusal } from '../server/refusals.ts'
import type { TimeWindow } from '../subjects/span.ts'

/** Which periods a resource accepts. */
export type PeriodRules = {
  /** `<API>_<RESOURCE>` of its functional error codes. */
  errorPrefix: string
  /** Longest period of one call, Paris days. */
  maxDays: number
  /** Latest end: now, or the end of the Paris day that lies a number of days after today. */
  latestEnd: 'now' | { daysAhead: number | ((now: Temporal.Instant) => number) }
  /** Period of a call without bounds; absent: the current Paris day. */
  defaultPeriod?: (now: Temporal.Instant) => TimeWindow
  /** The resource takes no period and serves the newest issue. */
  ignoresPeriod?: true
}

const datePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/

/**
 * Reads `start_date` and `end_date`; without both, the resource's default period.
 *
 * @throws Refusal F01 only one bound, F02 start after end, F03 too long, F04 end in the future, F06 bad format
 */
export function readTimeWindow(query: URLSearchParams, rules: PeriodRules, now: Temporal.Instant): TimeWindow {
  if (rules.ignoresPeriod === true) return { start: now, end: now }
  const startText = query.get('start_date')
  const endText = query.get('end_date')
  if (startText === null && endText === null) return rules.defaultPeriod?.(now) ?? findToday(rules, now)
  if (startText === null || endText === null) {
    throw createRefusal(rules, 'F01', 'The "start_date" and "end_date" fields must be filled in together.')
  }
  const window = { start: readDate(startText, 'start_date', rules), end: readDate(endText, 'end_date', rules) }
  checkWindow(window, rules, findLatestEnd(rules, now))
  return window
}

/** The current Paris day: up to now, or the whole day where the resource serves the future. */
function findToday({ latestEnd }: PeriodRules, now: Temporal.Instant): TimeWindow {
  return { start: parisDayStart(now), end: latestEnd === 'now' ? now : addParisDays(now, 1) }
}

function findLatestEnd({ latestEnd }: PeriodRules, now: Temporal.Instant): Temporal.Instant {
  if (latestEnd === 'now') return now
  const { daysAhead } = latestEnd
  return addParisDays(now, 1 + (typeof daysAhead === 'number' ? daysAhead : daysAhead(now)))
}

/** Whether the window is longer than `days` Paris civil days; clock changes make no difference. */
export function isLongerThanParisDays({ start, end }: TimeWindow, days: number): boolean {
  const limit = toParisTime(start).add({ days }).toInstant()
  return Temporal.Instant.compare(end, limit) > 0
}

function checkWindow(window: TimeWindow, rules: PeriodRules, latestEnd: Temporal.Instant): void {
  if (Temporal.Instant.compare(window.start, window.end) > 0) {
    throw createRefusal(rules, 'F02', 'The value of "start_date" must be before the value of "end_date".')
  }
  if (isLongerThanParisDays(window, rules.maxDays)) {
    const description = `The API does not provide feedback on such a long period in one call (${rules.maxDays} days).`
    throw createRefusal(rules, 'F03', description)
  }
  if (Temporal.Instant.compare(window.end, latestEnd) > 0) {
    const description = 'The value of "end_date" field is incorrect. It is not possible to recover data to this term.'
    throw createRefusal(rules, 'F04', description)
  }
}

function readDate(text: string, field: string, rules: PeriodRules): Temporal.Instant {
  const description = `The value of "${field}" must have the format YYYY-MM-DDThh:mm:ss+hh:mm.`
  if (!datePattern.test(text)) throw createRefusal(rules, 'F06', description)
  try {
    return Temporal.Instant.from(text)
  } catch {
    throw createRefusal(rules, 'F06', description)
  }
}

function createRefusal({ errorPrefix }: PeriodRules, code: string, description: string) {
  return createOperatorRefusal(400, `${errorPrefix}_${code}`, description)
}

/** Whether a comma list parameter is absent or names one of the values. */
export function listAllows(query: URLSearchParams, name: string, values: readonly string[]): boolean {
  const listed = query.get(name)
  return listed === null || listed.split(',').some((item) => values.includes(item.trim()))
}

/**
 * Values of a comma list parameter, all known ones when it is absent.
 *
 * @throws Refusal F07 for an unknown value
 */
export function readList(
  query: URLSearchParams,
  name: string,
  known: readonly string[],
  errorPrefix: string,
): readonly string[] {
  const listed = query.get(name)?.split(',') ?? known
  if (listed.every((item) => known.includes(item))) return listed
  throw createOperatorRefusal(400, `${errorPrefix}_F07`, `The value of "${name}" must be among ${known.join(', ')}.`)
}
