import { gridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import { type ForecastSnapshot, forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { createSnapshotCache, type SnapshotCacheDeps } from '@hexawatt/shared/snapshot/snapshot-cache'
import { statusSnapshot } from '@hexawatt/shared/snapshot/status-snapshot'
import { tariffSnapshot } from '@hexawatt/shared/snapshot/tariff-snapshot'
import { type RatedHour, ratedHours } from '../score/rated-hours.ts'
import { type Dated, dated } from './snapshot-age.ts'

/** The forecast with its hours as they are compared. */
export type DatedForecast = Dated<ForecastSnapshot> & { hours: readonly RatedHour[] }

/** Every snapshot that the service answers from, each kept in memory: see `createSnapshotCache`. */
export function createLatestSnapshots(deps: SnapshotCacheDeps) {
  return {
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
}
export type LatestSnapshots = ReturnType<typeof createLatestSnapshots>
