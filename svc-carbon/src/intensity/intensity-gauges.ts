import { carbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import { addSnapshotGauges } from '@hexawatt/shared/snapshot/snapshot-gauges'
import type { SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'

export type IntensityGaugesDeps = { metrics: Metrics; clock: Clock; snapshots: SnapshotReader }

/** Age of the snapshot that intensities are answered from, read as a request reads it. */
export function addIntensityGauges({ metrics, clock, snapshots }: IntensityGaugesDeps): void {
  addSnapshotGauges({
    metrics,
    clock,
    read: async () => {
      const snapshot = await snapshots.read(carbonSnapshot)
      const computedAtMs = snapshot && Temporal.Instant.from(snapshot.computedAt).epochMilliseconds
      return [{ snapshot: carbonSnapshot.name, computedAtMs }]
    },
  })
}
