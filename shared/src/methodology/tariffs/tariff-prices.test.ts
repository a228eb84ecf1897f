import { describe, expect, test } from 'bun:test'
import { parseHourRanges } from '../../contract/planning/hour-ranges.ts'
import { listParisSlots } from '../../time/paris-clock.ts'
import { shippedContracts, shippedTable } from './shipped-contracts.ts'
import type { ColorProbabilities, SlotPrice } from './slot-prices.ts'
import { createTariffPricer, type Tariff } from './tariff-prices.ts'

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
const priceAt = (instant: string, tariff: Tariff, colors: ColorProbabilities | null = null): SlotPrice | null =>
  createTariffPricer(shippedTable, tariff).computePrice(slotAt(instant), 15, null, () => colors)

const contract = (id: string, subscribedKva: number, offPeak: string | null = null): Tariff => {
  const ranges = offPeak === null ? null : (parseHourRanges(offPeak) ?? [])
  return { kind: 'contract', id, customer: { subscribedKva, offPeak: ranges && { summer: ranges, winter: ranges } } }
}
const base = contract('base', 6)
const tempo = contract('tempo', 9)
const night = contract('hphc', 6, '22:00-06:00')

describe('the spot tariff', () => {
  const spot = { eurPerMwh: 80, low: 60, high: 100, basis: 'auction' as const }
  const paid = (
    market: typeof spot | null,
    adder: number,
    vatPercent: number,
    basis: 'auction' | 'estimate' = 'auction',
  ) =>
    createTariffPricer(shippedTable, { kind: 'spot', adder, vatPercent, offPeak: null }).computePrice(
      slotAt('2026-03-01T12:00:00Z'),
      15,
      market && { ...market, basis },
      () => null,
    )

  test('costs (spot + adder) · (1 + VAT), bands included', () => {
    const price = paid(spot, 0.05, 20)
    expect(price?.eurPerKwh).toBeCloseTo(0.156, 12)
    expect(price?.low).toBeCloseTo(0.132, 12)
    expect(price?.high).toBeCloseTo(0.18, 12)
    expect(price).toMatchObject({ basis: 'auction', certainty: 'confirmed' })
  })

  test('keeps negative prices, marks an estimate as unconfirmed, and has no price without a spot price', () => {
    expect(paid({ ...spot, eurPerMwh: -134.94 }, 0, 0, 'estimate')).toMatchObject({
      eurPerKwh: -0.13494,
      basis: 'estimate',
      certainty: 'unconfirmed',
    })
    expect(paid(null, 0, 0)).toBeNull()
  })
})

describe('an adder profile', () => {
  const night = parseHourRanges('22:00-06:00') ?? []
  const paidWith = (instant: string, offPeak: typeof night | null) => {
    const hours = offPeak && { summer: offPeak, winter: offPeak }
    const tariff: Tariff = { kind: 'spot', adder: { id: 'turpe-cu4' }, vatPercent: 20, offPeak: hours }
    const market = { eurPerMwh: 100, low: null, high: null, basis: 'auction' as const }
    return createTariffPricer(shippedTable, tariff).computePrice(slotAt(instant), 15, market, () => null)
  }

  test('adds its amount by season and off-peak hour of the customer before VAT', () => {
    const instants = ['2026-01-15T11:00:00Z', '2026-01-15T23:00:00Z', '2026-04-15T10:00:00Z', '2026-04-15T22:00:00Z']
    const prices = instants.map((instant) => paidWith(instant, night)?.eurPerKwh ?? Number.NaN)
    const amounts = [7.49 + 2.998, 3.97 + 2.998, 1.66 + 3.085, 1.16 + 3.085]
    for (const [index, amount] of amounts.entries()) expect(prices[index]).toBeCloseTo((10 + amount) * 0.012, 12)
  })

  test('weights its amounts in a quarter-hour that a boundary cuts', () => {
    const cut = parseHourRanges('22:05-06:05') ?? []
    const price = paidWith('2026-01-15T21:00:00Z', cut)?.eurPerKwh ?? Number.NaN
    expect(price).toBeCloseTo((10 + (5 * 7.49 + 10 * 3.97) / 15 + 2.998) * 0.012, 12)
  })

  test('gives no price where the off-peak hours are unknown or no version applies, and says how certain it is', () => {
    expect(paidWith('2026-01-15T11:00:00Z', null)).toBeNull()
    expect(paidWith('2024-10-31T11:00:00Z', night)).toBeNull()
    expect(paidWith('2026-01-15T11:00:00Z', night)?.certainty).toBe('confirmed')
    expect(paidWith('2025-03-15T11:00:00Z', night)?.certainty).toBe('unconfirmed')
  })
})

describe('regulated prices', () => {
  test('change at midnight in Paris of the day from which they apply', () => {
    expect(priceAt('2025-07-31T21:45:00Z', base)?.eurPerKwh).toBe(0.2016)
    expect(priceAt('2025-07-31T22:00:00Z', base)?.eurPerKwh).toBe(0.1952)
  })

  test('depend on the subscribed power where the table says so', () => {
    expect(priceAt('2026-03-01T12:00:00Z', base)?.eurPerKwh).toBe(0.19398)
    expect(priceAt('2026-03-01T12:00:00Z', contract('base', 9))?.eurPerKwh).toBe(0.19266)
  })

  test('are marked as unconfirmed if they come from secondary sources only', () => {
    expect(priceAt('2026-03-01T12:00:00Z', base)?.certainty).toBe('confirmed')
    expect(priceAt('2026-11-01T12:00:00Z', base)).toMatchObject({ eurPerKwh: 0.2001, certainty: 'unconfirmed' })
    expect(priceAt('2026-11-01T12:00:00Z', contract('base', 9))?.eurPerKwh).toBe(0.1985)
  })

  test('are null before the first version', () => {
    expect(priceAt('2023-01-31T22:45:00Z', base)).toBeNull()
    expect(priceAt('2023-01-31T23:00:00Z', base)?.eurPerKwh).toBe(0.2062)
  })

  test('have a version per option and price change', () => {
    const count = (id: string) => shippedContracts.filter((version) => version.id === id).length
    expect([count('base'), count('hphc'), count('tempo')]).toEqual([8, 8, 8])
  })
})

describe('off-peak hours', () => {
  /** Hours at the off-peak price of March 2026. */
  const offPeakHours = (date: string, ranges: string) => {
    const pricer = createTariffPricer(shippedTable, contract('hphc', 6, ranges))
    const prices = slotsOfDay(date).map(
      (slot) => pricer.computePrice(slot, 15, null, () => null)?.eurPerKwh ?? Number.NaN,
    )
    const [peak, offPeak] = date < '2026-08-01' ? [0.2065, 0.1579] : [0.2142, 0.1589]
    return prices.reduce((sum, price) => sum + (peak - price) / (peak - offPeak), 0) / 4
  }

  test('run across midnight, and follow the clock on days of 23 and 25 hours', () => {
    expect(offPeakHours('2026-06-01', '22:00-06:00')).toBeCloseTo(8, 9)
    expect(slotsOfDay('2026-03-29')).toHaveLength(92)
    expect(offPeakHours('2026-03-29', '22:00-06:00')).toBeCloseTo(7, 9)
    expect(slotsOfDay('2026-10-25')).toHaveLength(100)
    expect(offPeakHours('2026-10-25', '22:00-06:00')).toBeCloseTo(9, 9)
  })

  test('may be two ranges, and an overlap counts once', () => {
    expect(offPeakHours('2026-06-01', '02:00-07:00,13:00-16:00')).toBeCloseTo(8, 9)
    expect(offPeakHours('2026-06-01', '22:00-06:00,05:00-24:00')).toBeCloseTo(24, 9)
  })

  test('weight the two prices in a quarter-hour in which the price changes', () => {
    const cut = contract('hphc', 6, '22:38-06:38')
    const [evening, morning] = [priceAt('2026-03-01T21:30:00Z', cut), priceAt('2026-03-01T05:30:00Z', cut)]
    expect(evening?.eurPerKwh).toBeCloseTo((8 * 0.2065 + 7 * 0.1579) / 15, 12)
    expect(morning?.eurPerKwh).toBeCloseTo((8 * 0.1579 + 7 * 0.2065) / 15, 12)
  })

  test('determine which of the two prices applies', () => {
    expect(priceAt('2026-03-01T20:45:00Z', night)?.eurPerKwh).toBe(0.2065)
    expect(priceAt('2026-03-01T21:00:00Z', night)?.eurPerKwh).toBe(0.1579)
  })

  test('differ by season from 1 April and from 1 November', () => {
    const [summer, winter] = ['11:00-17:00', '23:00-07:00'].map((ranges) => parseHourRanges(ranges) ?? [])
    const seasonal: Tariff = {
      kind: 'contract',
      id: 'hphc',
      customer: { subscribedKva: 6, offPeak: { summer: summer ?? [], winter: winter ?? [] } },
    }
    const noons = ['2026-03-31', '2026-04-01', '2025-10-31', '2025-11-01'].map((day) =>
      priceAt(`${day}T11:00:00Z`, seasonal),
    )
    expect(noons.map((price) => price?.eurPerKwh)).toEqual([0.2065, 0.1579, 0.1635, 0.2081])
  })

  test('that are unknown leave the contract without a price', () => {
    expect(priceAt('2026-03-01T20:45:00Z', contract('hphc', 6))).toBeNull()
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
