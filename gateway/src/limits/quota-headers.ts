import type { LimitState, Quota } from './quota.ts'

const minuteSeconds = 60

/** Which limits stand in the headers of an answer that many requests share: most of those have the same, which need no writing again. */
const writtenLimits = new WeakMap<Headers, { minute: number; month: number | null }>()

/**
 * Writes what is left, twice: the X-RateLimit headers that most clients know, and RateLimit and RateLimit-Policy of
 * draft-ietf-httpapi-ratelimit-headers-11. The month has no `w` there: it has no fixed number of seconds; `t` says when it ends.
 *
 * @param headers may hold what another request was told
 * @param quota null when the request was not counted: nothing is said then
 */
export function writeQuotaHeaders(headers: Headers, quota: Quota | null): void {
  const written = writtenLimits.get(headers)
  if (quota === null) {
    if (written !== undefined) clearQuotaHeaders(headers)
    return
  }
  const { minute, month } = quota
  if (written?.minute !== minute.limit || written.month !== (month?.limit ?? null)) writeLimits(headers, quota)
  const minuteLeft = left(minute)
  headers.set('x-ratelimit-remaining-minute', String(minuteLeft))
  const minuteState = `"minute";r=${minuteLeft};t=${minute.resetSeconds}`
  if (month === null) {
    headers.set('ratelimit', minuteState)
    return
  }
  const monthLeft = left(month)
  headers.set('x-ratelimit-remaining-month', String(monthLeft))
  headers.set('ratelimit', `${minuteState}, "month";r=${monthLeft};t=${month.resetSeconds}`)
}

/** What does not change from one request of a plan to the next. */
function writeLimits(headers: Headers, { minute, month }: Quota): void {
  clearQuotaHeaders(headers)
  writtenLimits.set(headers, { minute: minute.limit, month: month?.limit ?? null })
  headers.set('x-ratelimit-limit-minute', String(minute.limit))
  const minutePolicy = `"minute";q=${minute.limit};w=${minuteSeconds}`
  if (month === null) {
    headers.set('ratelimit-policy', minutePolicy)
    return
  }
  headers.set('x-ratelimit-limit-month', String(month.limit))
  headers.set('ratelimit-policy', `${minutePolicy}, "month";q=${month.limit}`)
}

const quotaHeaderNames = [
  'x-ratelimit-limit-minute',
  'x-ratelimit-remaining-minute',
  'x-ratelimit-limit-month',
  'x-ratelimit-remaining-month',
  'ratelimit-policy',
  'ratelimit',
] as const

function clearQuotaHeaders(headers: Headers): void {
  writtenLimits.delete(headers)
  for (const name of quotaHeaderNames) headers.delete(name)
}

/** What is left when one request of the month was given back. */
export function afterGiveBack(quota: Quota): Quota {
  const { month } = quota
  return month === null ? quota : { ...quota, month: { ...month, remaining: month.remaining + 1 } }
}

function left({ remaining }: LimitState): number {
  return Math.max(0, remaining)
}
