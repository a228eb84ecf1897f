import { describe, expect, test } from 'bun:test'
import type { ComputedConsumptionHour } from '@hexawatt/shared/stored-hours/compute-consumption'
import { isNewVersion } from './consumption-version-store.ts'

type Border = ComputedConsumptionHour['borders'][number]

const startMs = Date.parse('2026-02-03T12:00:00Z')

const germany: Border = {
  country: 'DE',
  netImportMw: 1_000,
  gCo2PerKwhByRule: { lifeCycle: 400, direct: 390 },
  basis: 'hour',
  sourceStartMs: startMs,
}
const computed: ComputedConsumptionHour = {
  startMs,
  productionMw: 50_000,
  productionKgPerHour: { lifeCycle: 1_500_000, direct: 1_400_000 },
  borders: [germany],
  importMw: 1_000,
  importedTonnesPerHour: { lifeCycle: 400, direct: 390 },
  exportsMw: 0,
  domesticShare: 50 / 51,
  intensity: { lifeCycle: 37.3, direct: 35.1 },
  yearlyGCo2eqPerKwh: 38,
  mixSource: 'generation_by_type',
  mixFinality: 0,
  methodologyVersion: 1,
}
const stored = { ...computed, knownFromMs: startMs + 7_200_000 }

/** The same hour with the mix of Germany of the day before: a production type was published once by mistake. */
const withOldMix = (hour: ComputedConsumptionHour): ComputedConsumptionHour => ({
  ...hour,
  borders: [{ ...germany, gCo2PerKwhByRule: { lifeCycle: 420, direct: 410 }, basis: 'week' }],
  intensity: { lifeCycle: 37.7, direct: 35.5 },
})

describe('a computed hour', () => {
  test('is a version when none is stored, and when something differs', () => {
    expect(isNewVersion(computed, undefined)).toBe(true)
    expect(isNewVersion(computed, stored)).toBe(false)
    expect(isNewVersion({ ...computed, mixFinality: 2 }, stored)).toBe(true)
  })

  test('with a worse mix of a neighbour does not replace a better one of the same French mix and the same flows', () => {
    expect(isNewVersion(withOldMix(computed), stored)).toBe(false)
  })

  test.each([
    ['power', { productionMw: 50_100 }],
    ['emissions', { productionKgPerHour: { lifeCycle: 1_600_000, direct: 1_400_000 } }],
    ['finality', { mixFinality: 2 }],
    ['feed', { mixSource: 'generation_mix_15min' }],
    ['calculation', { methodologyVersion: 2 }],
  ] as const)(
    'of which the French mix has another %s counts, although a neighbour has a worse one',
    (_, correction) => {
      expect(isNewVersion(withOldMix({ ...computed, ...correction }), stored)).toBe(true)
    },
  )

  test('with a corrected flow counts, although a neighbour has a worse mix', () => {
    const old = withOldMix(computed)
    const borders = old.borders.map((border) => ({ ...border, netImportMw: 1_100 }))
    expect(isNewVersion({ ...old, borders }, stored)).toBe(true)
  })

  test('of which a known flow or intensity is unknown never replaces it, whatever else is corrected', () => {
    const corrected = { ...computed, mixFinality: 2 } as const
    expect(isNewVersion({ ...corrected, borders: [{ ...germany, netImportMw: null }] }, stored)).toBe(false)
    expect(isNewVersion({ ...corrected, borders: [] }, stored)).toBe(false)
    expect(isNewVersion({ ...corrected, intensity: { lifeCycle: 37, direct: null } }, stored)).toBe(false)
  })
})
