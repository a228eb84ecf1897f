import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { coreBorderCountries, type NeighbourCountry } from '@hexawatt/shared/grid/borders'
import { type ConsumptionHour, computeConsumptionHour } from '@hexawatt/shared/methodology/imports/consumption-hour'
import { computeIntensityByRule, type IntensityByRule } from '@hexawatt/shared/methodology/imports/neighbour-intensity'
import type { NeighbourPast } from '@hexawatt/shared/methodology/imports/neighbour-past'
import { hourMs } from '@hexawatt/shared/time/instant'
import {
  type IntensityByHour,
  type NeighbourRecord,
  readNeighbourRecord,
  recordedFactors,
  takeUntil,
} from './neighbour-record.ts'

/** Ways to value the power of a neighbour, the coarsest first; `published` is the yearly value of Ember for both rules. */
export const valuations = ['published', 'year', 'month', 'week', 'hour'] as const
export type Valuation = (typeof valuations)[number]

/** Choices of a run. */
export type ValuedRun = {
  valuation: Valuation
  /** Neighbours that are valued by the mean of the year all the same. */
  yearly?: readonly NeighbourCountry[]
  /** Switzerland with its transit instead of its own production. */
  tracesSwitzerland?: boolean
  /** Direct factor of the discharge of French pumped storage in an hour, g/kWh; absent: 0, as the product has it. */
  storageFactor?: (startMs: number) => number
}

/** Lookup of the intensity of a neighbour for an hour; null = unknown. */
type Value = (startMs: number) => IntensityByRule | null

/** The product's hours of a record, ascending, with neighbours valued in a given way. */
export function computeValuedHours(record: NeighbourRecord, run: ValuedRun): ConsumptionHour[] {
  const values = recordFromEntries(coreBorderCountries, (country) => {
    const byHour = country === 'CH' && run.tracesSwitzerland === true ? record.tracedSwiss : record.intensities[country]
    return createNeighbourValue(byHour, run.yearly?.includes(country) === true ? 'year' : run.valuation)
  })
  return record.hours.flatMap(({ startMs, mix, netFlowMwByCountry }) => {
    const factors =
      run.storageFactor === undefined
        ? recordedFactors
        : {
            ...recordedFactors,
            direct: { ...recordedFactors.direct, HYDRO_PUMPED_STORAGE: run.storageFactor(startMs) },
          }
    const neighbours = recordFromEntries(coreBorderCountries, (country) => toPast(values[country](startMs), startMs))
    const countryIntensities = run.valuation === 'published' ? record.yearly : []
    const inputs = { startMs, mix, netFlowMwByCountry, neighbours, countryIntensities, factors }
    return computeConsumptionHour(inputs) ?? []
  })
}

/**
 * The recorded hours of 2022 and 2023 by the product's method, ascending.
 *
 * @param dataFolder `../shared/data`
 */
export async function readRecordedImports(dataFolder: string): Promise<ConsumptionHour[]> {
  const record = takeUntil(await readNeighbourRecord(dataFolder), 2024)
  return computeValuedHours(record, { valuation: 'hour' })
}

function toPast(value: IntensityByRule | null, startMs: number): NeighbourPast {
  return { complete: value === null ? new Map() : new Map([[startMs, value]]), archiveMean: null }
}

const weekMs = 7 * 24 * hourMs

/** An hour that was not recorded takes the mean of its year. */
export function createNeighbourValue(byHour: IntensityByHour, valuation: Valuation): Value {
  if (valuation === 'published') return () => null
  const ofYear = createMean(byHour, 'year')
  if (valuation === 'year') return ofYear
  if (valuation === 'month') return createMean(byHour, 'month')
  const agoMs = valuation === 'week' ? weekMs : 0
  return (startMs) => byHour.get(startMs - agoMs) ?? ofYear(startMs)
}

/** Mean over the UTC month or year of an hour. */
function createMean(byHour: IntensityByHour, period: 'month' | 'year'): Value {
  const length = period === 'month' ? 'YYYY-MM'.length : 'YYYY'.length
  const toKey = (startMs: number) => Temporal.Instant.fromEpochMilliseconds(startMs).toString().slice(0, length)
  const sums = new Map<string, { lifeCycle: number; direct: number; hours: number }>()
  for (const [startMs, { lifeCycle, direct }] of byHour) {
    const sum = sums.getOrInsertComputed(toKey(startMs), () => ({ lifeCycle: 0, direct: 0, hours: 0 }))
    sum.lifeCycle += lifeCycle
    sum.direct += direct
    sum.hours += 1
  }
  return (startMs) => {
    const sum = sums.get(toKey(startMs))
    return sum === undefined ? null : { lifeCycle: sum.lifeCycle / sum.hours, direct: sum.direct / sum.hours }
  }
}

/** Hours before an hour whose pumping its discharge is thought to come from. */
const storedHours = 168

/**
 * Direct factor of the discharge of French pumped storage, as Electricity Maps counts it and the product does not: the production intensity of the last 168
 * hours, weighted by what was pumped, g/kWh.
 *
 * @returns gives 0 where nothing was pumped
 */
export function createStorageFactor({ hours }: NeighbourRecord): (startMs: number) => number {
  const pumped = new Map(
    hours.map(({ startMs, mix, pumpingMw }) => {
      const gCo2PerKwh = computeIntensityByRule(mix, recordedFactors)?.direct ?? 0
      return [startMs, { pumpingMw, kgPerHour: pumpingMw * gCo2PerKwh }]
    }),
  )
  return (startMs) => {
    let [pumpingMw, kgPerHour] = [0, 0]
    for (let back = 1; back <= storedHours; back += 1) {
      const hour = pumped.get(startMs - back * hourMs)
      pumpingMw += hour?.pumpingMw ?? 0
      kgPerHour += hour?.kgPerHour ?? 0
    }
    return pumpingMw === 0 ? 0 : kgPerHour / pumpingMw
  }
}
