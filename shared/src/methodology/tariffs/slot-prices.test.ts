import { describe, expect, test } from 'bun:test'
import { parseOffPeak } from '../../contract/query/off-peak.ts'
import { listParisSlots } from '../../time/paris-clock.ts'
import { computeOffPeakShare } from './off-peak.ts'
import { regulatedTariffs } from './regulated-tariffs.ts'
import {
  type ColorProbabilities,
  computeRegulatedSlotPrice,
  computeSpotSlotPrice,
  type SlotPrice,
  type Tariff,
} from './slot-prices.ts'

type Regulated = Exclude<Tariff, { kind: 'spot' }>

const slotAt = (instant: string) => {
  const [slot] = listParisSlots(Temporal.Instant.from(instant).epochMilliseconds, 1)
  if (slot === undefined) throw new Error('no slot')
  return slot
}
/** Quarter-hours of a whole day in Paris. */
const slotsOfDay = (date: string) => {
  const day = Temporal.PlainDate.from(date).toZonedDateTime('Europe/Paris')
  const end = day.add({ days: 1 })
  return listParisSlots(day.epochMilliseconds, (end.epochMilliseconds - day.epochMilliseconds) / 900_000)
}
const priceAt = (instant: string, tariff: Regulated, colors: ColorProbabilities | null = null): SlotPrice | null =>
  computeRegulatedSlotPrice(regulatedTariffs, slotAt(instant), tariff, colors)

const base: Regulated = { kind: 'base', subscribedKva: 6 }
const tempo: Regulated = { kind: 'tempo', subscribedKva: 9 }
const night: Regulated = { kind: 'hphc', subscribedKva: 6, offPeak: parseOffPeak('22:00-06:00') ?? [] }

describe('the spot tariff', () => {
  const spot = { eurPerMwh: 80, low: 60, high: 100, basis: 'auction' as const }

  test('costs (spot + adder) · (1 + VAT), bands included', () => {
    const price = computeSpotSlotPrice(spot, { kind: 'spot', adderEurPerKwh: 0.05, vatPercent: 20 })
    expect(price?.eurPerKwh).toBeCloseTo(0.156, 12)
    expect(price?.low).toBeCloseTo(0.132, 12)
    expect(price?.high).toBeCloseTo(0.18, 12)
    expect(price).toMatchObject({ basis: 'auction', certainty: 'confirmed' })
  })

  test('keeps negative prices, marks an estimate as unconfirmed, and has no price without a spot price', () => {
    const bare = { kind: 'spot', adderEurPerKwh: 0, vatPercent: 0 } as const
    expect(computeSpotSlotPrice({ ...spot, eurPerMwh: -134.94, basis: 'estimate' }, bare)).toMatchObject({
      eurPerKwh: -0.13494,
      basis: 'estimate',
      certainty: 'unconfirmed',
    })
    expect(computeSpotSlotPrice(null, bare)).toBeNull()
  })
})

describe('regulated prices', () => {
  test('change at midnight in Paris of the day from which they apply', () => {
    expect(priceAt('2025-07-31T21:45:00Z', base)?.eurPerKwh).toBe(0.2016)
    expect(priceAt('2025-07-31T22:00:00Z', base)?.eurPerKwh).toBe(0.1952)
  })

  test('depend on the subscribed power where the table says so', () => {
    expect(priceAt('2026-03-01T12:00:00Z', base)?.eurPerKwh).toBe(0.194)
    expect(priceAt('2026-03-01T12:00:00Z', { ...base, subscribedKva: 9 })?.eurPerKwh).toBe(0.1927)
  })

  test('are marked as unconfirmed if they come from one secondary source', () => {
    expect(priceAt('2026-03-01T12:00:00Z', base)?.certainty).toBe('confirmed')
    expect(priceAt('2026-11-01T12:00:00Z', base)).toMatchObject({ eurPerKwh: 0.2001, certainty: 'unconfirmed' })
  })

  test('are null before the first row', () => {
    expect(priceAt('2023-01-31T22:45:00Z', base)).toBeNull()
    expect(priceAt('2023-01-31T23:00:00Z', base)?.eurPerKwh).toBe(0.2062)
  })

  test('have as many rows per option as the recorded table', () => {
    const count = (option: string) => regulatedTariffs.filter((row) => row.option === option).length
    expect([count('base'), count('hphc'), count('tempo')]).toEqual([9, 8, 8])
  })
})

describe('off-peak hours', () => {
  const offPeakHours = (date: string, ranges: string) =>
    slotsOfDay(date).reduce(
      (sum, { minuteOfDay }) => sum + computeOffPeakShare(parseOffPeak(ranges) ?? [], minuteOfDay),
      0,
    ) / 4

  test('run across midnight, and follow the clock on days of 23 and 25 hours', () => {
    expect(offPeakHours('2026-06-01', '22:00-06:00')).toBe(8)
    expect(slotsOfDay('2026-03-29')).toHaveLength(92)
    expect(offPeakHours('2026-03-29', '22:00-06:00')).toBe(7)
    expect(slotsOfDay('2026-10-25')).toHaveLength(100)
    expect(offPeakHours('2026-10-25', '22:00-06:00')).toBe(9)
  })

  test('may be two ranges, and an overlap counts once', () => {
    expect(offPeakHours('2026-06-01', '02:00-07:00,13:00-16:00')).toBe(8)
    expect(offPeakHours('2026-06-01', '22:00-06:00,05:00-24:00')).toBe(24)
  })

  test('weight the two prices in a quarter-hour in which the price changes', () => {
    expect(computeOffPeakShare(parseOffPeak('22:38-06:38') ?? [], 22 * 60 + 30)).toBeCloseTo(7 / 15, 12)
    expect(computeOffPeakShare(parseOffPeak('22:38-06:38') ?? [], 6 * 60 + 30)).toBeCloseTo(8 / 15, 12)
  })

  test('determine which of the two prices applies', () => {
    expect(priceAt('2026-03-01T20:45:00Z', night)?.eurPerKwh).toBe(0.2065)
    expect(priceAt('2026-03-01T21:00:00Z', night)?.eurPerKwh).toBe(0.1579)
  })

  test.each(['', '22-6', '22:00-22:00', '24:00-06:00', '22:60-06:00', '1:00-2:00', '00:00-24:00', '01:00-02:00,'])(
    'are refused when malformed: %p',
    (text) => expect(parseOffPeak(text)).toBeNull(),
  )

  test('are refused with three ranges', () => {
    expect(parseOffPeak('01:00-02:00,03:00-04:00,05:00-06:00')).toBeNull()
  })
})

describe('the Tempo tariff', () => {
  const likely = { blue: 0.5, white: 0.3, red: 0.2 }

  test('has its peak from 06:00 to 22:00 in Paris', () => {
    const red = { blue: 0, white: 0, red: 1 }
    const prices = ['04:45', '05:00', '20:45', '21:00'].map((time) => priceAt(`2026-03-02T${time}:00Z`, tempo, red))
    expect(prices.map((price) => price?.eurPerKwh)).toEqual([0.1575, 0.706, 0.706, 0.1575])
    expect(prices[0]?.basis).toBe('regulated')
  })

  test('has tariff days from 06:00 to 06:00 in Paris, in summer and winter', () => {
    expect(slotAt('2026-03-02T04:45:00Z').tariffDate).toBe('2026-03-01')
    expect(slotAt('2026-03-02T05:00:00Z').tariffDate).toBe('2026-03-02')
    expect(slotAt('2026-07-02T03:45:00Z').tariffDate).toBe('2026-07-01')
    expect(slotAt('2026-07-02T04:00:00Z').tariffDate).toBe('2026-07-02')
  })

  test('has the expected price over the probabilities, and the red price as its high end if red is possible', () => {
    const price = priceAt('2026-03-02T12:00:00Z', tempo, likely)
    expect(price?.eurPerKwh).toBeCloseTo(0.5 * 0.1612 + 0.3 * 0.1871 + 0.2 * 0.706, 12)
    expect(price).toMatchObject({ low: 0.1612, high: 0.706, basis: 'expected' })
    expect(priceAt('2026-03-02T12:00:00Z', tempo, { ...likely, red: 0 })?.high).toBe(0.1871)
  })

  test('has no price while colours are unknown', () => {
    expect(priceAt('2026-03-02T12:00:00Z', tempo)).toBeNull()
  })
})
