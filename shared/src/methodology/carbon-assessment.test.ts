import { describe, expect, test } from 'bun:test'
import { findCountryOfEicCode } from '../grid/borders.ts'
import { coreProductionTypes } from '../grid/production-types.ts'
import { assessCarbon, type CarbonInputs } from './carbon-assessment.ts'
import { completeFactors, type EmissionFactor } from './emission-factors.ts'
import type { SlotValue } from './hourly-means.ts'

const france = '10YFR-RTE------C'
const germany = '10YCB-GERMANY--8'
const now = Temporal.Instant.from('2025-01-15T18:20:00Z')

const factor = (productionType: string, gCo2eqPerKwh: number): EmissionFactor => ({
  productionType,
  gCo2eqPerKwh,
  elementId: '1',
  elementName: productionType,
  boundaryName: 'production',
  modifiedOn: '2020-01-01',
  validUntil: productionType === 'NUCLEAR' ? '2027-06-30' : '2021-12-31',
  isFallback: false,
})

const inputs: CarbonInputs = {
  generationByType: [],
  generationMix15min: [],
  physicalFlows: [],
  exchangeSchedules: [],
  factorSet: {
    source: 'agency',
    license: 'open',
    databaseVersion: 'V1',
    lastSyncedAt: '2025-01-01T00:00:00Z',
    factors: completeFactors([
      factor('NUCLEAR', 3.7),
      factor('FOSSIL_GAS', 418),
      factor('HYDRO_WATER_RESERVOIR', 6),
      factor('HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 6),
      factor('SOLAR', 43.9),
      factor('WIND_ONSHORE', 14.1),
    ]),
  },
  countryIntensities: [{ country: 'DE', year: 2024, gCo2eqPerKwh: 342.06 }],
}

function slot(series: string, start: string, value: number, minutes = 60): SlotValue {
  const slotStart = Temporal.Instant.from(start)
  return { series, slotStart, slotEnd: slotStart.add({ minutes }), value }
}

/** A whole hour of every core type; nuclear 1 000 MW, the others 100 MW. */
function hourOf(start: string, minutes = 60): SlotValue[] {
  const starts = Array.from({ length: 60 / minutes }, (_, index) =>
    Temporal.Instant.from(start)
      .add({ minutes: index * minutes })
      .toString(),
  )
  return starts.flatMap((at) =>
    coreProductionTypes.map((type) => slot(type, at, type === 'NUCLEAR' ? 1_000 : 100, minutes)),
  )
}

/** Every border of the list but Germany's, at which nothing flows in an hour. */
function idleBorders(start: string): SlotValue[] {
  const areas = ['10YBE----------2', '10YCH-SWISSGRIDZ', '10YES-REE------0', '10YGB----------A', '10YIT-GRTN-----B']
  return areas.flatMap((area) => [slot(`${area}>${france}`, start, 0), slot(`${france}>${area}`, start, 0)])
}

describe('the described hour', () => {
  test('is the latest hour in which every type has a value', () => {
    const incomplete = hourOf('2025-01-15T17:00:00Z').filter(({ series }) => series !== 'NUCLEAR')
    const generationByType = [...hourOf('2025-01-15T15:00:00Z'), ...hourOf('2025-01-15T16:00:00Z'), ...incomplete]
    const assessment = assessCarbon({ ...inputs, generationByType }, now)
    expect(assessment?.slotStart).toBe('2025-01-15T16:00:00Z')
    expect(assessment?.slotSource).toBe('generation_by_type')
  })

  test('is not one that lacks a type seen earlier', () => {
    const generationByType = [
      ...hourOf('2025-01-15T15:00:00Z'),
      slot('FOSSIL_OIL', '2025-01-15T15:00:00Z', 10),
      ...hourOf('2025-01-15T16:00:00Z'),
    ]
    expect(assessCarbon({ ...inputs, generationByType }, now)?.slotStart).toBe('2025-01-15T15:00:00Z')
  })

  test('neither counts nor requires storage that was stored as a type', () => {
    const rows = [...hourOf('2025-01-15T15:00:00Z'), slot('ENERGY_STORAGE', '2025-01-15T15:00:00Z', 500)]
    const assessed = (generationByType: SlotValue[]) => assessCarbon({ ...inputs, generationByType }, now)
    const withStorage = assessed([...rows, ...hourOf('2025-01-15T16:00:00Z')])
    expect(withStorage?.slotStart).toBe('2025-01-15T16:00:00Z')
    expect(assessed(rows)).toEqual(assessed(hourOf('2025-01-15T15:00:00Z')))
  })

  test('never lacks a core type, even if that type was never stored', () => {
    const withoutNuclear = hourOf('2025-01-15T16:00:00Z').filter(({ series }) => series !== 'NUCLEAR')
    expect(assessCarbon({ ...inputs, generationByType: withoutNuclear }, now)).toBeNull()
  })

  test('has ended', () => {
    const generationByType = [...hourOf('2025-01-15T16:00:00Z'), ...hourOf('2025-01-15T18:00:00Z')]
    expect(assessCarbon({ ...inputs, generationByType }, now)?.slotStart).toBe('2025-01-15T16:00:00Z')
  })

  test('comes from four quarter-hours of the mix when the hourly feed is more than 3 h behind', () => {
    const generationByType = hourOf('2025-01-15T14:00:00Z')
    const generationMix15min = [
      ...hourOf('2025-01-15T16:00:00Z', 15),
      ...hourOf('2025-01-15T17:00:00Z', 15).slice(0, -1),
    ]
    const assessment = assessCarbon({ ...inputs, generationByType, generationMix15min }, now)
    expect(assessment?.slotSource).toBe('generation_mix_15min')
    expect(assessment?.slotStart).toBe('2025-01-15T16:00:00Z')
  })

  test('comes from the hourly feed when that is exactly 3 h behind', () => {
    const at = Temporal.Instant.from('2025-01-15T18:00:00Z')
    const generationByType = hourOf('2025-01-15T14:00:00Z')
    const generationMix15min = hourOf('2025-01-15T16:00:00Z', 15)
    const inputsAt = { ...inputs, generationByType, generationMix15min }
    expect(assessCarbon(inputsAt, at)?.slotSource).toBe('generation_by_type')
    expect(assessCarbon(inputsAt, at.add({ seconds: 1 }))?.slotSource).toBe('generation_mix_15min')
  })

  test('adds up the parts of a type, and is incomplete if a part is missing', () => {
    const quarter = (part: string, value: number) =>
      [0, 15, 30, 45].map((minute) =>
        slot(`BIOMASS/${part}`, `2025-01-15T16:${String(minute).padStart(2, '0')}:00Z`, value, 15),
      )
    const whole = [...hourOf('2025-01-15T16:00:00Z', 15), ...quarter('BIOMASS', 300), ...quarter('BIOGAS', 250)]
    const assessment = assessCarbon({ ...inputs, generationMix15min: whole }, now)
    expect(assessment?.mix).toContainEqual({ productionType: 'BIOMASS', powerMw: 550 })
    expect(assessCarbon({ ...inputs, generationMix15min: whole.slice(0, -1) }, now)).toBeNull()
  })
})

describe('the consumption intensity of that hour', () => {
  const start = '2025-01-15T16:00:00Z'
  const generationByType = hourOf(start)
  const inflow = slot(`${germany}>${france}`, start, 700)
  const outflow = slot(`${france}>${germany}`, start, 200)
  /** The other borders, at which nothing flows. */
  const idle = idleBorders(start)

  test('nets the two directions of a border', () => {
    const assessment = assessCarbon({ ...inputs, generationByType, physicalFlows: [inflow, outflow, ...idle] }, now)
    const production = assessment?.productionGCo2eqPerKwh ?? Number.NaN
    expect(assessment?.consumptionGCo2eqPerKwh).toBeCloseTo((production * 1_500 + 500 * 342.06) / 2_000, 10)
    expect(assessment?.importBasis).toBe('physical_flows')
  })

  test('is unknown without flows, and every border is named as missing', () => {
    const assessment = assessCarbon({ ...inputs, generationByType }, now)
    expect(assessment?.consumptionGCo2eqPerKwh).toBeNull()
    expect(assessment?.unmappedImportCountries).toBeNull()
    expect(assessment?.missingBorders).toEqual(['BE', 'CH', 'DE', 'ES', 'GB', 'IT'])
  })

  test('is unknown while a listed border has no value, however long it has had none', () => {
    for (const lost of ['10YBE----------2', '10YGB----------A']) {
      const physicalFlows = [inflow, outflow, ...idle].filter(({ series }) => !series.includes(lost))
      const assessment = assessCarbon({ ...inputs, generationByType, physicalFlows }, now)
      expect(assessment?.consumptionGCo2eqPerKwh).toBeNull()
      expect(assessment?.missingBorders).toEqual([findCountryOfEicCode(lost)])
    }
  })

  test('is unknown when a border seen in the last days, or one of its directions, has no value in the hour', () => {
    const ireland = slot(`10YIE-1001A00010>${france}`, '2025-01-15T15:00:00Z', 10)
    const irish = { ...inputs, generationByType, physicalFlows: [inflow, outflow, ...idle, ireland] }
    expect(assessCarbon(irish, now)?.missingBorders).toEqual(['IE'])
    const before = slot(`${france}>${germany}`, '2025-01-15T15:00:00Z', 10)
    const oneWay = { ...inputs, generationByType, physicalFlows: [inflow, ...idle, before] }
    expect(assessCarbon(oneWay, now)).toMatchObject({ consumptionGCo2eqPerKwh: null, missingBorders: ['DE'] })
  })

  test('nets the cables to one country together', () => {
    const physicalFlows = [
      slot(`10Y1001C--00098F>${france}`, start, 1_000),
      slot(`${france}>10Y1001C--000344`, start, 1_000),
      outflow,
      ...idle.filter(({ series }) => !series.includes('10YGB')),
    ]
    const assessment = assessCarbon({ ...inputs, generationByType, physicalFlows }, now)
    expect(assessment?.consumptionGCo2eqPerKwh).toBe(assessment?.productionGCo2eqPerKwh ?? Number.NaN)
  })

  test('names borders to unknown countries XX, once, after countries without an intensity, and does not net them', () => {
    const physicalFlows = [
      slot(`10YXX----------0>${france}`, start, 100),
      slot(`10YYY----------0>${france}`, start, 50),
      slot(`${france}>10YZZ----------0`, start, 80),
      slot(`10YIT-GRTN-----B>${france}`, start, 10),
      outflow,
      ...idle.filter(({ series }) => !series.includes('10YIT')),
    ]
    const assessment = assessCarbon({ ...inputs, generationByType, physicalFlows }, now)
    expect(assessment?.unmappedImportCountries).toEqual(['IT', 'XX'])
    const production = assessment?.productionGCo2eqPerKwh ?? Number.NaN
    expect(assessment?.consumptionGCo2eqPerKwh).toBeCloseTo((production * 1_500 + 160 * 342.06) / 1_660, 10)
  })
})

test('provenance lists expired factors, fallback factors and types without a factor', () => {
  const generationByType = [...hourOf('2025-01-15T16:00:00Z'), slot('FUSION', '2025-01-15T16:00:00Z', 5)]
  const metadata = assessCarbon({ ...inputs, generationByType }, now)?.emissionFactors
  expect(metadata?.expiredValidityFactors).not.toContain('NUCLEAR')
  expect(metadata?.expiredValidityFactors).toContain('FOSSIL_GAS')
  expect(metadata?.containsExpiredValidity).toBe(true)
  expect(metadata?.fallbackFactors).toEqual(['BIOMASS', 'WASTE'])
  expect(metadata?.unmappedProductionTypes).toEqual(['FUSION'])
  expect(metadata?.mostRecentAdemeModification).toBe('2020-01-01')
  expect(metadata?.factorBoundaries?.['HYDRO_PUMPED_STORAGE']).toBe('production')
})
