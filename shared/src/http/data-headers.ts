import type { StatusResponse } from '../contract/status.ts'
import { httpDate, isNotModified, type Validators, weakTag } from './conditional.ts'

/** Validators and `Cache-Control` of a response with data (decisions §5). */
export type DataHeaders = Required<Validators> & { 'cache-control': string }

export type DataVersion = {
  etag: string
  /** At or after the last change of the body, ms since the epoch. */
  lastModifiedMs: number
  maxAgeSeconds: number
  scope?: CacheScope
}

export function dataHeaders({ etag, lastModifiedMs, maxAgeSeconds, scope }: DataVersion): DataHeaders {
  return { etag, 'last-modified': httpDate(lastModifiedMs), 'cache-control': cacheControl(maxAgeSeconds, scope) }
}

/** The part of the framework's context that is used. */
export type Exchange = { request: Request; set: { headers: Record<string, string | number>; status?: number | string } }

/**
 * Sets headers of the framework's response; makes it a 304 when the client has this version already.
 *
 * @returns whether to send the body
 */
export function applyDataHeaders(
  { request, set }: Exchange,
  headers: Readonly<Record<string, string>> & Validators,
): boolean {
  Object.assign(set.headers, headers)
  if (!isNotModified(request.headers, headers)) return true
  set.status = 304
  return false
}

/** Bounds of `max-age`, seconds. */
export const maxAgeLimits = {
  /** Upper bound: a correction out of schedule reaches every client within the hour. */
  longestSeconds: 3_600,
  /** Used when expected data are overdue: svc-ingest recomputes every minute. */
  overdueSeconds: 60,
  shortestSeconds: 1,
} as const

/**
 * `max-age` of a response, seconds: until the first instant at which it is expected to change. An instant that has passed, or is unknown
 * (null), is overdue.
 *
 * @param nowMs instant of the response, ms; all instants are of the data's clock
 */
export function maxAgeSeconds(nowMs: number, expectedMs: readonly (number | null)[]): number {
  const { longestSeconds, overdueSeconds, shortestSeconds } = maxAgeLimits
  let soonest: number = longestSeconds
  for (const atMs of expectedMs) {
    soonest = Math.min(soonest, atMs === null || atMs <= nowMs ? overdueSeconds : (atMs - nowMs) / 1_000)
  }
  return Math.max(shortestSeconds, Math.floor(soonest))
}

/** Who may cache a response: only the client, or shared caches too. */
export type CacheScope = 'private' | 'public'

/** Value of `Cache-Control`. */
export function cacheControl(seconds: number, scope: CacheScope = 'private'): string {
  return `${scope}, max-age=${seconds}`
}

/**
 * `max-age` of the status, seconds: it is rewritten every minute and after every call of a source, and monitoring needs it soon.
 */
const statusMaxAgeSeconds = 10

/** Headers of a status. The tag leaves out the ages, which change with every second. */
export function statusHeaders(status: StatusResponse): DataHeaders {
  const sources = status.sources.map(({ lagMinutes: _age, ...source }) => source)
  return dataHeaders({
    etag: weakTag(JSON.stringify([status.mode, sources])),
    lastModifiedMs: Date.parse(status.generatedAt),
    maxAgeSeconds: statusMaxAgeSeconds,
    scope: 'public',
  })
}
