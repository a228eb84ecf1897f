import type { Metrics } from '@hexawatt/shared/telemetry/metrics'

/** Metrics of the flush of usage: when it last went well in this gateway, how much it stored, and how often it failed. */
export function createFlushMetrics({ metrics, realTimeMs }: { metrics: Metrics; realTimeMs: () => number }) {
  const flushes = metrics.counter('gateway_usage_flushes_total', 'Flushes of usage to Postgres by outcome', ['outcome'])
  const counts = metrics.gauge('gateway_usage_flushed_counts', 'Counts of accounts that the last flush read')
  const lastFlush = metrics.gauge(
    'gateway_usage_last_flush_timestamp_seconds',
    'Real time of the last flush of usage by this gateway; 0 before the first',
  )
  return {
    flushed(countsRead: number): void {
      flushes.inc({ outcome: 'flushed' })
      counts.set(countsRead)
      lastFlush.set(realTimeMs() / 1_000)
    },
    failed(): void {
      flushes.inc({ outcome: 'failed' })
    },
  }
}
