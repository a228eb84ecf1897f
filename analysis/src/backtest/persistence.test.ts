import { describe, expect, test } from 'bun:test'
import {
  findLastKnownValue,
  findSameHourValue,
  listSameHoursOfEarlierDays,
} from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { computeGenerationKnownUntilMs } from './forecast-inputs.ts'

const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)
const knownUntil = (issuedAt: string): number => computeGenerationKnownUntilMs(instant(issuedAt))
const ms = (text: string): number => instant(text).epochMilliseconds
const realised = (values: Readonly<Record<string, number>>): Map<number, number> =>
  new Map(Object.entries(values).map(([start, value]) => [ms(start), value]))

describe('flat persistence', () => {
  const values = realised({ '2024-01-10T08:00:00Z': 8, '2024-01-10T09:00:00Z': 9, '2024-01-10T10:00:00Z': 10 })

  test('is the newest published hour, an hour after its end', () => {
    expect(findLastKnownValue(values, knownUntil('2024-01-10T11:00:00Z'))).toBe(9)
    expect(findLastKnownValue(values, knownUntil('2024-01-10T12:00:00Z'))).toBe(10)
  })

  test('looks back at most a week', () => {
    expect(findLastKnownValue(values, knownUntil('2024-01-17T11:00:00Z'))).toBe(10)
    expect(findLastKnownValue(values, knownUntil('2024-01-17T12:00:00Z'))).toBeNull()
  })
})

describe('same-hour persistence', () => {
  test('uses the day before yesterday while yesterday’s hour is unpublished', () => {
    const values = realised({ '2024-01-09T11:00:00Z': 9, '2024-01-10T11:00:00Z': 10 })
    const tomorrow = ms('2024-01-11T11:00:00Z')
    expect(findSameHourValue(values, listSameHoursOfEarlierDays(tomorrow), knownUntil('2024-01-10T12:59:59Z'))).toBe(9)
    expect(findSameHourValue(values, listSameHoursOfEarlierDays(tomorrow), knownUntil('2024-01-10T13:00:00Z'))).toBe(10)
  })

  test('uses the same Paris hour across a clock change', () => {
    // 18:00 in Paris: 17:00 UTC on the Saturday, 16:00 UTC on the Sunday of summer time.
    const values = realised({ '2024-03-30T16:00:00Z': 1, '2024-03-30T17:00:00Z': 2 })
    expect(
      findSameHourValue(
        values,
        listSameHoursOfEarlierDays(ms('2024-03-31T16:00:00Z')),
        knownUntil('2024-03-31T06:00:00Z'),
      ),
    ).toBe(2)
    const autumn = realised({ '2024-10-26T16:00:00Z': 3, '2024-10-26T17:00:00Z': 4 })
    expect(
      findSameHourValue(
        autumn,
        listSameHoursOfEarlierDays(ms('2024-10-27T17:00:00Z')),
        knownUntil('2024-10-27T06:00:00Z'),
      ),
    ).toBe(3)
  })

  test('skips a missing day, and is null after a week without a value', () => {
    const values = realised({ '2024-01-08T11:00:00Z': 8 })
    expect(
      findSameHourValue(
        values,
        listSameHoursOfEarlierDays(ms('2024-01-11T11:00:00Z')),
        knownUntil('2024-01-11T06:00:00Z'),
      ),
    ).toBe(8)
    expect(
      findSameHourValue(
        values,
        listSameHoursOfEarlierDays(ms('2024-01-16T11:00:00Z')),
        knownUntil('2024-01-16T06:00:00Z'),
      ),
    ).toBeNull()
  })
})
