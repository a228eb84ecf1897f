import { describe, expect, test } from 'bun:test'
import { compareFallback, type SlotValue } from './compare-fallback.ts'

/** Values of a series one after the other from noon. */
function slots(series: string, minutes: number, ...values: number[]): SlotValue[] {
  const noon = Temporal.Instant.from('2026-02-03T11:00:00Z')
  return values.map((value, index) => ({
    series,
    slotStart: noon.add({ minutes: index * minutes }),
    slotEnd: noon.add({ minutes: (index + 1) * minutes }),
    value,
  }))
}
const compare = (feed: 'generation_mix_15min' | 'power_exchanges', fallback: SlotValue[], operator: SlotValue[]) =>
  compareFallback(feed, { fallback, operator, required: ['NUCLEAR', 'PRICE'] })

describe('a fallback source agrees with the operator', () => {
  test('on the mix within the greater of 2 MW and 1 %', () => {
    const operator = [...slots('NUCLEAR', 15, 40_000, 40_000), ...slots('WASTE', 15, 100, 100)]
    const fallback = [...slots('NUCLEAR', 15, 40_400, 40_401), ...slots('WASTE', 15, 102, 98)]
    expect(compare('generation_mix_15min', fallback, operator)).toMatchObject({ compared: 4, agreeing: 3 })
  })

  test('on a price to the cent', () => {
    const operator = slots('PRICE', 60, 35.43, 0)
    expect(compare('power_exchanges', slots('PRICE', 60, 35.44, 0.02), operator)).toEqual({
      compared: 2,
      agreeing: 1,
      note: 'PRICE of 2026-02-03T12:00:00Z: 0.02, the operator has 0',
    })
  })
})

describe('slots of two sources', () => {
  test('of different lengths are compared by the mean over the longer one, in either direction, where it is filled', () => {
    const quarters = slots('PRICE', 15, 10, 20, 30, 40, 50, 60)
    const hours = slots('PRICE', 60, 25, 55)
    expect(compare('power_exchanges', quarters, hours)).toEqual({ compared: 1, agreeing: 1, note: null })
    expect(compare('power_exchanges', hours, quarters)).toEqual({ compared: 1, agreeing: 1, note: null })
  })

  test('that only one source has are not compared, but a missing required series is reported', () => {
    const operator = [...slots('NUCLEAR', 15, 1, 2, 3), ...slots('MARINE', 15, 1)]
    expect(compare('generation_mix_15min', slots('SOLAR', 15, 5, 5), operator)).toMatchObject({
      compared: 2,
      agreeing: 0,
    })
    expect(compare('generation_mix_15min', [], operator)).toEqual({ compared: 0, agreeing: 0, note: null })
  })
})
