/** A limit as the headers of an answer show it. */
export type ShownLimit = { limit: number; remaining: number; resetSeconds: number }

/** Limits of an answer. `month`: null where nothing is counted by month. */
export type ShownLimits = { minute: ShownLimit; month: ShownLimit | null }

/**
 * Rest of the limits by an answer's headers: the `X-RateLimit` ones, `RateLimit` and `RateLimit-Policy`.
 *
 * @throws when one is missing, is not written as it should be, or says something else than the others
 */
export function shownLimits(headers: Headers): ShownLimits {
  const minute = { limit: count(headers, 'limit-minute'), remaining: count(headers, 'remaining-minute') }
  const isMonthShown = headers.has('x-ratelimit-limit-month')
  const month = isMonthShown
    ? { limit: count(headers, 'limit-month'), remaining: count(headers, 'remaining-month') }
    : null
  const minuteReset = resetOf(headers, 'minute')
  const monthReset = month === null ? null : resetOf(headers, 'month')
  const [policy, state] = [`"minute";q=${minute.limit};w=60`, `"minute";r=${minute.remaining};t=${minuteReset}`]
  requireHeader(headers, 'ratelimit-policy', month === null ? policy : `${policy}, "month";q=${month.limit}`)
  const ofMonth = month === null ? '' : `, "month";r=${month.remaining};t=${monthReset}`
  requireHeader(headers, 'ratelimit', `${state}${ofMonth}`)
  return {
    minute: { ...minute, resetSeconds: minuteReset },
    month: month && { ...month, resetSeconds: monthReset ?? 0 },
  }
}

function count(headers: Headers, name: string): number {
  const value = headers.get(`x-ratelimit-${name}`) ?? ''
  if (!/^\d+$/.test(value)) throw new Error(`x-ratelimit-${name} is "${value}"`)
  return Number(value)
}

function resetOf(headers: Headers, name: 'minute' | 'month'): number {
  const seconds = headers.get('ratelimit')?.match(new RegExp(`"${name}";r=\\d+;t=(\\d+)`))?.[1]
  if (seconds === undefined) throw new Error(`ratelimit does not speak of the ${name}: "${headers.get('ratelimit')}"`)
  return Number(seconds)
}

function requireHeader(headers: Headers, name: string, wanted: string): void {
  if (headers.get(name) !== wanted) throw new Error(`${name} is "${headers.get(name)}", not "${wanted}"`)
}
