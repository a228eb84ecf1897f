import { weatherPublisher } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { publisherPolicies } from '../sources/publishers.ts'
import { uselessAfterMs } from './weather-reader.ts'
import { readCallsOfToday, readNewestRuns, type StoredRun } from './weather-store.ts'

/** What `/api/status` says of the runs: when each became known, what differs from the usual, and the requests of today. */
export async function describeWeather(sql: Sql, now: Temporal.Instant): Promise<string> {
  const [runs, calls] = await Promise.all([readNewestRuns(sql, now), readCallsOfToday(sql, weatherPublisher.id)])
  const { callsPerDay } = publisherPolicies[weatherPublisher.id].pace
  const budget = `${calls} of ${callsPerDay} requests of today.`
  if (runs.length === 0) return `No run yet: the forecast does without weather. ${budget}`
  return [...runs.map((run) => describeRun(run, now)), budget].join(' ')
}

function describeRun({ model, knownFrom, isWindFrom10m }: StoredRun, now: Temporal.Instant): string {
  const wind = isWindFrom10m ? ', wind from 10 m × 1.35' : ''
  return `Run of ${model} received ${isoSeconds(knownFrom)}${wind}${describeAge(now.since(knownFrom).total('milliseconds'))}.`
}

/** Age from which the status says that a run is old, ms: usually a new one comes every three hours. */
const oldAfterMs = 12 * hourMs

function describeAge(ageMs: number): string {
  if (ageMs > uselessAfterMs) return ', too old to be used'
  return ageMs > oldAfterMs ? ', old' : ''
}

type WeatherGaugesDeps = { sql: Sql; clock: Clock; metrics: Metrics }

/** Age of the newest run of each model: runs older than a day are not used. */
export function addWeatherGauges({ sql, clock, metrics }: WeatherGaugesDeps): void {
  addReadGauges(metrics, {
    labelNames: ['model'],
    labels: ({ model }: StoredRun) => ({ model }),
    read: () => readNewestRuns(sql, clock.now()),
    gauges: [
      {
        name: 'ingest_weather_run_age_seconds',
        help: 'Time since the newest run of a weather model that said something new became known',
        value: ({ knownFrom }) => clock.now().since(knownFrom).total('seconds'),
      },
    ],
  })
}
