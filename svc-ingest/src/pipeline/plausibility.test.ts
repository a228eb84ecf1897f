import { describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Measurement } from '../sources/definition/content.ts'
import { judge } from './plausibility.ts'

const now = Temporal.Instant.from('2026-02-03T12:00:00Z')

function nuclear(value: number, changes: Partial<Measurement> = {}): Measurement {
  const slotStart = Temporal.Instant.from('2026-02-03T10:00:00Z')
  return { series: 'NUCLEAR', slotStart, slotEnd: slotStart.add({ hours: 1 }), value, updatedAt: now, ...changes }
}

describe('the plausibility check', () => {
  test('quarantines nuclear power of 0 MW or 110 GW, with the reason', () => {
    for (const value of [0, 110_000]) {
      const { accepted, quarantined } = judge('generation_by_type', [nuclear(value)], now)
      expect(accepted).toEqual([])
      expect(quarantined[0]?.reason).toBe(`NUCLEAR of ${value}, plausible are 12000 to 65000`)
    }
  })

  test('quarantines a realised value of a future or empty slot', () => {
    const future = nuclear(40_000, { slotEnd: now.add({ minutes: 1 }) })
    const empty = nuclear(40_000, { slotEnd: Temporal.Instant.from('2026-02-03T10:00:00Z') })
    expect(judge('generation_by_type', [future], now).quarantined).toHaveLength(1)
    expect(judge('generation_by_type', [empty], now).quarantined).toHaveLength(1)
  })

  test('quarantines a slot longer than those of its feed, or off the quarter-hour', () => {
    const slotStart = Temporal.Instant.from('2026-02-02T23:00:00Z')
    const reasonOf = (feed: FeedId, changes: Partial<Measurement>) =>
      judge(feed, [nuclear(40_000, { slotStart, ...changes })], now).quarantined[0]?.reason
    expect(reasonOf('generation_by_type', { slotEnd: slotStart.add({ hours: 2 }) })).toBe('slot of 2 h')
    expect(reasonOf('generation_by_type', { slotEnd: slotStart.add({ hours: 1 }) })).toBeUndefined()
    const late = slotStart.add({ minutes: 7 })
    expect(reasonOf('generation_by_type', { slotStart: late, slotEnd: late.add({ hours: 1 }) })).toBe(
      'slot that begins off the quarter-hour (2026-02-02T23:07:00Z)',
    )
    const color = { series: 'COLOR', value: 1 }
    expect(reasonOf('tariff_calendar', { ...color, slotEnd: slotStart.add({ hours: 24 }) })).toBeUndefined()
    expect(reasonOf('tariff_calendar', { ...color, slotEnd: slotStart.add({ hours: 48 }) })).toBe('slot of 48 h')
  })

  test('judges a price by the harmonised limits of the auction, which are settings, and does not limit a volume', () => {
    const price = nuclear(4_500, { series: 'PRICE' })
    const volume = nuclear(20_000, { series: 'VOLUME' })
    const reasons = (limits?: { min: number; max: number }) =>
      judge('power_exchanges', [price, volume], now, limits).quarantined.map(({ reason }) => reason)
    expect(reasons()).toEqual(['PRICE of 4500, plausible are -500 to 4000'])
    expect(reasons({ min: -600, max: 5_000 })).toEqual([])
    expect(reasons({ min: -600, max: 4_400 })).toEqual(['PRICE of 4500, plausible are -600 to 4400'])
  })

  test('quarantines a slot of a remote age, because every month that holds a slot is a partition', () => {
    for (const year of ['0001', '1999', '2029', '9999']) {
      const slotStart = Temporal.Instant.from(`${year}-06-01T00:00:00Z`)
      const { accepted, quarantined } = judge(
        'power_exchanges',
        [nuclear(40_000, { slotStart, slotEnd: slotStart.add({ hours: 1 }) })],
        now,
      )
      expect(accepted).toEqual([])
      expect(quarantined[0]?.reason).toMatch(/^slot too (long ago|far ahead)/)
    }
  })

  test('keeps the value with the greatest publisher’s date of two for one slot, in either order', () => {
    const older = nuclear(50_000, { updatedAt: now.subtract({ hours: 1 }) })
    const newer = nuclear(40_000)
    expect(judge('generation_by_type', [newer, older], now).accepted).toEqual([newer])
    expect(judge('generation_by_type', [older, newer], now).accepted).toEqual([newer])
  })

  test('dates a value without a publisher’s date by the moment of the fetch', () => {
    const undated = nuclear(45_000, { updatedAt: null })
    expect(judge('generation_by_type', [undated, nuclear(40_000)], now).accepted).toEqual([undated])
  })
})
