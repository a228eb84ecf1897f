import { describe, expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import type { Hexawatt } from '../../clients/typescript/src/hexawatt.ts'
import { createSuccess, startScriptedApi, testKey } from '../../clients/typescript/src/testing/scripted-api.ts'

const window = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', granularity: 'raw' } as const
const weights = { price: 0.25, carbon: 0.25, grid: 0.25, adequacy: 0.25 }

/** The operations that the client offers, by their entries; exports are for programs that read them as they come. */
const clientOperations = operations.filter((operation) => operation.clientFile !== null)

/** Each operation with every parameter it has: by preset, and by weights where it can be weighted. */
const fullCalls: Record<(typeof clientOperations)[number]['id'], ((api: Hexawatt) => Promise<unknown>)[]> = {
  getCarbonIntensity: [(api) => api.carbonIntensity()],
  getCarbonConsumption: [(api) => api.carbonConsumption({ at: window.from })],
  getCarbonRegions: [(api) => api.carbonRegions()],
  getCarbonRegionsDay: [(api) => api.carbonRegionsDay({ date: '2026-02-03' })],
  getCarbonExplain: [(api) => api.carbonExplain({ at: window.from })],
  getCarbonSeries: [
    (api) => api.carbonSeries({ from: window.from, to: window.to, resolution: '1h', boundary: 'direct' }),
  ],
  getScore: [(api) => api.score({ profile: 'carbon' }), (api) => api.score({ weights })],
  getScoreForecast: [
    (api) => api.scoreForecast({ hours: 48, profile: 'carbon' }),
    (api) => api.scoreForecast({ hours: 48, weights }),
  ],
  getScoreHistory: [
    (api) => api.scoreHistory({ ...window, profile: 'carbon' }),
    (api) => api.scoreHistory({ ...window, weights }),
  ],
  getScoreAnalytics: [
    (api) => api.scoreAnalytics({ ...window, timezone: 'Europe/Paris', profile: 'carbon' }),
    (api) => api.scoreAnalytics({ ...window, timezone: 'Europe/Paris', weights }),
  ],
  getForecastArchive: [
    (api) => api.forecastArchive({ quantity: 'price', issuedFrom: window.from, issuedTo: window.to }),
    (api) => api.forecastArchive({ quantity: 'price', targetFrom: window.from, targetTo: window.to }),
    (api) => api.colorArchive({ issuedFrom: window.from, issuedTo: window.to }),
  ],
  getOutlook: [(api) => api.outlook({ hours: 48, resolution: '15m' })],
  getSchedule: [
    (api) =>
      api.schedule({
        energyKWh: 2,
        durationMinutes: 120,
        powerKW: 1,
        earliest: window.from,
        latest: window.to,
        quiet: '22:00-07:00',
        maxSegments: 2,
        minOnMinutes: 30,
        objective: 'cost',
        emissions: 'direct',
        tariff: 'hphc',
        subscribedKva: 9,
        offPeak: '22:00-06:00',
        offPeakSummer: '2h-6h,13h-17h',
        offPeakWinter: '22h-6h',
        adder: 'profile',
        adderEurPerKwh: 0.09,
        vatPercent: 20,
        estimate: 'prudent',
        tieBreak: 'late',
        profile: 'carbon',
      }),
    (api) => api.schedule({ durationMinutes: 60, weights }),
  ],
  getGridStatus: [(api) => api.gridStatus()],
  getTariffToday: [(api) => api.tariffToday()],
  getTariffOutlook: [(api) => api.tariffOutlook()],
  getCoverage: [(api) => api.coverage()],
  getAccuracy: [(api) => api.accuracy()],
  getHours: [(api) => api.hours({ month: '2026-01' })],
  getTariffs: [(api) => api.tariffs()],
  getPlans: [(api) => api.plans()],
  getProfiles: [(api) => api.profiles()],
  getStatus: [(api) => api.status()],
  getDashboard: [(api) => api.dashboard()],
}

describe('the client against the contract', () => {
  test('the client has a function for each operation the contract offers to it, and no other function', async () => {
    await using api = startScriptedApi(createSuccess())
    const names = clientOperations.map(({ id }) => id.slice('get'.length).replace(/^./, (first) => first.toLowerCase()))
    expect(Object.keys(api.client()).toSorted()).toEqual(
      [
        ...names,
        'colorArchive',
        'events',
        'streamCarbonSeries',
        'streamColorArchive',
        'streamForecastArchive',
        'streamHistory',
      ].toSorted(),
    )
  })

  for (const { id, path, needsKey, query } of clientOperations) {
    test(`${id} requests its path, accepts each of its parameters, and sends the key only if one is needed`, async () => {
      await using api = startScriptedApi(createSuccess())
      for (const call of fullCalls[id]) await call(api.client())
      const asked = api.requests.map(({ address }) => new URL(address, api.url))
      expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(new Set([path]))
      expect(new Set(asked.flatMap(({ searchParams }) => [...searchParams.keys()]))).toEqual(
        new Set(Object.keys(query.entries)),
      )
      for (const { headers } of api.requests) expect(headers.get('x-api-key')).toBe(needsKey ? testKey : null)
    })
  }
})
