import { addReadGauges, type Metrics } from '../telemetry/metrics.ts'
import type { Clock } from '../time/clock.ts'
import { minuteMs } from '../time/instant.ts'

/** Older snapshots are served as degraded: they are recomputed every minute. */
const degradedAgeMs = 15 * minuteMs

/** Tolerated difference between the clocks of two machines, ms. */
export const clockToleranceMs = 5_000

/** A snapshot and the instant at which it was computed, ms since the epoch. */
export type Dated<Body> = { body: Body; computedAtMs: number }

/**
 * Parses the instant of a snapshot once.
 *
 * @param computedAt ISO 8601
 */
export function toDated<Body>(body: Body, computedAt: string): Dated<Body> {
  return { body, computedAtMs: Temporal.Instant.from(computedAt).epochMilliseconds }
}

/** Whether the snapshot is later than the data's clock: the database was last used at a later instant of a replay. */
export function isFromFuture({ computedAtMs }: Dated<unknown>, nowMs: number): boolean {
  return computedAtMs - nowMs > clockToleranceMs
}

/** The snapshot, unless it is later than the data's clock. */
export function dropIfFromFuture<Snapshot extends Dated<unknown>>(
  snapshot: Snapshot | null,
  nowMs: number,
): Snapshot | null {
  return snapshot === null || isFromFuture(snapshot, nowMs) ? null : snapshot
}

/** Whether the snapshot has not been recomputed for 15 minutes. */
export function isOverdue({ computedAtMs }: Dated<unknown>, nowMs: number): boolean {
  return nowMs - computedAtMs > degradedAgeMs
}

export type SnapshotGaugesDeps = {
  metrics: Metrics
  clock: Clock
  /** Name of each served snapshot, and how a request reads it. */
  served: readonly (readonly [string, () => Dated<unknown> | null | Promise<Dated<unknown> | null>])[]
}

/** Adds the gauge of the age of each served snapshot, by the data's clock. */
export function addSnapshotGauges({ metrics, clock, served }: SnapshotGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: ['snapshot'],
    labels: ({ snapshot }) => ({ snapshot }),
    read: () =>
      Promise.all(
        served.map(async ([snapshot, read]) => ({ snapshot, computedAtMs: (await read())?.computedAtMs ?? null })),
      ),
    gauges: [
      {
        name: 'snapshot_age_seconds',
        help: 'Age of the served snapshot, seconds',
        value: ({ computedAtMs }) => computedAtMs && (clock.now().epochMilliseconds - computedAtMs) / 1000,
      },
    ],
  })
}
