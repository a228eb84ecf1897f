import { describe, expect, test } from 'bun:test'
import { type RegionalPowerMw, regionalQuantities, regions } from '../../grid/regions.ts'
import { hourMs } from '../../time/instant.ts'
import { seedFactorSet, toGCo2eqPerKwhByType } from '../emission-factors.ts'
import { assessRegionalConsumption, assessRegions, findFlowsOfSlot, findFlowsSpan } from './regional-slot.ts'

const gCo2eqPerKwhByType = toGCo2eqPerKwhByType(seedFactorSet)
const basis = { gCo2eqPerKwhByType, nationalMwBySeries: {} }

/** A region with only nuclear power and sun, in MW. */
const powerOf = (nuclear: number, solar: number, exchange: number): RegionalPowerMw => ({
  ...(Object.fromEntries(regionalQuantities.map((name) => [name, 0])) as Record<
    (typeof regionalQuantities)[number],
    0
  >),
  ...{ nuclear, solar, exchange, consumption: nuclear + solar + exchange },
})
const germany = { netImportMw: 1_000, gCo2PerKwhByRule: { lifeCycle: 343.9, direct: 400 } }
const flowsAt = (startMs: number, border = germany) => ({
  startMs,
  borders: [{ country: 'DE', basis: 'hour' as const, sourceStartMs: startMs, ...border }],
  importedTonnesPerHour: { lifeCycle: 343.9, direct: 400 },
})
const unknownAt = (startMs: number) => ({
  ...flowsAt(startMs),
  importedTonnesPerHour: { lifeCycle: null, direct: null },
})

test('both emission rules have a pool of their own: what regions send out, and what the country imports', () => {
  const rows = regions.map(({ code }, index) => {
    // The first region receives 2 000 MW, the second sends 1 000 MW, all others neither.
    const exchange = [2_000, -1_000][index] ?? 0
    return { region: code, powerMw: index === 0 ? powerOf(0, 500, exchange) : powerOf(3_000, 0, exchange) }
  })
  const { byRule, exchangeResidualMw, flowsStartMs } = assessRegionalConsumption(
    assessRegions(rows, basis),
    flowsAt(hourMs),
  )
  expect([flowsStartMs, exchangeResidualMw]).toEqual([hourMs, 0])
  // By hand: pool (1 000 · 3.7 + 1 000 · 343.9) / 2 000 = 173.8; first region (500 · 43.9 + 2 000 · 173.8) / 2 500 = 147.82
  expect(byRule.lifeCycle.poolGCo2PerKwh).toBeCloseTo(173.8, 10)
  expect(byRule.lifeCycle.gCo2PerKwh[0]).toBeCloseTo(147.82, 10)
  expect(byRule.lifeCycle.gCo2PerKwh.slice(1, 3)).toEqual([3.7, 3.7])
  // Direct: nuclear power and sun count 0, so that the pool has 400 · 1 000 / 2 000 and the first region 2 000 / 2 500 of it.
  expect(byRule.direct.poolGCo2PerKwh).toBeCloseTo(200, 10)
  expect(byRule.direct.gCo2PerKwh.slice(0, 2)).toEqual([160, 0])
})

test('a region without a row leaves the pool unknown, because what it exchanges is unknown', () => {
  const rows = regions.slice(1).map(({ code }) => ({ region: code, powerMw: powerOf(3_000, 0, 100) }))
  const { byRule, exchangeResidualMw } = assessRegionalConsumption(assessRegions(rows, basis), flowsAt(0))
  expect([exchangeResidualMw, byRule.lifeCycle.poolGCo2PerKwh]).toEqual([null, null])
  expect(new Set(byRule.lifeCycle.gCo2PerKwh)).toEqual(new Set([null]))
})

describe('the flows of a quarter-hour', () => {
  const [noon, quarter] = [12 * hourMs, 0.25 * hourMs]
  const find = (hours: ReturnType<typeof flowsAt | typeof unknownAt>[], slotMs: number, nowMs: number) =>
    findFlowsOfSlot(hours, slotMs, nowMs)?.startMs ?? null

  test('are those of its own hour', () => {
    expect(
      find([flowsAt(noon - hourMs), flowsAt(noon), flowsAt(noon + hourMs)], noon + 3 * quarter, noon + hourMs),
    ).toBe(noon)
  })

  test('are those of the newest complete hour while its own is not published yet, for at most six hours', () => {
    const known = [flowsAt(noon - 3 * hourMs), flowsAt(noon - 2 * hourMs), unknownAt(noon - hourMs)]
    expect(find(known, noon, noon + hourMs)).toBe(noon - 2 * hourMs)
    expect(find(known, noon, noon + 4 * hourMs)).toBe(noon - 2 * hourMs)
    expect(find(known, noon, noon + 4 * hourMs + 1)).toBeNull()
  })

  test('are unknown in a gap: a later hour is complete', () => {
    expect(find([flowsAt(noon - hourMs), unknownAt(noon), flowsAt(noon + hourMs)], noon, noon + 2 * hourMs)).toBeNull()
    expect(find([], noon, noon)).toBeNull()
  })

  test('need the hours from before the first quarter-hour to after the last', () => {
    const { fromMs, toMs } = findFlowsSpan(noon + quarter, noon + 2 * quarter)
    expect(fromMs).toBeLessThanOrEqual(noon - 6 * hourMs)
    expect(toMs).toBeGreaterThanOrEqual(noon + 6 * hourMs)
  })
})
