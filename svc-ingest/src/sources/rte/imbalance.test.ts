import { describe, expect, test } from 'bun:test'
import { judge } from '../../pipeline/plausibility.ts'
import threeQuarters from './fixtures/imbalance-three-quarters.json'
import { normaliseImbalance } from './imbalance.ts'

const slot = { start_date: '2026-01-13T08:00:00+01:00', end_date: '2026-01-13T08:15:00+01:00' }
const payloadOf = (...values: unknown[]) => ({ imbalance_data: [{ resolution: 'PT15M', values }] })

function valuesOf(payload: unknown): Record<string, number[]> {
  const grouped = Map.groupBy(normaliseImbalance(payload).measurements, ({ series }) => series)
  return Object.fromEntries([...grouped].map(([series, list]) => [series, list.map(({ value }) => value)]))
}

const trendOf = (system_trend: unknown) => valuesOf(payloadOf({ ...slot, imbalance: 1, system_trend }))['TREND']

describe('imbalance of the system', () => {
  test('has volume, trend and two prices per quarter-hour, and prices may be negative or missing', () => {
    expect(valuesOf(threeQuarters)).toEqual({
      IMBALANCE: [-200, 35.5, 180],
      TREND: [1, 0, -1],
      POSITIVE_PRICE: [145.55, -12.5],
      NEGATIVE_PRICE: [162.27, -3],
    })
    const [first] = normaliseImbalance(threeQuarters).measurements
    expect([first?.slotStart, first?.slotEnd, first?.updatedAt].map(String)).toEqual([
      '2026-01-13T07:00:00Z',
      '2026-01-13T07:15:00Z',
      '2026-01-13T07:15:00Z',
    ])
  })

  test('accepts crisis prices of both signs, and quarantines 50 000 EUR/MWh and a volume above 20 GW', () => {
    const values = [
      {
        ...slot,
        imbalance: -900,
        positive_imbalance_settlement_price: -1_200,
        negative_imbalance_settlement_price: 9_000,
      },
      {
        ...slot,
        start_date: '2026-01-13T07:00:00+01:00',
        imbalance: 6_000,
        positive_imbalance_settlement_price: 50_000,
      },
    ]
    const { measurements } = normaliseImbalance(payloadOf(...values))
    const judged = judge('imbalance', measurements, Temporal.Instant.from('2026-01-13T12:00:00Z'))
    expect(judged.accepted.map(({ value }) => value)).toEqual([-900, -1_200, 9_000])
    expect(judged.quarantined.map(({ measurement }) => measurement.value)).toEqual([6_000, 50_000])
  })

  test('adds a price that comes later to a slot that had none', () => {
    const early = { ...slot, imbalance: 10, negative_imbalance_settlement_price: null }
    expect(valuesOf(payloadOf(early))).toEqual({ IMBALANCE: [10] })
    expect(valuesOf(payloadOf({ ...early, negative_imbalance_settlement_price: 0 }))).toEqual({
      IMBALANCE: [10],
      NEGATIVE_PRICE: [0],
    })
  })

  test('reads the French words with and without accents, in any letter case', () => {
    for (const [word, code] of [
      ['Hausse', 1],
      ['HAUSSE', 1],
      [' baisse ', -1],
      ['Equilibre', 0],
      ['Équilibré', 0],
      ['équilibrée', 0],
      ['Équilibre'.normalize('NFD'), 0],
    ] as const) {
      expect(trendOf(word)).toEqual([code])
    }
  })

  test('counts an unknown word as absent, while an empty or missing trend is just absent', () => {
    const unknown = normaliseImbalance(payloadOf({ ...slot, imbalance: 1, system_trend: 'Upward' }))
    expect(unknown.measurements.map(({ series }) => series)).toEqual(['IMBALANCE'])
    expect(unknown.unreadableSlots).toBe(1)
    for (const trend of ['', null, undefined]) {
      expect(normaliseImbalance(payloadOf({ ...slot, imbalance: 1, system_trend: trend })).unreadableSlots).toBe(0)
    }
  })

  test('loses only the slot of an impossible date', () => {
    const impossible = { ...slot, start_date: '2026-02-31T00:00:00+01:00', imbalance: 5 }
    const { measurements, unreadableSlots } = normaliseImbalance(payloadOf(impossible, { ...slot, imbalance: 3 }))
    expect([measurements.map(({ value }) => value), unreadableSlots]).toEqual([[3], 1])
  })

  test('counts an element that is not a slot and keeps the others', () => {
    const { measurements, unreadableSlots } = normaliseImbalance(payloadOf(null, 7, { ...slot, imbalance: 3 }))
    expect(measurements.map(({ series, value }) => [series, value])).toEqual([['IMBALANCE', 3]])
    expect(unreadableSlots).toBe(2)
  })

  test('reports a renamed member for a volume that no slot has, not for prices that come later', () => {
    expect(normaliseImbalance(payloadOf({ ...slot, imbalance: 3 })).fault).toBeUndefined()
    const renamed = payloadOf({ ...slot, volume: 3, system_trend: 'HAUSSE' })
    expect(normaliseImbalance(renamed).fault).toBe('none of 1 slots has the member imbalance')
  })

  test('reads the English words of the interface too', () => {
    expect([trendOf('increase'), trendOf('Decrease')]).toEqual([[1], [-1]])
  })

  test('accepts an object in place of an array of one, and empty values, and refuses another form', () => {
    expect(valuesOf({ imbalance_data: { values: { ...slot, imbalance: 3 } } })).toEqual({ IMBALANCE: [3] })
    expect(valuesOf({ imbalance_data: [{ values: [] }] })).toEqual({})
    expect(() => normaliseImbalance({ ressources: [] })).toThrow(/agreed shape/)
  })
})
