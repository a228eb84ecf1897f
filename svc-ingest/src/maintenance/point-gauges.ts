import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { addReadGauges } from '@hexawatt/shared/telemetry/read-gauges'
import type { Clock } from '@hexawatt/shared/time/clock'
import { readNewestPointAt } from '../points/score-point-store.ts'

export type PointGaugesDeps = { sql: Sql; clock: Clock; metrics: Metrics }

/** How old the newest point of the score is: above ten minutes and a moment a mark was missed. */
export function addPointGauges({ sql, clock, metrics }: PointGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: [],
    labels: () => ({}),
    read: async () => [await readNewestPointAt(sql, clock.now())],
    gauges: [
      {
        name: 'ingest_newest_point_age_seconds',
        help: 'Time since the mark of the newest stored point of the score',
        value: (at) => at && clock.now().since(at).total('seconds'),
      },
    ],
  })
}
