import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { TariffOutlookResponse } from '../contract/grid-and-tariff.ts'
import type { ColorOutlook } from '../methodology/tariff-colors/forecast-colors.ts'
import { composeTariffOutlook } from './tariff-outlook.ts'

const outlook: ColorOutlook = {
  variant: 'A',
  stock: { red: 3, white: 9 },
  days: [
    { date: '2026-03-27', color: 'RED', probabilities: { blue: 0, white: 0, red: 1 } },
    { date: '2026-03-28', color: 'BLUE', probabilities: { blue: 1, white: 0, red: 0 } },
    { date: '2026-03-29', color: null, probabilities: { blue: 1, white: 0, red: 0 } },
    { date: '2026-03-30', color: null, probabilities: { blue: 1 / 3, white: 1 / 3, red: 1 / 3 } },
    { date: '2026-03-31', color: null, probabilities: { blue: 0.9933333, white: 0.0033333, red: 0.0033333 } },
  ],
}
const issuedAt = Temporal.Instant.from('2026-03-27T09:30:00Z')
const prices = {
  RED: { peak: 0.7, offPeak: 0.16 },
  WHITE: { peak: 0.19, offPeak: 0.15 },
  BLUE: { peak: 0.16, offPeak: 0.13 },
}
const served = (now: string, of: ColorOutlook | null = outlook) =>
  composeTariffOutlook(of, issuedAt, (_, color) => prices[color], Temporal.Instant.from(now))

describe('the answer of the tariff outlook', () => {
  test('satisfies the contract; only published colours have a name and prices', () => {
    const body = v.parse(TariffOutlookResponse, served('2026-03-27T10:00:00Z'))
    expect(body).toMatchObject({ issuedAt: '2026-03-27T09:30:00Z', variant: 'A', stock: { whiteLeft: 9, redLeft: 3 } })
    expect(body.days[0]).toEqual({
      date: '2026-03-27',
      from: '2026-03-27T05:00:00Z',
      to: '2026-03-28T05:00:00Z',
      color: 'Rouge',
      status: 'published',
      probabilities: { blue: 0, white: 0, red: 1 },
      prices: { peak: 0.7, offPeak: 0.16 },
    })
    expect(body.days[2]).toMatchObject({ color: null, status: 'forecast', prices: null, probabilities: { blue: 1 } })
  })

  test('has days from 06:00 to 06:00 in Paris, 23 hours long when the clock changes', () => {
    expect(served('2026-03-27T10:00:00Z')?.days[1]).toMatchObject({
      from: '2026-03-28T05:00:00Z',
      to: '2026-03-29T04:00:00Z',
    })
  })

  test('begins with the tariff day in force, which before 06:00 in Paris is the day before', () => {
    expect(served('2026-03-28T04:59:59Z')?.days[0]?.date).toBe('2026-03-27')
    expect(served('2026-03-28T05:00:00Z')?.days[0]?.date).toBe('2026-03-28')
  })

  test('rounds probabilities to three decimals that add up to 1, and never rounds a possible colour to 0', () => {
    for (const { probabilities } of served('2026-03-27T10:00:00Z')?.days ?? []) {
      const { blue, white, red } = probabilities
      expect(Math.round(1000 * (blue + white + red))).toBe(1000)
    }
    expect(served('2026-03-27T10:00:00Z')?.days[4]?.probabilities).toEqual({ blue: 0.994, white: 0.003, red: 0.003 })
  })

  test('is null when the stock is unknown or every day has ended', () => {
    expect(served('2026-03-27T10:00:00Z', null)).toBeNull()
    expect(served('2026-04-01T04:00:00Z')).toBeNull()
  })
})
