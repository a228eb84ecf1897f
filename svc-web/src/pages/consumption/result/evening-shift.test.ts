import { describe, expect, test } from 'bun:test'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { base, makeGrid, makeHourlyCurve, spot } from '../testing/curves-fixture.ts'
import { computeResult } from './consumption-result.ts'

// A winter day in Paris: 1 kWh in each hour of the evening, 17:00 to 22:00, and nothing else.
const [from, to] = ['2026-01-09T23:00:00Z', '2026-01-10T23:00:00Z']
const evening = Array.from({ length: 24 }, (_, hour) => (hour >= 17 && hour < 22 ? 1 : 0))
type GridOf = Parameters<typeof makeGrid>[2]

function shift(gridOf: GridOf, kwh: readonly (number | null)[] = evening) {
  const months = makeGrid(from, to, gridOf)
  const result = computeResult({
    ...{ curve: makeHourlyCurve(from, kwh), months, table: shippedTable },
    contracts: [base, spot],
  })
  return { base: result.shifts[0], spot: result.shifts[1] }
}

/** Hours of the clock in Paris with more consumption than before. */
const receivingHours = (inKw: readonly (number | null)[] | undefined): number[] => [
  ...new Set((inKw ?? []).flatMap((kw, half) => ((kw ?? 0) > 0 ? [Math.floor(half / 2)] : []))),
]

describe('the consumption of an evening', () => {
  // 100 EUR/MWh and 60 g in the evening; 10 EUR/MWh and 50 g at 02:00–06:00, 40 EUR/MWh and 20 g at 12:00–16:00, else 80 and 55.
  const grid: GridOf = (utc) => {
    const hour = (utc + 1) % 24
    if (hour >= 17 && hour < 22) return { gCo2: 60, eurPerMwh: 100 }
    if (hour >= 2 && hour < 6) return { gCo2: 50, eurPerMwh: 10 }
    return hour >= 12 && hour < 16 ? { gCo2: 20, eurPerMwh: 40 } : { gCo2: 55, eurPerMwh: 80 }
  }

  test('moves to the four cheapest hours of its day', () => {
    const { spot: moved } = shift(grid)
    expect(receivingHours(moved?.inKw)).toEqual([2, 3, 4, 5])
    expect([moved?.savedEur, moved?.savedKgCo2eq, moved?.movedDays]).toEqual([0.45, 0.05, 1])
  })

  test('moves to the hours that emit least where the price is the same at all hours', () => {
    const { base: moved } = shift(grid)
    expect(receivingHours(moved?.inKw)).toEqual([12, 13, 14, 15])
    expect([moved?.savedEur, moved?.savedKgCo2eq]).toEqual([0, 0.2])
  })

  test('is neither lost nor invented: what leaves the evening arrives elsewhere', () => {
    for (const moved of Object.values(shift(grid))) {
      const sum = (kw: readonly (number | null)[] = []) =>
        kw.reduce<number>((total, each) => total + (each ?? 0) / 2, 0)
      expect([sum(moved?.outKw), sum(moved?.inKw)]).toEqual([5, 5])
    }
  })

  test('stays where nothing is saved, and where a price or an intensity is unknown', () => {
    const cheapEvening = shift((utc) => ({ gCo2: 30, eurPerMwh: utc >= 16 && utc < 21 ? 10 : 20 }))
    expect([cheapEvening.spot?.unchangedDays, cheapEvening.spot?.movedDays, cheapEvening.spot?.savedEur]).toEqual([
      ...[1, 0, 0],
    ])
    const unknown = shift((utc) => ({ ...grid(utc), ...(utc === 18 ? { eurPerMwh: null } : {}) }))
    expect([unknown.spot?.unknownDays, unknown.spot?.savedEur, unknown.base?.movedDays]).toEqual([1, 0, 1])
    const dark = shift((utc) => ({ gCo2: utc >= 16 && utc < 21 ? 60 : null, eurPerMwh: 50 }))
    expect([dark.base?.unknownDays, dark.base?.movedDays]).toEqual([1, 0])
  })

  test('a day without consumption in the evening is no day of a move', () => {
    const { base: none } = shift(
      grid,
      evening.map(() => 0),
    )
    expect([none?.movedDays, none?.unchangedDays, none?.unknownDays]).toEqual([0, 0, 0])
  })
})
