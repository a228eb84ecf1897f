/** The numbers of all answers, seconds. */
export const maxAgeLimits = {
  /** No answer is kept longer, whatever the calendar says: what is corrected out of turn reaches everybody within the hour. */
  longestSeconds: 3_600,
  /** What was expected and has not come is looked for again after this: svc-ingest computes anew every minute. */
  overdueSeconds: 60,
  /** An answer that is about to change is not worth less than a second. */
  shortestSeconds: 1,
} as const

/**
 * Seconds for which an answer may be kept: to the first of the instants at which it is expected to change. One that has passed, or is not
 * known (null), is overdue.
 *
 * @param nowMs instant of the answer, ms; like the others of the data's clock
 */
export function maxAgeSeconds(nowMs: number, expectedMs: readonly (number | null)[]): number {
  const { longestSeconds, overdueSeconds, shortestSeconds } = maxAgeLimits
  const waits = expectedMs.map((atMs) => (atMs === null || atMs <= nowMs ? overdueSeconds : (atMs - nowMs) / 1_000))
  return Math.max(shortestSeconds, Math.min(longestSeconds, Math.floor(Math.min(...waits))))
}

/** Who may keep an answer: only the client that asked with its key, or every cache on the way. */
export type CacheScope = 'private' | 'public'

/** Value of `Cache-Control`. */
export function cacheControl(seconds: number, scope: CacheScope = 'private'): string {
  return `${scope}, max-age=${seconds}`
}
