import type { NeighbourCountry } from '@hexawatt/shared/grid/borders'
import { readConsumptionHours, type StoredConsumptionHour } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { addNeighbourVersions } from '@hexawatt/svc-ingest/src/neighbours/neighbour-store.ts'
import { areas, madeRows, startMadeMonth } from '../../hours/testing/made-month-fixture.ts'

export const hourMs = 3_600_000
const france = '10YFR-RTE------C'

export const countries = ['BE', 'CH', 'DE', 'ES', 'GB', 'IT'] as const satisfies readonly NeighbourCountry[]

/** Start of an hour, ms. */
export const toMs = (text: string): number => Temporal.Instant.from(`${text}:00Z`).epochMilliseconds

/** The hours from one to another, the last one excluded, ms. */
export function listHoursBetween(from: string, to: string): number[] {
  const count = (toMs(to) - toMs(from)) / hourMs
  return Array.from({ length: count }, (_, index) => toMs(from) + index * hourMs)
}

/** Net import of a border in an hour, MW: each of them imports in some hours and exports in others; from Italy there is none. */
export function makeNetImportMw(country: NeighbourCountry, startMs: number): number {
  if (country === 'IT') return -900
  return ((startMs / hourMs + 7 * countries.indexOf(country)) % 24) * 100 - 800
}

/** Inflow and outflow of each border: both directions have power in every hour. */
export function makeFlows(hours: readonly number[], borders: readonly NeighbourCountry[] = countries) {
  return hours.flatMap((startMs) =>
    borders.flatMap((country) => {
      const netMw = makeNetImportMw(country, startMs)
      return [
        { series: `${areas[country]}>${france}`, startMs, minutes: 60, value: Math.max(0, netMw) + 120 },
        { series: `${france}>${areas[country]}`, startMs, minutes: 60, value: Math.max(0, -netMw) + 120 },
      ]
    }),
  )
}

/** Mix of a neighbour in an hour, MW; a negative value is the own consumption of plants. */
export function makeMix(country: NeighbourCountry, startMs: number): Record<string, number> {
  const [hour, place] = [startMs / hourMs, countries.indexOf(country) + 1]
  const hydro = { HYDRO_WATER_RESERVOIR: 3_000 + 10 * place, HYDRO_PUMPED_STORAGE: hour % 3 === 0 ? -50 : 200 }
  if (country === 'CH') return { NUCLEAR: 2_900, ...hydro, SOLAR: 40 * (hour % 24) }
  const fossil = { FOSSIL_GAS: 4_000 * place + 100 * (hour % 24), FOSSIL_HARD_COAL: 1_500 + (hour % 50), OTHER: 600 }
  return {
    ...fossil,
    ...hydro,
    WIND_ONSHORE: 50 * ((hour + place) % 48),
    BIOGAS: 300,
    FOSSIL_BROWN_COAL_LIGNITE: 70 * place,
  }
}

/** Stores of svc-ingest with made generation, flows and mixes of the neighbours; time is in the test's hand. */
export async function startMadeImports(asOf: string) {
  const made = await startMadeMonth(asOf)
  const { sql, deps } = made

  return {
    ...made,
    /** Stores mixes as a poll does; the request to compute hours is a trigger's. */
    async publishMixes(
      hours: readonly number[],
      of: readonly NeighbourCountry[] = countries,
      make = makeMix,
    ): Promise<void> {
      const starts = hours.map((startMs) => Temporal.Instant.fromEpochMilliseconds(startMs))
      await deps.partitions.ensure('neighbour_generation', starts)
      for (const country of of) {
        const provenance = { country, publisher: 'energy-charts' as const, knownFrom: deps.clock.now(), payloadId: '7' }
        const mixes = hours.map((startMs) => ({ country, startMs, mwByType: make(country, startMs) }))
        await sql.begin((tx) => addNeighbourVersions(tx, provenance, mixes))
      }
    },
    publishFrance: (hours: readonly number[]) => made.publish('generation_by_type', madeRows.generation(hours)),
    publishFlows: (hours: readonly number[], borders = countries as readonly NeighbourCountry[]) =>
      made.publish('physical_flows', makeFlows(hours, borders)),
    /** Newest stored version of each hour as known now, or at an instant. */
    readHours: (hours: readonly number[], at = deps.clock.now()): Promise<StoredConsumptionHour[]> =>
      readConsumptionHours(sql, { fromMs: hours[0] ?? 0, toMs: (hours.at(-1) ?? 0) + hourMs }, at),
    /** Every stored version, ordered by hour and age. */
    async readVersions(): Promise<StoredConsumptionHour[]> {
      const instants = await sql<{ knownFrom: Temporal.Instant }[]>`
        select distinct known_from from consumption_hours order by known_from`
      const all = { fromMs: 0, toMs: toMs('2100-01-01T00:00') }
      const versions: StoredConsumptionHour[] = []
      for (const { knownFrom } of instants) {
        const known = await readConsumptionHours(sql, all, knownFrom)
        versions.push(...known.filter(({ knownFromMs }) => knownFromMs === knownFrom.epochMilliseconds))
      }
      return versions
    },
  }
}
export type MadeImports = Awaited<ReturnType<typeof startMadeImports>>
