import { type RatedHour, ratedHours } from '@hexawatt/shared/answers/rated-hours'
import { gridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import { type ForecastSnapshot, forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { type Dated, dated } from '@hexawatt/shared/snapshot/snapshot-age'
import { createSnapshotCache, type SnapshotCacheDeps } from '@hexawatt/shared/snapshot/snapshot-cache'
import { statusSnapshot } from '@hexawatt/shared/snapshot/status-snapshot'
import { tariffSnapshot } from '@hexawatt/shared/snapshot/tariff-snapshot'

/** The forecast with its hours as they are compared. */
export type DatedForecast = Dated<ForecastSnapshot> & { hours: readonly RatedHour[] }

/** Every snapshot that the service answers from, each kept in memory: see `createSnapshotCache`. */
export function createLatestSnapshots(deps: SnapshotCacheDeps) {
  const caches = {
    score: createSnapshotCache(scoreSnapshot, (body) => dated(body, body.computedAt), deps),
    forecast: createSnapshotCache(
      forecastSnapshot,
      (body): DatedForecast => ({ ...dated(body, body.issuedAt), hours: ratedHours(body.hours) }),
      deps,
    ),
    gridStatus: createSnapshotCache(gridStatusSnapshot, (body) => dated(body, body.computedAt), deps),
    tariff: createSnapshotCache(tariffSnapshot, (body) => dated(body, body.computedAt), deps),
    /** Only to explain a refusal, and to name the kind of data of an answer that holds none. */
    status: createSnapshotCache(statusSnapshot, (body) => body, deps),
  }
  return {
    score: caches.score.latest,
    forecast: caches.forecast.latest,
    gridStatus: caches.gridStatus.latest,
    tariff: caches.tariff.latest,
    status: caches.status.latest,
    /** A snapshot of this name was written, or any of them may have been: it is read at once. */
    changed(name: string): void {
      for (const cache of Object.values(caches)) cache.changed(name)
    },
  }
}
export type LatestSnapshots = ReturnType<typeof createLatestSnapshots>
