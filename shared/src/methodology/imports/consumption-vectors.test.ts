import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { franceEicCode } from '../../grid/borders.ts'
import { findReferenceData, reportSkippedReferenceData } from '../../testing/reference-data.ts'
import { hourMs } from '../../time/instant.ts'
import { seedFactorSet, toGCo2eqPerKwhByType } from '../emission-factors.ts'
import { groupByHour, type SlotValue } from '../hourly-means.ts'
import type { PowerMwByType } from '../intensity.ts'
import { computeBorderFlows } from './border-flows.ts'
import { type ConsumptionHour, computeConsumptionHour } from './consumption-hour.ts'
import { computeCompleteHours } from './neighbour-intensity.ts'
import type { NeighbourPast } from './neighbour-past.ts'
import { createNeighbourFactors } from './neighbour-types.ts'

type BothRules<Value> = { lca: Value; dir: Value }
type ByCountry<Value> = Record<string, Value>
/** One hour of an independent implementation; rounded to 4 decimals. */
type Vector = {
  case: string
  slotStart: string
  inputs: {
    franceMW: Record<string, number>
    flowsInOutMW: ByCountry<[number | null, number | null]>
    neighbourMixMW: ByCountry<Record<string, number>>
    neighbourGiven: ByCountry<BothRules<number>>
    basis: ByCountry<'hour' | 'week' | 'year'>
  }
  outputs: {
    productionLca: number
    productionDir: number
    neighbour: ByCountry<BothRules<number>>
    netImportMW: ByCountry<number | null>
    exportsMW: number | null
    domesticShare: number | null
    gCo2PerKwh: number | null
    directGCo2PerKwh: number | null
  }
}

const folder = findReferenceData()
const file = folder === null ? null : join(folder, '../imports/vectors.json')
const isThere = file !== null && existsSync(file)
if (!isThere) reportSkippedReferenceData('the test vectors of the hourly consumption intensity')

const typeByFamily: Readonly<Record<string, string>> = {
  nuclear: 'NUCLEAR',
  gas: 'FOSSIL_GAS',
  coal: 'FOSSIL_BROWN_COAL_LIGNITE',
  oil: 'FOSSIL_OIL',
  hydro: 'HYDRO_PUMPED_STORAGE',
  biomass: 'BIOMASS',
  waste: 'WASTE',
  solar: 'SOLAR',
  won: 'WIND_ONSHORE',
  woff: 'WIND_OFFSHORE',
  geo: 'GEOTHERMAL',
  other: 'OTHER',
  orenew: 'OTHER_RENEWABLE',
}
const eicByCountry: Readonly<Record<string, string>> = {
  BE: '10YBE----------2',
  DE: '10YCB-GERMANY--8',
  CH: '10YCH-SWISSGRIDZ',
  IT: '10YIT-GRTN-----B',
  ES: '10YES-REE------0',
  GB: '10YGB----------A',
}
const factors = createNeighbourFactors(toGCo2eqPerKwhByType(seedFactorSet))
const tolerance = 0.00006

describe.skipIf(!isThere)('the hour equals the independent implementation to 4 decimals', async () => {
  if (file === null || !isThere) return
  const { hours }: { hours: Vector[] } = await Bun.file(file).json()
  let compared = 0
  test.each(hours.map((vector) => [vector.slotStart, vector.case, vector] as const))(
    '%s, %s',
    (_start, _case, vector) => {
      const computed = toOutputs(computeVector(vector))
      const expected = toOutputs(vector.outputs)
      const wrong = Object.entries(expected).filter(([name, value]) => !isEqual(computed[name], value))
      expect(wrong.map(([name, value]) => `${name}: ${computed[name]} instead of ${value}`)).toEqual([])
      expect(Object.keys(computed).sort()).toEqual(Object.keys(expected).sort())
      compared += Object.keys(expected).length
    },
  )

  test('in 720 values', () => expect(compared).toBe(720))
})

const isEqual = (got: number | null | undefined, value: number | null): boolean =>
  value === null || got === null || got === undefined ? got === value : Math.abs(got - value) < tolerance

function computeVector({ slotStart, inputs }: Vector): Vector['outputs'] {
  const start = Temporal.Instant.from(slotStart.replace('Z', ':00Z'))
  const startMs = start.epochMilliseconds
  const flows = Object.entries(inputs.flowsInOutMW).flatMap(([country, [inMw, outMw]]): SlotValue[] => {
    const abroad = eicByCountry[country] ?? ''
    const slot = { slotStart: start, slotEnd: start.add({ hours: 1 }) }
    const values = [
      { series: `${abroad}>${franceEicCode}`, value: inMw },
      { series: `${franceEicCode}>${abroad}`, value: outMw },
    ]
    return values.flatMap(({ series, value }) => (value === null ? [] : [{ ...slot, series, value }]))
  })
  const hour = computeConsumptionHour({
    startMs,
    mix: toMix(inputs.franceMW),
    netFlowMwByCountry: computeBorderFlows(groupByHour(flows), startMs),
    neighbours: Object.fromEntries(
      Object.keys(inputs.basis).map((country) => [country, createPast(inputs, country, startMs)]),
    ),
    countryIntensities: Object.entries(inputs.neighbourGiven).flatMap(([country, { lca }]) =>
      inputs.basis[country] === 'year'
        ? [{ country, year: start.toZonedDateTimeISO('UTC').year, gCo2eqPerKwh: lca }]
        : [],
    ),
    factors,
  })
  if (hour === null) throw new Error('the hour has no French generation')
  expect(Object.fromEntries(hour.borders.map(({ country, basis }) => [country, basis]))).toEqual(inputs.basis)
  return toVectorOutputs(hour)
}

/** The mix behind the basis `week` is that of day −7. */
function createPast(inputs: Vector['inputs'], country: string, startMs: number): NeighbourPast {
  const { [country]: basis } = inputs.basis
  const { [country]: given } = inputs.neighbourGiven
  const { [country]: mix } = inputs.neighbourMixMW
  const sourceMs = basis === 'week' ? startMs - 7 * 24 * hourMs : startMs
  const complete =
    mix === undefined ? new Map() : computeCompleteHours([{ startMs: sourceMs, powerMwByType: toMix(mix) }], factors)
  if (given !== undefined && basis !== 'year') complete.set(sourceMs, { lifeCycle: given.lca, direct: given.dir })
  return { complete, archiveMean: null }
}

function toMix(powerMwByFamily: Readonly<Record<string, number>>): PowerMwByType {
  return Object.fromEntries(Object.entries(powerMwByFamily).map(([family, mw]) => [typeByFamily[family] ?? family, mw]))
}

function toVectorOutputs(hour: ConsumptionHour): Vector['outputs'] {
  return {
    productionLca: hour.productionKgPerHour.lifeCycle / hour.productionMw,
    productionDir: hour.productionKgPerHour.direct / hour.productionMw,
    neighbour: Object.fromEntries(
      hour.borders.map(({ country, gCo2PerKwhByRule: { lifeCycle, direct } }) => [
        country,
        { lca: lifeCycle ?? Number.NaN, dir: direct ?? Number.NaN },
      ]),
    ),
    netImportMW: Object.fromEntries(
      hour.borders.map(({ country, netImportMw }) => [country, netImportMw === null ? null : Math.max(0, netImportMw)]),
    ),
    exportsMW: hour.exportsMw,
    domesticShare: hour.domesticShare,
    gCo2PerKwh: hour.intensity.lifeCycle,
    directGCo2PerKwh: hour.intensity.direct,
  }
}

/** Every value by a name. */
function toOutputs({ neighbour, netImportMW, ...others }: Vector['outputs']): Record<string, number | null> {
  const intensities = Object.entries(neighbour).flatMap(([country, { lca, dir }]) => [
    [`${country} life cycle`, lca] as const,
    [`${country} direct`, dir] as const,
  ])
  const imports = Object.entries(netImportMW).map(([country, mw]) => [`${country} import`, mw] as const)
  return { ...others, ...Object.fromEntries([...intensities, ...imports]) }
}
