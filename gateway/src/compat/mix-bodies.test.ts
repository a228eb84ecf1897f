import { expect, test } from 'bun:test'
import { makeLatestBody } from './facade-bodies.ts'
import { makeHomeAssistantBody, makeMixBody, makePowerBreakdownBody } from './mix-bodies.ts'

const mixOf = (powerMw: Readonly<Record<string, number>>) => ({
  timestamp: '2026-02-03T18:20:00Z',
  dataSlotStart: '2026-02-03T16:00:00Z',
  estimatedGCo2PerKwh: 50.5,
  totalGenerationMW: Object.values(powerMw).reduce((sum, mw) => sum + mw, 0),
  mix: Object.entries(powerMw).map(([productionType, valueMW]) => ({ productionType, valueMW })),
})
const generation = mixOf({
  NUCLEAR: 600,
  WIND_ONSHORE: 60.4,
  WIND_OFFSHORE: 39.6,
  HYDRO_WATER_RESERVOIR: 50,
  FOSSIL_GAS: 100,
  WASTE: 50,
  HYDRO_PUMPED_STORAGE: 100,
})
const hour = makeLatestBody(generation, null, false)

const exchangesWith = (neighbours: readonly { country: string; netImportMw: number | null }[]) => ({
  start: '2026-02-03T16:00:00Z',
  end: '2026-02-03T17:00:00Z',
  isEstimated: false,
  neighbours: [...neighbours],
  netImportMw: neighbours.some(({ netImportMw }) => netImportMw === null)
    ? null
    : neighbours.reduce((sum, { netImportMw }) => sum + (netImportMw ?? 0), 0),
})
const known = exchangesWith([
  { country: 'BE', netImportMw: 250 },
  { country: 'IT', netImportMw: -600 },
])

test('production types have the names of Electricity Maps, and a source of which nothing is published is null', () => {
  expect(makePowerBreakdownBody(generation, hour, null).powerProductionBreakdown).toEqual({
    nuclear: 600,
    geothermal: null,
    biomass: 50,
    coal: null,
    wind: 100,
    solar: null,
    hydro: 50,
    gas: 100,
    oil: null,
    unknown: null,
    'hydro discharge': 100,
    'battery discharge': null,
  })
  expect(makePowerBreakdownBody(mixOf({ MARINE: 1, FUSION: 2 }), hour, null).powerProductionBreakdown.unknown).toBe(3)
})

test('shares leave out storage and add up, in whole percent; Home Assistant gets the rest with two decimals', () => {
  expect(makePowerBreakdownBody(generation, hour, null)).toMatchObject({
    fossilFreePercentage: 89,
    renewablePercentage: 22,
    powerProductionTotal: 1000,
  })
  expect(makeHomeAssistantBody(generation, hour)).toEqual({
    status: 'ok',
    countryCode: 'FR',
    data: { datetime: '2026-02-03T16:00:00.000Z', carbonIntensity: 51, fossilFuelPercentage: 11.11 },
    units: { carbonIntensity: 'gCO2eq/kWh' },
  })
})

test('consumption is generation and imports less exports, imports count as unknown', () => {
  const body = makePowerBreakdownBody(generation, hour, known)
  expect(body).toMatchObject({
    powerImportBreakdown: { BE: 250 },
    powerExportBreakdown: { IT: 600 },
    powerImportTotal: 250,
    powerExportTotal: 600,
    powerConsumptionTotal: 650,
    powerConsumptionBreakdown: { nuclear: 312, unknown: 130, coal: null },
  })
  const consumed = Object.values(body.powerConsumptionBreakdown).reduce<number>((sum, mw) => sum + (mw ?? 0), 0)
  expect(consumed).toBe(650)
})

test('without exchanges, or with an unknown border, totals and consumption are null and not 0', () => {
  const unknown = { powerImportTotal: null, powerExportTotal: null, powerConsumptionTotal: null }
  const none = makePowerBreakdownBody(generation, hour, null)
  expect(none).toMatchObject({ ...unknown, powerImportBreakdown: {}, powerExportBreakdown: {} })
  expect(new Set(Object.values(none.powerConsumptionBreakdown))).toEqual(new Set([null]))
  const partly = exchangesWith([
    { country: 'BE', netImportMw: null },
    { country: 'IT', netImportMw: -600 },
  ])
  expect(makePowerBreakdownBody(generation, hour, partly)).toMatchObject({
    ...unknown,
    powerImportBreakdown: { BE: null },
    powerExportBreakdown: { IT: 600 },
  })
  expect(makeMixBody(generation, hour, partly).data[0]?.mix.flows).toEqual({ exports: null, imports: null })
})

test('version 4 has the same values, with storage and flows in objects of their own', () => {
  expect(makeMixBody(generation, hour, known)).toMatchObject({
    zone: 'FR',
    unit: 'MW',
    temporalGranularity: 'hourly',
    data: [
      {
        datetime: '2026-02-03T16:00:00.000Z',
        isEstimated: false,
        breakdownType: 'normal',
        mix: {
          nuclear: 600,
          wind: 100,
          biomass: 50,
          coal: null,
          'hydro storage': { discharge: 100 },
          'battery storage': { discharge: null },
          flows: { exports: 600, imports: 250 },
        },
      },
    ],
  })
})
