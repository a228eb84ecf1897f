import type { Metrics } from '../telemetry/metrics.ts'
import { addReadGauges } from '../telemetry/read-gauges.ts'
import type { Clock } from '../time/clock.ts'

/** When the snapshot of a name was computed, ms since the epoch; null when there is none. */
export type SnapshotInstant = { snapshot: string; computedAtMs: number | null }

export type SnapshotGaugesDeps = {
  metrics: Metrics
  clock: Clock
  /** The snapshots that a service answers from, as it has them now. */
  read: () => Promise<readonly SnapshotInstant[]>
}

/** How old what a service answers from is, by the data's clock: it is computed anew every minute. */
export function addSnapshotGauges({ metrics, clock, read }: SnapshotGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: ['snapshot'],
    labels: ({ snapshot }: SnapshotInstant) => ({ snapshot }),
    read,
    gauges: [
      {
        name: 'snapshot_age_seconds',
        help: 'Time since the computation of the snapshot that is answered from',
        value: ({ computedAtMs }) => computedAtMs && (clock.now().epochMilliseconds - computedAtMs) / 1000,
      },
    ],
  })
}
