/** Bounds of `max-age`, seconds. */
export const maxAgeLimits = {
  /** Upper bound: an unscheduled correction reaches every client within one hour. */
  longestSeconds: 3_600,
  /** Used when expected data are overdue: svc-ingest recomputes every minute. */
  overdueSeconds: 60,
  shortestSeconds: 1,
} as const

/**
 * Computes `max-age` of a response, seconds: the time until its first expected change. An instant that has passed, or is unknown (null), counts as
 * overdue.
 *
 * @param nowMs instant of the response, ms; all instants are of the data's clock
 */
export function computeMaxAgeSeconds(nowMs: number, expectedMs: readonly (number | null)[]): number {
  const { longestSeconds, overdueSeconds, shortestSeconds } = maxAgeLimits
  let soonest: number = longestSeconds
  for (const atMs of expectedMs) {
    soonest = Math.min(soonest, atMs === null || atMs <= nowMs ? overdueSeconds : (atMs - nowMs) / 1_000)
  }
  return Math.max(shortestSeconds, Math.floor(soonest))
}

/** private: only the client may cache the response; public: shared caches may cache it too. */
export type CacheScope = 'private' | 'public'

/** Value of `Cache-Control`. */
export function formatCacheControl(seconds: number, scope: CacheScope = 'private'): string {
  return `${scope}, max-age=${seconds}`
}
