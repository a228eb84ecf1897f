import { describe, expect, test } from 'bun:test'
import { judge } from '../../pipeline/plausibility.ts'
import type { Measurement } from '../definition/content.ts'
import hours from './fixtures/power-exchanges-hours.json'
import quarterHours from './fixtures/power-exchanges-quarter-hours.json'
import { normalisePowerExchanges } from './power-exchanges.ts'

const of = (series: string, measurements: readonly Measurement[]) =>
  measurements.filter((measurement) => measurement.series === series)

describe('day-ahead auction', () => {
  test('gives a series of prices and one of volumes per quarter-hour, a negative price is a price, and a null or missing one is absent', () => {
    const { measurements, unreadableSlots } = normalisePowerExchanges(quarterHours)
    expect(of('PRICE', measurements).map(({ slotStart, value }) => [slotStart.toString(), value])).toEqual([
      ['2026-02-02T23:00:00Z', 35.43],
      ['2026-02-02T23:15:00Z', -12.07],
    ])
    expect(of('VOLUME', measurements).map(({ value }) => value)).toEqual([20068.3, 19870, 19644.5, 19500.1])
    expect(unreadableSlots).toBe(0)
  })

  test('may be hours of an object root, across the clock change, with the date of the block where the slot has none', () => {
    const { measurements } = normalisePowerExchanges(hours)
    expect(of('PRICE', measurements).map((m) => [m.slotStart.toString(), m.slotEnd.toString(), m.value])).toEqual([
      ['2025-03-30T00:00:00Z', '2025-03-30T01:00:00Z', 14.61],
      ['2025-03-30T01:00:00Z', '2025-03-30T02:00:00Z', 0],
    ])
    for (const series of ['PRICE', 'VOLUME']) {
      expect(of(series, measurements).map(({ updatedAt }) => updatedAt?.toString())).toEqual([
        '2025-03-29T11:57:40Z',
        '2025-03-29T13:02:00Z',
      ])
    }
  })

  test('is accepted before its slot begins at a price within the limits of the auction, and quarantined beyond them', () => {
    const [price] = normalisePowerExchanges(quarterHours).measurements
    const before = Temporal.Instant.from('2026-02-02T13:00:00Z')
    const isBelieved = (series: string, value: number) =>
      judge('power_exchanges', price === undefined ? [] : [{ ...price, series, value }], before).accepted.length === 1
    expect([-500, -134.94, 0, 2987.78, 4000].map((value) => isBelieved('PRICE', value))).not.toContain(false)
    expect([-500.01, 4000.01, 35_430].map((value) => isBelieved('PRICE', value))).not.toContain(true)
    expect([-1, 0, 20_068].map((value) => isBelieved('VOLUME', value))).toEqual([false, true, true])
  })

  test('quarantines a whole day of prices at 0 and keeps its volumes, while single hours at 0 are prices', () => {
    const hoursFrom = (midnight: string, priceAt: (hour: number) => number) =>
      Array.from({ length: 24 }, (_, hour) => {
        const start = Temporal.Instant.from(midnight).add({ hours: hour })
        return {
          start_date: start.toString(),
          end_date: start.add({ hours: 1 }).toString(),
          value: 20_000,
          price: priceAt(hour),
        }
      })
    const values = [
      ...hoursFrom('2026-08-30T22:00:00Z', (hour) => (hour >= 11 && hour < 16 ? 0 : 40)),
      ...hoursFrom('2026-08-31T22:00:00Z', () => 0),
    ]
    const { measurements, refused } = normalisePowerExchanges({ france_power_exchanges: [{ values }] })
    expect([of('PRICE', measurements).length, of('VOLUME', measurements).length, refused?.length]).toEqual([24, 48, 24])
  })

  test('counts an unreadable price and keeps its volume', () => {
    const slot = { start_date: '2026-02-03T00:00:00+01:00', end_date: '2026-02-03T00:15:00+01:00', value: 20_000 }
    const france_power_exchanges = [{ values: [{ ...slot, price: 'ND' }] }]
    const { measurements, unreadableSlots } = normalisePowerExchanges({ france_power_exchanges })
    expect([measurements.map(({ series }) => series), unreadableSlots]).toEqual([['VOLUME'], 1])
  })

  test('is an empty answer before its publication, and the root of the former API is refused', () => {
    expect(normalisePowerExchanges({ france_power_exchanges: [{ values: [] }] }).measurements).toEqual([])
    expect(() => normalisePowerExchanges({ epex_spot_power_exchanges: [] })).toThrow(/agreed shape/)
  })
})
