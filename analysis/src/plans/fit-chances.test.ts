import { describe, expect, test } from 'bun:test'
import { computeHonestChance } from '@hexawatt/shared/methodology/schedule/honest-chance'
import { fitByHalfYear, fitChanceExponent, type JudgedChance } from './fit-chances.ts'

const paths = 90
const shares = [0.5, 0.6, 0.7, 0.8, 0.9, 1]

/** Chances with each share of better paths, one an hour from an instant on; waiting paid as often as the exponent predicts. */
function createChances(from: string, exponent: number, perShare = 400): JudgedChance[] {
  const fromMs = Date.parse(from)
  return shares.flatMap((share, kind) => {
    const paid = Math.round(perShare * computeHonestChance(share, paths, exponent))
    return Array.from({ length: perShare }, (_, index) => ({
      ...{ issuedMs: fromMs + (kind * perShare + index) * 3_600_000, share, paths, said: share, isWorth: true },
      ...{ hasSaved: index < paid, hasSavedThreePct: false },
    }))
  })
}

describe('the exponent of the chances', () => {
  test('is the one by which they came true', () => {
    for (const exponent of [0.5, 0.78, 1]) {
      expect(fitChanceExponent(createChances('2024-01-01T00:00Z', exponent))).toBeCloseTo(exponent, 2)
    }
  })

  test('is unknown without chances, and where every one paid', () => {
    expect(fitChanceExponent([])).toBeNull()
    expect(fitChanceExponent(createChances('2024-01-01T00:00Z', 1).filter(({ hasSaved }) => hasSaved))).toBeNull()
  })

  test('of a half-year is fitted on the half-years before it only', () => {
    const [first, second, third] = [
      createChances('2023-01-01T00:00Z', 0.5),
      createChances('2023-07-01T00:00Z', 0.9),
      createChances('2024-01-01T00:00Z', 0.2),
    ]
    const exponents = fitByHalfYear([...first, ...second, ...third])
    expect([...exponents.keys()]).toEqual(['2023-H2', '2024-H1'])
    expect(exponents.get('2023-H2')).toBeCloseTo(0.5, 2)
    expect(exponents.get('2024-H1')).toBe(fitChanceExponent([...first, ...second]) ?? Number.NaN)
  })

  test('of the few days of a further half-year is that of the one before', () => {
    const exponents = fitByHalfYear([
      ...createChances('2023-01-01T00:00Z', 0.5),
      ...createChances('2023-07-01T00:00Z', 0.9),
      ...createChances('2024-01-01T00:00Z', 0.2, 10),
    ])
    expect(exponents.get('2024-H1')).toBe(exponents.get('2023-H2'))
  })
})
