import { describe, expect, test } from 'bun:test'
import { regions } from '../../grid/regions.ts'
import type { CarbonConsumptionResponse } from '../carbon/carbon-consumption.ts'
import type { CarbonIntensityResponse } from '../carbon/carbon-intensity.ts'
import type { CarbonRegionsResponse } from '../carbon/carbon-regions.ts'
import type { GridStatusResponse } from '../grid-and-tariff.ts'
import { getCarbonIntensity } from '../operations/get-carbon-intensity.ts'
import { type OperationId, operations } from '../operations.ts'
import type { EnergyScore } from '../score.ts'
import { selectStaleBody } from './stale-rules.ts'

const versions = { score: 1, carbon: 1, confidence: 1, consumption: 1 }

const intensity: CarbonIntensityResponse = {
  timestamp: '2025-01-15T14:10:00Z',
  dataSlotStart: '2025-01-15T12:00:00Z',
  dataSlotEnd: '2025-01-15T13:00:00Z',
  dataAgeMinutes: 70,
  totalGenerationMW: 61_234.5,
  lowCarbonPct: 93.1,
  renewablePct: 24.8,
  estimatedGCo2PerKwh: 31.42,
  estimatedGCo2PerKwhConsumption: null,
  consumptionBoundaryDelta: null,
  unmappedImportCountries: [],
  mix: [{ productionType: 'NUCLEAR', valueMW: 45_000.1, sharePct: 73.5, isLowCarbon: true }],
  methodology: 'facteurs ADEME – moyenne horaire',
  methodologyVersions: versions,
  methodologyVersion: 1,
  emissionFactorsSource: {
    source: null,
    license: null,
    lastSyncedAt: '2025-01-01T00:00:00Z',
    mostRecentAdemeModification: '2024-06-01',
    expiredValidityFactors: [],
    fallbackFactors: [],
    unmappedProductionTypes: [],
    factorBoundaries: {},
    containsExpiredValidity: false,
    containsFallbackValues: false,
  },
}

const score: EnergyScore = {
  computedAt: '2025-01-15T14:10:00Z',
  globalScore: 67,
  level: 'Acceptable',
  recommendation: null,
  subScores: [],
  confidence: 94,
  status: 'ok',
  sourceAvailability: {},
  weightsApplied: { price: 0.3, carbon: 0.3, grid: 0.2, adequacy: 0.2 },
  profileApplied: null,
  spotPriceEurPerMWh: null,
  gridSignalStatus: null,
  methodologyVersions: versions,
}

const signal: GridStatusResponse = {
  source: 'signal',
  license: 'licence',
  publishedAt: null,
  fetchedAt: '2025-01-15T14:00:00Z',
  stale: false,
  days: [{ date: '2025-01-15', day: 'D', status: 'Favorable', message: 'Pas d’alerte.', hours: [] }],
}

const encode = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))

/** The stale body as a client reads it; null when there is none. */
function stale(id: OperationId, body: unknown, madeAt: string, now: string): unknown {
  const rule = operations.find((operation) => operation.id === id)?.staleRule ?? null
  const bytes = selectStaleBody(rule, {
    body: encode(body),
    madeAt: Temporal.Instant.from(madeAt),
    now: Temporal.Instant.from(now),
  })
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}

describe('a stale intensity response', () => {
  const at = (now: string, body: unknown = intensity) => stale('getCarbonIntensity', body, '2025-01-15T14:10:00Z', now)

  test('states its age at this instant and is otherwise unchanged', () => {
    expect(at('2025-01-15T16:59:59.9Z')).toEqual({
      ...intensity,
      timestamp: '2025-01-15T16:59:59Z',
      dataAgeMinutes: 239,
    })
    expect(Object.keys(Object(at('2025-01-15T16:59:59Z')))).toEqual(Object.keys(intensity))
  })

  test('is served until the end of minute 360 of its age', () => {
    expect(at('2025-01-15T19:00:59Z')).toMatchObject({ dataAgeMinutes: 360 })
    expect(at('2025-01-15T19:01:00Z')).toBeNull()
  })

  test('is refused without a known slot, or when its slot has not ended', () => {
    expect(at('2025-01-15T14:11:00Z', { ...intensity, dataSlotEnd: null })).toBeNull()
    expect(at('2025-01-15T14:11:00Z', { ...intensity, dataSlotEnd: '2025-01-15T15:00:00Z' })).toBeNull()
  })

  test('is refused when it breaks the contract', () => {
    expect(at('2025-01-15T14:11:00Z', { ...intensity, more: 1 })).toBeNull()
    const [now, made] = [Temporal.Instant.from('2025-01-15T14:11:00Z'), Temporal.Instant.from('2025-01-15T14:10:00Z')]
    const body = new TextEncoder().encode('{"timestamp":')
    expect(selectStaleBody(getCarbonIntensity.staleRule, { body, madeAt: made, now })).toBeNull()
  })
})

test('stale regions are served unchanged until the end of minute 360 after their quarter-hour, and refused when they break the contract', () => {
  const region = {
    gCo2PerKwh: null,
    directGCo2PerKwh: null,
    consumptionGCo2PerKwh: null,
    consumptionDirectGCo2PerKwh: null,
    totalGenerationMW: null,
    consumptionMW: null,
    exchangeMW: null,
  }
  const body: CarbonRegionsResponse = {
    slotStart: '2025-01-15T12:45:00Z',
    slotEnd: '2025-01-15T13:00:00Z',
    source: 'odre',
    regions: regions.map(({ code, name }) => ({ code, name, ...region, mix: [], thermalSplit: 'national' })),
    flowsSlotStart: null,
    poolGCo2PerKwh: null,
    poolDirectGCo2PerKwh: null,
    exchangeResidualMW: null,
    consumptionDegraded: true,
    methodologyVersion: 1,
  }
  const at = (now: string, shown: unknown = body) => stale('getCarbonRegions', shown, '2025-01-15T13:10:00Z', now)
  expect(at('2025-01-15T19:00:59Z')).toEqual(body)
  expect(at('2025-01-15T19:01:00Z')).toBeNull()
  expect(at('2025-01-15T14:00:00Z', { ...body, regions: [] })).toBeNull()
})

test('a stale hour with its imports is served unchanged until the end of minute 360 after it', () => {
  const body: CarbonConsumptionResponse = {
    slotStart: '2025-01-15T12:00:00Z',
    slotEnd: '2025-01-15T13:00:00Z',
    issuedAt: '2025-01-15T14:05:00Z',
    gCo2PerKwh: 25.12,
    directGCo2PerKwh: 17.3,
    domesticShare: 0.98,
    imports: [],
    exportsMW: 12_000,
    final: false,
    methodologyVersion: 1,
    yearlyMethod: { estimatedGCo2PerKwhConsumption: 24.9 },
  }
  const at = (now: string, shown: unknown = body) => stale('getCarbonConsumption', shown, '2025-01-15T14:10:00Z', now)
  expect(at('2025-01-15T19:00:59Z')).toEqual(body)
  expect(at('2025-01-15T19:01:00Z')).toBeNull()
  expect(at('2025-01-15T15:00:00Z', { ...body, imports: null })).toBeNull()
})

describe('responses that change at full hours', () => {
  test.each([
    ['getScore', score],
    ['getScoreForecast', { hours: [] }],
    ['getTariffToday', { color: null }],
    ['getTariffOutlook', { days: [] }],
  ] as const)('%s is served stale, unchanged, only within the clock hour in which it was made', (id, body) => {
    expect(stale(id, body, '2025-01-15T14:10:00Z', '2025-01-15T14:59:59.999Z')).toEqual(body)
    expect(stale(id, body, '2025-01-15T14:59:59Z', '2025-01-15T15:00:00Z')).toBeNull()
    expect(stale(id, body, '2025-01-14T14:10:00Z', '2025-01-15T14:10:00Z')).toBeNull()
  })

  test.each(['getOutlook', 'getSchedule'] as const)(
    '%s is served stale only within the quarter-hour in which it was made',
    (id) => {
      expect(stale(id, { slots: [] }, '2025-01-15T14:15:00Z', '2025-01-15T14:29:59.999Z')).toEqual({ slots: [] })
      expect(stale(id, { slots: [] }, '2025-01-15T14:29:59Z', '2025-01-15T14:30:00Z')).toBeNull()
    },
  )

  test('a score is refused once it was computed more than an hour ago', () => {
    const old = { ...score, computedAt: '2025-01-15T13:20:00Z' }
    expect(stale('getScore', old, '2025-01-15T14:10:00Z', '2025-01-15T14:20:00Z')).toEqual(old)
    expect(stale('getScore', old, '2025-01-15T14:10:00Z', '2025-01-15T14:20:00.001Z')).toBeNull()
  })
})

test('a stale grid signal is served only within its Paris day, and is marked stale', () => {
  const at = (now: string) => stale('getGridStatus', signal, '2025-01-15T14:10:00Z', now)
  expect(at('2025-01-15T22:59:59Z')).toEqual({ ...signal, stale: true })
  expect(at('2025-01-15T23:00:00Z')).toBeNull()
})

test.each(['getCoverage', 'getAccuracy', 'getTariffs'] as const)('%s is served stale for an hour', (id) => {
  const body = { pointCount: 1 }
  const at = (now: string) => stale(id, body, '2025-01-15T14:10:00Z', now)
  expect(at('2025-01-15T15:10:00Z')).toEqual(body)
  expect(at('2025-01-15T15:10:00.001Z')).toBeNull()
})

test('a response from the future of the clock is never served stale', () => {
  for (const id of ['getScoreForecast', 'getTariffToday', 'getCoverage', 'getGridStatus'] as const) {
    expect(stale(id, signal, '2025-01-15T14:10:00Z', '2025-01-15T14:09:59Z')).toBeNull()
  }
})

test('responses that are not live are never served stale', () => {
  for (const id of ['getScoreHistory', 'getScoreAnalytics', 'getStatus'] as const) {
    expect(stale(id, {}, '2025-01-15T14:10:00Z', '2025-01-15T14:10:00Z')).toBeNull()
  }
})
