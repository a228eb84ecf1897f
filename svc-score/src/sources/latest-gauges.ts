import { gridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import type { Dated } from '@hexawatt/shared/snapshot/snapshot-age'
import { addSnapshotGauges } from '@hexawatt/shared/snapshot/snapshot-gauges'
import { tariffSnapshot } from '@hexawatt/shared/snapshot/tariff-snapshot'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { LatestSnapshots } from './latest-snapshots.ts'

export type LatestGaugesDeps = { metrics: Metrics; clock: Clock; latest: LatestSnapshots }

/** Ages of the snapshots that this service keeps in memory and answers from. */
export function addLatestGauges({ metrics, clock, latest }: LatestGaugesDeps): void {
  const kept: readonly [string, () => Dated<unknown> | null | Promise<Dated<unknown> | null>][] = [
    [scoreSnapshot.name, latest.score],
    [forecastSnapshot.name, latest.forecast],
    [gridStatusSnapshot.name, latest.gridStatus],
    [tariffSnapshot.name, latest.tariff],
  ]
  addSnapshotGauges({
    metrics,
    clock,
    read: () =>
      Promise.all(
        kept.map(async ([snapshot, read]) => ({ snapshot, computedAtMs: (await read())?.computedAtMs ?? null })),
      ),
  })
}
