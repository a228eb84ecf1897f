import { type RatedHour, toRatedHours } from '@hexawatt/shared/answers/energy-score'
import { createContractTableCache, type DatedContractTable } from '@hexawatt/shared/service/contract-table'
import {
  type ForecastSnapshot,
  forecastSnapshot,
  gridStatusSnapshot,
  scoreSnapshot,
  statusSnapshot,
  tariffOutlookSnapshot,
  tariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { addSnapshotGauges, type Dated, toDated } from '@hexawatt/shared/snapshot/snapshot-age'
import {
  createChangeNotifier,
  createSnapshotCache,
  type SnapshotCacheDeps,
} from '@hexawatt/shared/snapshot/snapshot-cache'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { findLastTickMs, minuteMs, tickEveryMs } from '@hexawatt/shared/time/instant'

/** The forecast with its hours rated against each other. */
type DatedForecast = Dated<ForecastSnapshot> & { hours: readonly RatedHour[] }

/** Caches every snapshot that the service answers from (see `createSnapshotCache`). */
export function createLatestSnapshots(deps: SnapshotCacheDeps) {
  const caches = {
    score: createSnapshotCache(scoreSnapshot, (body) => toDated(body, body.computedAt), deps),
    forecast: createSnapshotCache(
      forecastSnapshot,
      (body): DatedForecast => ({ ...toDated(body, body.issuedAt), hours: toRatedHours(body.hours) }),
      deps,
    ),
    gridStatus: createSnapshotCache(gridStatusSnapshot, (body) => toDated(body, body.computedAt), deps),
    tariff: createSnapshotCache(tariffSnapshot, (body) => toDated(body, body.computedAt), deps),
    tariffOutlook: createSnapshotCache(tariffOutlookSnapshot, (body) => toDated(body, body.issuedAt), deps),
    contracts: createContractTableCache(deps),
    planPast: createSnapshotCache(planPastSnapshot, (body) => toDated(body, body.computedAt), deps),
    /** Explains a refusal, and names the data mode of an answer without data. */
    status: createSnapshotCache(statusSnapshot, (body) => body, deps),
  }
  return {
    score: caches.score.latest,
    forecast: caches.forecast.latest,
    gridStatus: caches.gridStatus.latest,
    tariff: caches.tariff.latest,
    tariffOutlook: caches.tariffOutlook.latest,
    /** The shipped table with the regulator's versions in it; null while none is known. */
    contracts: caches.contracts.latest,
    planPast: caches.planPast.latest,
    status: caches.status.latest,
    /** Reloads the snapshots named in a change notice. */
    changed: createChangeNotifier(caches),
  }
}
export type LatestSnapshots = ReturnType<typeof createLatestSnapshots>

/** Dependencies of every answer. */
export type AnswerDeps = {
  latest: LatestSnapshots
  clock: Clock
  /** Costs no more than a look-up: it is called for every request. */
  readContractTable: () => Promise<DatedContractTable>
}

/** How often the live snapshots are computed. */
const computedEveryMs = minuteMs

/**
 * When the next score or forecast is expected, ms since the epoch: at the next tick, and every clock hour begins with a tick. A snapshot
 * that was computed before the last tick is replaced by the next computation.
 */
export function computeNextComputationMs(computedAtMs: number, nowMs: number): number {
  const tickMs = findLastTickMs(nowMs)
  return computedAtMs < tickMs ? computedAtMs + computedEveryMs : tickMs + tickEveryMs
}

type LatestGaugesDeps = { metrics: Metrics; clock: Clock; latest: LatestSnapshots }

/** Ages of the cached snapshots. */
export function addLatestGauges({ metrics, clock, latest }: LatestGaugesDeps): void {
  addSnapshotGauges({
    metrics,
    clock,
    served: [
      [scoreSnapshot.name, latest.score],
      [forecastSnapshot.name, latest.forecast],
      [gridStatusSnapshot.name, latest.gridStatus],
      [tariffSnapshot.name, latest.tariff],
      [tariffOutlookSnapshot.name, latest.tariffOutlook],
      [planPastSnapshot.name, latest.planPast],
    ],
  })
}
