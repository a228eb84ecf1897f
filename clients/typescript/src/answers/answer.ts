import type { DataMode } from '../bodies/service.ts'

/** What is left of the limits of the account; of this machine's address where no key is needed. */
export type RateLimit = {
  /** Requests a minute, in a sliding window. */
  limitMinute: number
  remainingMinute: number
  /** Requests in the calendar month, UTC; null where nothing is counted by month. */
  limitMonth: number | null
  remainingMonth: number | null
}

/** An answer of the API. */
export type Answer<Body> = {
  data: Body
  etag: string | null
  /** For questions to the operator. */
  requestId: string | null
  /** Whether the data are live, of a demo or of a replay; null where nothing rests on data of the grid. */
  dataMode: DataMode | null
  /** A source that the answer uses is late or missing. */
  isDegraded: boolean
  /** null where the answer names none. */
  rateLimit: RateLimit | null
  /** `data` is what was kept from an earlier answer: nothing has changed, and it cost nothing of the month. */
  isNotModified: boolean
}

/** What the headers say of the data themselves. */
export type DataFacts = Pick<Answer<unknown>, 'etag' | 'dataMode' | 'isDegraded'>

export function readDataFacts(headers: Headers): DataFacts {
  return {
    etag: headers.get('etag'),
    dataMode: readDataMode(headers.get('x-data-mode')),
    isDegraded: headers.get('x-service-confidence') === 'degraded',
  }
}

/** Id of the request; null when a proxy answered in the API's place. */
export function readRequestId(headers: Headers): string | null {
  return headers.get('x-request-id')
}

export function readRateLimit(headers: Headers): RateLimit | null {
  const limitMinute = readCount(headers, 'x-ratelimit-limit-minute')
  const remainingMinute = readCount(headers, 'x-ratelimit-remaining-minute')
  if (limitMinute === null || remainingMinute === null) return null
  return {
    limitMinute,
    remainingMinute,
    limitMonth: readCount(headers, 'x-ratelimit-limit-month'),
    remainingMonth: readCount(headers, 'x-ratelimit-remaining-month'),
  }
}

function readCount(headers: Headers, name: string): number | null {
  const value = headers.get(name)
  return value !== null && /^\d+$/.test(value) ? Number(value) : null
}

function readDataMode(value: string | null): DataMode | null {
  return value === 'live' || value === 'demo' || value === 'replay' ? value : null
}
