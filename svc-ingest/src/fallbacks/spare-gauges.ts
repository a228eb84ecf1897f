import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { SpareDeps } from './check-spares.ts'
import { readSpareChecks, type SpareCheck } from './spare-check-store.ts'

type SpareGaugesDeps = Pick<SpareDeps, 'sql' | 'clock' | 'mode' | 'sources'> & { metrics: Metrics }

/**
 * Result of the daily comparison of each fallback source with the operator, by the data's clock. A source that was never checked, or is no fallback any
 * more, has no gauge: the database may have been used with other settings before.
 */
export function addSpareGauges({ sql, clock, mode, sources, metrics }: SpareGaugesDeps): void {
  const isSpare = ({ dataset }: SpareCheck): boolean => mode === 'live' && sources.some(({ id }) => id === dataset)

  addReadGauges(metrics, {
    labelNames: ['publisher', 'feed'],
    labels: ({ publisher, feed }: SpareCheck) => ({ publisher, feed }),
    read: async () => (await readSpareChecks(sql)).filter(isSpare),
    gauges: [
      {
        name: 'ingest_spare_last_success_age_seconds',
        help: 'Time since a spare source was last compared with the operator, since its first check while it never was',
        value: ({ lastSuccessAt, firstAttemptAt }) =>
          clock
            .now()
            .since(lastSuccessAt ?? firstAttemptAt)
            .total('seconds'),
      },
      {
        name: 'ingest_spare_compared_values',
        help: 'Values of a spare source that its last comparison held against those of the operator',
        value: ({ compared }) => compared,
      },
      {
        name: 'ingest_spare_agreeing_values',
        help: 'Those of them that agree with the operator: mix within 2 MW or 1 %, price within 0.01 EUR/MWh',
        value: ({ agreeing }) => agreeing,
      },
    ],
  })
}
