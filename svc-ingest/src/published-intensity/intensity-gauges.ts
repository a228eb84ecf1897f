import type { Sql } from '@hexawatt/shared/postgres/client'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { type NewestDifference, readNewestDifferences } from './difference-day-store.ts'

/** Differences between the product's intensities and the operator's published intensities, of the newest compared day. */
export function addIntensityGauges({ sql, clock, metrics }: { sql: Sql; clock: Clock; metrics: Metrics }): void {
  addReadGauges(metrics, {
    labelNames: ['boundary'],
    labels: ({ boundary }: NewestDifference) => ({ boundary }),
    read: () => readNewestDifferences(sql, clock.now()),
    gauges: [
      {
        name: 'ingest_published_intensity_difference_grams',
        help: 'Mean difference of the served intensity from the intensity that the operator publishes, gCO2eq/kWh, on the newest compared day. production: same formula; the others: other methods',
        value: ({ meanG }) => meanG,
      },
      {
        name: 'ingest_published_intensity_usual_difference_grams',
        help: 'Mean of that difference over the 14 days before the newest compared day; absent below 3 days',
        value: ({ usualG }) => usualG,
      },
      {
        name: 'ingest_published_intensity_agreeing_ratio',
        help: 'Share of the quarter-hours of the newest compared day with the same mix whose production intensity with direct factors is within 1 g/kWh of the published one',
        value: ({ boundary, agreeingShare }) => (boundary === 'production' ? agreeingShare : null),
      },
      {
        name: 'ingest_published_intensity_compared',
        help: 'Quarter-hours (production) or hours (the others) compared on the newest compared day',
        value: ({ samples }) => samples,
      },
    ],
  })
}
