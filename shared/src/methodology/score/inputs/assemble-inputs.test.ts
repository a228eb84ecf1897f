import { describe, expect, test } from 'bun:test'
import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { neverReceived } from '../../../grid/feed-calendar.ts'
import { type FeedId, feedIds } from '../../../grid/feeds.ts'
import type { SlotValue } from '../../hourly-means.ts'
import { toMs } from '../testing/sample-inputs.ts'
import { assembleScoreInputs, type ScoreRows } from './assemble-inputs.ts'

const now = Temporal.Instant.from('2026-02-03T18:20:00Z')
const hour = '2026-02-03T18:00:00Z'
const received = recordFromEntries(feedIds, () => ({
  newestSlotEnd: now.add({ hours: 240 }),
  lastSuccess: now,
  publisher: null,
}))

const noRows: ScoreRows = {
  carbon: null,
  generationByType: [],
  powerExchanges: [],
  gridSignals: [],
  imbalance: [],
  consumption: [],
  consumptionWeekly: [],
  generationForecast: [],
  installedCapacities: [],
  unavailabilities: [],
  factorSet: null,
  hasCountryIntensities: false,
  received,
}
const assemble = (rows: Partial<ScoreRows>) => assembleScoreInputs({ ...noRows, ...rows }, now)
const without = (feed: FeedId) => ({ received: { ...received, [feed]: neverReceived } })

function slot(series: string, value: number, start = hour, minutes = 60): SlotValue {
  const slotStart = Temporal.Instant.from(start)
  return { series, slotStart, slotEnd: slotStart.add({ minutes }), value }
}

describe('data that are not stored', () => {
  test('are absent or null, never 0', () => {
    const inputs = assemble({})
    expect(inputs).toMatchObject({ realised: null, imbalance: null, gCo2eqPerKwhByType: null, forecastMw: {} })
    for (const series of ['priceEurPerMwh', 'signalLevel', 'expectedConsumptionMw', 'weeklyConsumptionMw'] as const) {
      expect(inputs[series].size).toBe(0)
    }
    expect(inputs.realisedGCo2eqPerKwh.size + inputs.installedMwByYear.size).toBe(0)
    expect(inputs.isReferenceKnown).toEqual({ emission_factors: false, country_intensities: false })
  })

  test('differ from a known nothing: no outages are an empty list, an unknown feed is null', () => {
    expect(assemble({}).outages).toEqual([])
    expect(assemble(without('generation_unavailabilities')).outages).toBeNull()
  })
})

describe('the newest forecast wins hour by hour', () => {
  const next = '2026-02-03T19:00:00Z'

  test('of consumption: ID before D-1 before D-2; other series are ignored', () => {
    const consumption = [
      slot('D-2', 3, hour),
      slot('D-1', 2, hour),
      slot('ID', 1, hour),
      slot('D-2', 30, next),
      slot('D-1', 20, next),
      slot('REALISED', 99, '2026-02-03T20:00:00Z'),
    ]
    const { expectedConsumptionMw } = assemble({ consumption })
    expect([...expectedConsumptionMw].toSorted(([a], [b]) => a - b)).toEqual([
      [toMs(hour), 1],
      [toMs(next), 20],
    ])
  })

  test('and an incomplete hour does not hide an older complete forecast', () => {
    const consumption = [slot('D-1', 2), slot('ID', 9, hour, 15)]
    expect(assemble({ consumption }).expectedConsumptionMw.get(toMs(hour))).toBe(2)
  })

  test('of wind and sun: ID before D-1, separately for each type', () => {
    const generationForecast = [slot('D-1/SOLAR', 5), slot('ID/SOLAR', 4), slot('D-1/WIND_ONSHORE', 7)]
    const { forecastMw } = assemble({ generationForecast })
    expect(forecastMw.SOLAR?.get(toMs(hour))).toBe(4)
    expect(forecastMw.WIND_ONSHORE?.get(toMs(hour))).toBe(7)
    expect(forecastMw).not.toHaveProperty('WIND_OFFSHORE')
  })
})

describe('the imbalance', () => {
  const quarter = (series: string, value: number, start: string) => slot(series, value, start, 15)

  test('is that of the newest quarter-hour with both trend and price', () => {
    const imbalance = [
      quarter('TREND', 1, '2026-02-03T16:45:00Z'),
      quarter('NEGATIVE_PRICE', 180, '2026-02-03T16:45:00Z'),
      quarter('TREND', -1, '2026-02-03T17:00:00Z'),
      quarter('NEGATIVE_PRICE', 90, '2026-02-03T17:00:00Z'),
      quarter('TREND', 1, '2026-02-03T17:15:00Z'),
      quarter('NEGATIVE_PRICE', 400, '2026-02-03T17:30:00Z'),
      quarter('POSITIVE_PRICE', 1, '2026-02-03T17:15:00Z'),
    ]
    expect(assemble({ imbalance }).imbalance).toEqual({ isUpward: false, negativePriceEurPerMwh: 90 })
    expect(assemble({ imbalance: imbalance.slice(0, 2) }).imbalance).toEqual({
      isUpward: true,
      negativePriceEurPerMwh: 180,
    })
    expect(assemble({ imbalance: imbalance.slice(4) }).imbalance).toBeNull()
  })

  test('is upward only when the system is short, not when it is balanced', () => {
    const ofTrend = (trend: number) =>
      assemble({
        imbalance: [
          quarter('TREND', trend, '2026-02-03T16:45:00Z'),
          quarter('NEGATIVE_PRICE', 180, '2026-02-03T16:45:00Z'),
        ],
      }).imbalance?.isUpward
    expect([1, 0, -1].map(ofTrend)).toEqual([true, false, false])
  })

  test('is ignored when its feed is not received, even if values are stored', () => {
    const imbalance = [
      quarter('TREND', 1, '2026-02-03T16:45:00Z'),
      quarter('NEGATIVE_PRICE', 1, '2026-02-03T16:45:00Z'),
    ]
    expect(assemble({ imbalance, ...without('imbalance') }).imbalance).toBeNull()
  })
})

test('installed capacities are grouped by calendar year in Paris', () => {
  const ofYear = (series: string, value: number, year: number): SlotValue => ({
    series,
    slotStart: Temporal.Instant.from(`${year - 1}-12-31T23:00:00Z`),
    slotEnd: Temporal.Instant.from(`${year}-12-31T23:00:00Z`),
    value,
  })
  const installedCapacities = [
    ofYear('NUCLEAR', 61_370, 2025),
    ofYear('WASTE', 887, 2025),
    ofYear('NUCLEAR', 63_000, 2026),
  ]
  expect([...assemble({ installedCapacities }).installedMwByYear]).toEqual([
    [2025, { NUCLEAR: 61_370, WASTE: 887 }],
    [2026, { NUCLEAR: 63_000 }],
  ])
})

test('the realised hour is the assessed hour, whichever feed it came from', () => {
  const carbon = {
    slotStart: '2026-02-03T16:00:00Z',
    slotEnd: '2026-02-03T17:00:00Z',
    slotSource: 'generation_mix_15min' as const,
    productionGCo2eqPerKwh: 21.123456,
    consumptionGCo2eqPerKwh: null,
    importBasis: null,
    missingBorders: [],
    unmappedImportCountries: null,
    totalGenerationMw: 50_000,
    lowCarbonPct: 95,
    renewablePct: 25,
    mix: [{ productionType: 'NUCLEAR', powerMw: 45_000 }],
    emissionFactors: {
      source: null,
      license: null,
      lastSyncedAt: '2026-01-01T00:00:00Z',
      mostRecentAdemeModification: '2025-01-01',
      expiredValidityFactors: [],
      fallbackFactors: [],
      unmappedProductionTypes: [],
      factorBoundaries: {},
      containsExpiredValidity: false,
      containsFallbackValues: false,
    },
  }
  expect(assemble({ carbon }).realised).toEqual({
    endMs: toMs('2026-02-03T17:00:00Z'),
    gCo2eqPerKwh: 21.123456,
    powerMwByType: { NUCLEAR: 45_000 },
  })
})
