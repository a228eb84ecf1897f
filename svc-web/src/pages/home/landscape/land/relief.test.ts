import { describe, expect, test } from 'bun:test'
import { colorOfScore } from '../../../../kit/score-scale.ts'
import { makeSlots } from '../testing/slots.ts'
import { choosePills } from './pills.ts'
import { listScoreStops, makeReliefScale, renderRelief } from './relief.ts'
import { listScaleValues } from './scale-lines.ts'

const start = '2026-10-13T16:30:00Z'
/** Quarter-hours of an hour of the window, which begins in the middle of one. */
const hourOf = (slot: number): number => Math.floor((slot + 2) / 4)
const wave = (slot: number): number => 60 - 30 * Math.cos((hourOf(slot) / 24) * 4 * Math.PI)

describe('the relief', () => {
  test('has at the middle of each hour the colour of its score', () => {
    const slots = makeSlots(start, 96, (slot) => ({ score: wave(slot) }))
    const stops = listScoreStops(slots)
    expect(stops.length).toBe(27)
    for (const { slot, color } of stops) {
      expect(color).toBe(colorOfScore(slots[Math.min(95, Math.floor(slot))]?.score?.central ?? Number.NaN))
    }
  })

  test('is grey where the score is unknown, and not drawn where the intensity is', () => {
    const slots = makeSlots(start, 96, (slot) => (slot < 48 ? {} : { score: null, gCo2PerKwh: null }))
    expect(
      listScoreStops(slots)
        .slice(-2)
        .map(({ slot, color }) => [slot, color]),
    ).toEqual([
      [48, '#8f97bd'],
      [96, '#8f97bd'],
    ])
    expect(renderRelief(slots).markup).toContain('V100z')
    expect(renderRelief(slots).markup).not.toContain('H96')
  })

  test.each([10, 75, 500])('leaves a quarter of the height to the sky at %d g/kWh and starts at zero', (most) => {
    const { toY, top } = makeReliefScale([{ central: most, low: most, high: most * 1.2 }, null])
    expect([toY(0), Math.round(toY(top))]).toEqual([100, 26])
  })

  test.each([
    [20, [10, 20]],
    [78, [25, 50, 75]],
    [130, [50, 100]],
    [500, [200, 400]],
  ])('is measured by two or three round values up to %d g/kWh', (top, values) => {
    expect(listScaleValues(top)).toEqual(values)
  })
})

describe('the pills', () => {
  const slots = makeSlots(start, 192, (slot) => ({ gCo2PerKwh: wave(slot), score: 100 - wave(slot) }))

  test('name the best hour of each day that the window has most of, first, with its value', () => {
    const best = choosePills(slots).filter(({ isBest }) => isBest)
    expect(best.map(({ slot }) => slots[Math.floor(slot)]?.date)).toEqual(['2026-10-14', '2026-10-15'])
    for (const { slot, gCo2PerKwh } of best) {
      const date = slots[Math.floor(slot)]?.date
      const scores = slots.filter((one) => one.date === date).map(({ score }) => score?.central ?? 0)
      expect(slots[Math.floor(slot)]?.score?.central).toBe(Math.max(...scores))
      expect(slots[Math.floor(slot)]?.gCo2PerKwh?.central).toBe(gCo2PerKwh)
    }
  })

  test('name hollows and peaks, and are at most twelve in 48 hours', () => {
    const extremes = choosePills(slots).filter(({ isBest }) => !isBest)
    expect(new Set(extremes.map(({ gCo2PerKwh }) => gCo2PerKwh))).toEqual(new Set([30, 90]))
    const jagged = makeSlots(start, 192, (slot) => ({ gCo2PerKwh: 40 + (hourOf(slot) % 2) * 30 + (slot % 5) }))
    expect(choosePills(jagged).length).toBeLessThanOrEqual(12)
  })
})
