import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { FallbackCheckDeps } from './check-fallbacks.ts'
import { type FallbackCheck, readFallbackChecks } from './fallback-check-store.ts'

type SpareGaugesDeps = Pick<FallbackCheckDeps, 'sql' | 'clock' | 'mode' | 'sources'> & { metrics: Metrics }

/**
 * Result of the daily comparison of each fallback source with the operator, by the data's clock. A source that was never checked, or is no fallback any
 * more, has no gauge: the database may have been used with other settings before.
 */
export function addFallbackGauges({ sql, clock, mode, sources, metrics }: SpareGaugesDeps): void {
  const isSpare = ({ dataset }: FallbackCheck): boolean => mode === 'live' && sources.some(({ id }) => id === dataset)

  addReadGauges(metrics, {
    labelNames: ['publisher', 'feed'],
    labels: ({ publisher, feed }: FallbackCheck) => ({ publisher, feed }),
    read: async () => (await readFallbackChecks(sql)).filter(isSpare),
    gauges: [
      {
        name: 'ingest_spare_last_success_age_seconds',
        help: 'Time since a fallback source was last compared with the operator; before its first comparison, time since the first attempt',
        value: ({ lastSuccessAt, firstAttemptAt }) =>
          clock
            .now()
            .since(lastSuccessAt ?? firstAttemptAt)
            .total('seconds'),
      },
      {
        name: 'ingest_spare_compared_values',
        help: 'Values of a fallback source that its last comparison with the operator compared',
        value: ({ compared }) => compared,
      },
      {
        name: 'ingest_spare_agreeing_values',
        help: 'Compared values that agree with the operator: mix within 2 MW or 1 %, price within 0.01 EUR/MWh',
        value: ({ agreeing }) => agreeing,
      },
    ],
  })
}
