import { coreBorderCountries } from '@hexawatt/shared/grid/borders'
import { neighbourMixesSourceId } from '@hexawatt/shared/grid/feeds'
import { neighbourMixIds } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { SourceStatusRow } from '../pipeline/source-status-store.ts'
import { readNewestNeighbourHours } from './neighbour-store.ts'

/** Ends of the newest stored hours by country. */
export type NewestHours = Awaited<ReturnType<typeof readNewestNeighbourHours>>

/** Age from which the status names a neighbour, hours: its mix is polled every three hours and published two to three hours late. */
const lateAfterHours = 12

/**
 * The mixes of all neighbours as one row of status: the newest success and hour of any of them, and the most failures. Its note names the neighbours whose
 * newest hour is old; null before the first poll.
 *
 * @param rows a row for each dataset that was polled
 */
export function summariseNeighbourMixes(
  rows: ReadonlyMap<string, SourceStatusRow>,
  newest: NewestHours,
  now: Temporal.Instant,
): SourceStatusRow | null {
  const polled = coreBorderCountries.flatMap((country) => {
    const row = rows.get(neighbourMixIds[country])
    return row === undefined ? [] : [{ country, row }]
  })
  if (polled.length === 0) return null
  const late = polled.flatMap(({ country }) => {
    const end = newest.get(country)
    if (end === undefined) return [`${country} (none yet)`]
    return now.since(end).total('hours') > lateAfterHours ? [`${country} (newest ends ${isoSeconds(end)})`] : []
  })
  const notes = [
    ...new Set(polled.map(({ row }) => row.note)),
    late.length === 0 ? null : `No hour of the last ${lateAfterHours}: ${late.join(', ')}.`,
  ].filter((note) => note !== null)
  return {
    source: neighbourMixesSourceId,
    lastSuccessAt: findLatest(polled.map(({ row }) => row.lastSuccessAt)),
    newestSlotEnd: findLatest([...newest.values()]),
    consecutiveFailures: Math.max(...polled.map(({ row }) => row.consecutiveFailures)),
    isDemo: polled.some(({ row }) => row.isDemo),
    note: notes.length === 0 ? null : notes.join(' '),
    publisher: 'energy-charts',
  }
}

function findLatest(instants: readonly (Temporal.Instant | null)[]): Temporal.Instant | null {
  return instants.reduce(
    (latest, instant) =>
      latest === null || (instant !== null && Temporal.Instant.compare(instant, latest) > 0) ? instant : latest,
    null,
  )
}

type NeighbourGaugesDeps = { sql: Sql; clock: Clock; metrics: Metrics }

/** Age of the newest hour of each neighbour; none of a neighbour without an hour. */
export function addNeighbourGauges({ sql, clock, metrics }: NeighbourGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: ['country'],
    labels: ({ country }: { country: string; end: Temporal.Instant }) => ({ country }),
    read: async () => {
      const newest = await readNewestNeighbourHours(sql, clock.now())
      return [...newest].map(([country, end]) => ({ country, end }))
    },
    gauges: [
      {
        name: 'ingest_neighbour_mix_age_seconds',
        help: 'Time since the end of the newest known hour of the production mix of a neighbour',
        value: ({ end }) => clock.now().since(end).total('seconds'),
      },
    ],
  })
}
