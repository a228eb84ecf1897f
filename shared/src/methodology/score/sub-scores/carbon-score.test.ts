import { describe, expect, test } from 'bun:test'
import { createHours, sampleNow, toMs } from '../testing/sample-inputs.ts'
import { computeSameHourMeans, rateCarbon } from './carbon-score.ts'

describe('the carbon sub-score', () => {
  test('maps a known intensity to the scale, rounded to one decimal', () => {
    const rated = rateCarbon({ kind: 'realised', gCo2eqPerKwh: 20 }, null, 0)
    expect(rated).toEqual({ value: 82.5, basis: { kind: 'realised', gCo2eqPerKwh: 20 } })
  })

  test('without an intensity uses the median of the calibration year', () => {
    expect(rateCarbon(null, null, 0)).toEqual({ value: 75, basis: { kind: 'median', gCo2eqPerKwh: 22.53 } })
  })
})

describe('the mean of the same hour', () => {
  const now = sampleNow
  const start = '2026-01-27T19:00:00Z'

  test('averages each Paris hour over the last 7 days', () => {
    const means = computeSameHourMeans(
      createHours(start, 24 * 7 - 1, (index) => index % 24),
      now,
    )
    // 19:00 UTC is 20:00 in Paris in winter.
    expect(means?.get(20)).toBe(0)
    expect(means?.get(21)).toBe(1)
    expect(means?.size).toBe(24)
    expect(rateCarbon(null, means, toMs('2026-02-05T20:00:00Z')).basis).toEqual({
      kind: 'same_hour_mean',
      gCo2eqPerKwh: 1,
    })
  })

  test('uses no hour that began more than 7 days ago or has not ended', () => {
    const tooOld = createHours('2026-01-27T18:00:00Z', 1, () => 1_000)
    const notEnded = createHours('2026-02-03T18:00:00Z', 1, () => 1_000)
    const known = createHours(start, 24 * 7 - 1, () => 10)
    const means = computeSameHourMeans(new Map([...tooOld, ...known, ...notEnded]), now)
    expect([...(means?.values() ?? [])]).toEqual(Array.from({ length: 24 }, () => 10))
  })

  test('needs 48 known hours', () => {
    expect(
      computeSameHourMeans(
        createHours(start, 47, () => 10),
        now,
      ),
    ).toBeNull()
    expect(
      computeSameHourMeans(
        createHours(start, 48, () => 10),
        now,
      )?.size,
    ).toBe(24)
  })

  test('falls back to the median for an hour of the day that was never known', () => {
    const evenings = new Map(
      [...createHours(start, 24 * 7 - 1, () => 10)].filter(([ms]) => new Date(ms).getUTCHours() >= 12),
    )
    const means = computeSameHourMeans(evenings, now)
    expect(rateCarbon(null, means, toMs('2026-02-04T13:00:00Z')).basis.kind).toBe('same_hour_mean')
    expect(rateCarbon(null, means, toMs('2026-02-04T03:00:00Z')).basis.kind).toBe('median')
  })

  test('follows the Paris clock in autumn: both hours called 2 count as 2', () => {
    // On 2024-10-27 the clock shows 2 at 00:00 and at 01:00 UTC; before it shows 2 at 00:00, afterwards at 01:00.
    const at = new Map([...createHours('2024-10-24T00:00:00Z', 24 * 6, () => 10)])
    for (const [hour, grams] of [
      ['2024-10-26T00:00:00Z', 20],
      ['2024-10-27T00:00:00Z', 30],
      ['2024-10-27T01:00:00Z', 50],
      ['2024-10-28T01:00:00Z', 60],
    ] as const) {
      at.set(toMs(hour), grams)
    }
    const means = computeSameHourMeans(at, Temporal.Instant.from('2024-10-30T00:30:00Z'))
    // 24, 25, 26, 27 (twice), 28 and 29 October.
    expect(means?.get(2)).toBe((10 + 10 + 20 + 30 + 50 + 60 + 10) / 7)
  })

  test('follows the Paris clock in spring: the day without an hour 2 adds no sample', () => {
    const hours = createHours('2024-03-27T13:00:00Z', 24 * 7 - 1, (index) => index)
    const means = computeSameHourMeans(hours, Temporal.Instant.from('2024-04-03T12:30:00Z'))
    const twos = [...hours].filter(([ms]) => {
      const isSummer = ms >= toMs('2024-03-31T01:00:00Z')
      return new Date(ms).getUTCHours() === (isSummer ? 0 : 1)
    })
    expect(twos).toHaveLength(6)
    expect(means?.get(2)).toBe(twos.reduce((sum, [, grams]) => sum + grams, 0) / 6)
  })
})
