import { expect, test } from 'bun:test'
import { computeBalanceNetIntensity } from './balance-net.ts'

const hour = {
  productionMw: 40_000,
  productionKgPerHour: { lifeCycle: 1_600_000, direct: 800_000 },
  importMw: 4_000,
  importedTonnesPerHour: { lifeCycle: 1_200, direct: 1_000 },
  exportsMw: 3_000,
}

test('imports count as far as they exceed exports, at their mean intensity', () => {
  const { lifeCycle, direct } = computeBalanceNetIntensity(hour)
  expect(lifeCycle).toBeCloseTo((1_600_000 + 1_000 * 300) / 41_000, 10)
  expect(direct).toBeCloseTo((800_000 + 1_000 * 250) / 41_000, 10)
})

test('an hour with net exports or without imports has the production intensity', () => {
  const production = { lifeCycle: 40, direct: 20 }
  expect(computeBalanceNetIntensity({ ...hour, exportsMw: 9_000 })).toEqual(production)
  const none = { importMw: 0, importedTonnesPerHour: { lifeCycle: 0, direct: 0 } }
  expect(computeBalanceNetIntensity({ ...hour, ...none })).toEqual(production)
})

test('an unknown border leaves the value unknown', () => {
  const unknown = { lifeCycle: null, direct: null }
  expect(computeBalanceNetIntensity({ ...hour, importMw: null, exportsMw: null })).toEqual(unknown)
  expect(computeBalanceNetIntensity({ ...hour, importedTonnesPerHour: unknown })).toEqual(unknown)
})
