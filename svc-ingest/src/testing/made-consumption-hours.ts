import { hourlyConsumptionVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourMs } from '@hexawatt/shared/time/instant'
import { addConsumptionVersions } from '../hours/consumption-version-store.ts'

/** Net import from Germany in a made hour, MW: by day and by week, always above 1 000. */
const computeMadeImportMw = (startMs: number): number =>
  3_000 + 1_000 * Math.sin((2 * Math.PI * startMs) / (24 * hourMs)) + 900 * Math.sin(startMs / (97 * hourMs))

/** Production and German intensity of every made hour, gCO2eq/kWh. */
const [production, abroad] = [
  { lifeCycle: 32, direct: 20 },
  { lifeCycle: 410, direct: 380 },
]

/**
 * Stores the versions of made hours `[from, before)`: 50 000 MW of French production, and imports from Germany only.
 *
 * @param addedMw further imports, so that a later version differs
 */
export async function addMadeConsumptionHours(
  sql: Sql,
  from: Temporal.Instant,
  before: Temporal.Instant,
  knownFrom: Temporal.Instant,
  addedMw = 0,
): Promise<void> {
  const count = Math.round(before.since(from).total('hours'))
  const hours = Array.from({ length: count }, (_, index) => {
    const startMs = from.epochMilliseconds + index * hourMs
    const importMw = computeMadeImportMw(startMs) + addedMw
    const compute = (rule: keyof typeof abroad) =>
      (50_000 * production[rule] + importMw * abroad[rule]) / (50_000 + importMw)
    return {
      startMs,
      productionMw: 50_000,
      productionKgPerHour: { lifeCycle: 50_000 * production.lifeCycle, direct: 50_000 * production.direct },
      borders: [
        {
          country: 'DE',
          netImportMw: importMw,
          gCo2PerKwhByRule: abroad,
          basis: 'hour' as const,
          sourceStartMs: startMs,
        },
      ],
      importMw,
      importedTonnesPerHour: {
        lifeCycle: (importMw * abroad.lifeCycle) / 1000,
        direct: (importMw * abroad.direct) / 1000,
      },
      exportsMw: 0,
      domesticShare: 50_000 / (50_000 + importMw),
      intensity: { lifeCycle: compute('lifeCycle'), direct: compute('direct') },
      yearlyGCo2eqPerKwh: null,
      mixSource: 'generation_by_type' as const,
      mixFinality: 0 as const,
      methodologyVersion: hourlyConsumptionVersion,
    }
  })
  await sql.begin((tx) => addConsumptionVersions(tx, hours, knownFrom))
}
