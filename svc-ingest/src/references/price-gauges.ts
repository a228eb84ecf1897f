import { shippedContracts } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { parisDate, parisMidnight } from '@hexawatt/shared/time/paris'
import type { RegulatedOption } from '../sources/definition/content.ts'
import { readNewestPrices } from './regulated-price-store.ts'

type PriceGaugesDeps = { sql: Sql; clock: Clock; metrics: Metrics }

/** First day of the newest prices of an option in the regulator's files. */
export type NewestPrice = { option: RegulatedOption; from: string }

/** Age of the newest official prices of each contract, and how far they lag behind a decision that the shipped table knows. */
export function addPriceGauges({ sql, clock, metrics }: PriceGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: ['contract'],
    labels: ({ option }: NewestPrice) => ({ contract: option }),
    read: () => readNewestFirstDays(sql, clock.now()),
    gauges: [
      {
        name: 'ingest_regulated_price_age_seconds',
        help: 'Time since the first day of the newest prices of a contract in the files of the regulator',
        value: ({ from }) => countSecondsSince(from, clock.now()),
      },
      {
        name: 'ingest_regulated_price_behind_seconds',
        help: 'Time since prices came into force that the shipped table has and the file of the regulator lacks; 0 when it lacks none',
        value: (newest) => countSecondsBehind(newest, clock.now()),
      },
    ],
  })
}

async function readNewestFirstDays(sql: Sql, now: Temporal.Instant): Promise<NewestPrice[]> {
  const rows = (await readNewestPrices(sql, now)).filter(({ eurPerKwh }) => eurPerKwh !== null)
  return [...Map.groupBy(rows, ({ option }) => option)].map(([option, ofOption]) => {
    const days = ofOption.map(({ from }) => from).sort()
    return { option, from: days.at(-1) ?? '' }
  })
}

/**
 * Seconds since the first day of the oldest shipped prices that are in force and newer than the newest official ones; 0 without any. Prices of a single
 * secondary source do not count: they may be wrong.
 */
export function countSecondsBehind({ option, from }: NewestPrice, now: Temporal.Instant): number {
  const today = parisDate(now).toString()
  const missing = shippedContracts.filter(
    (version) => version.id === option && version.from > from && version.certainty === 'published',
  )
  const [first] = missing.map((version) => version.from).sort()
  return first === undefined || first > today ? 0 : countSecondsSince(first, now)
}

function countSecondsSince(day: string, now: Temporal.Instant): number {
  return now.since(parisMidnight(Temporal.PlainDate.from(day))).total('seconds')
}
