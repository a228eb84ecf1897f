import { describe, expect, test } from 'bun:test'
import { makeSlots } from '../testing/slots.ts'
import { type PricePlace, renderPriceLabels } from './price-labels.ts'
import { drawLine, renderPriceLane } from './price-lane.ts'
import { listPriceSteps, makePriceScale } from './price-steps.ts'

const start = '2026-10-13T16:30:00Z'
const place: PricePlace = { row: { top: 0, height: 100 }, slots: 96, covered: null, borders: [], flag: null }
const words = { write: (eur: number) => `${Math.round(eur * 100)} ct`, name: () => null }

/** Heights and ends of the steps of a line. */
const readLine = (line: string): [y: number, to: number][] =>
  [...line.matchAll(/(?:M[\d.]+ |V)([\d.]+)H(\d+)/g)].map(([, y, to]) => [Number(y), Number(to)])

describe('the price lane', () => {
  test('has a step for each price, as high as the price and as long as it lasts', () => {
    const prices = [0.16, 0.16, 0.16, 0.21, 0.21, 0.735]
    const steps = listPriceSteps(
      makeSlots(start, 6, (slot) => ({ eurPerKwh: prices[slot] ?? null })),
      () => 'market',
    )
    const scale = makePriceScale(steps)
    const line = readLine(drawLine(steps, scale, false))
    expect(line.map(([, to]) => to)).toEqual([3, 5, 6])
    for (const [index, price] of [0.16, 0.21, 0.735].entries()) {
      expect(line[index]?.[0]).toBeCloseTo(scale.toY(price), 0)
    }
    expect(scale.zeroY).toBe(100)
  })

  test('draws estimated prices as a line of their own', () => {
    const slots = makeSlots(start, 8, (slot) => ({ basis: slot < 4 ? 'auction' : 'estimate' }))
    const steps = listPriceSteps(slots, () => 'market')
    const scale = makePriceScale(steps)
    expect(readLine(drawLine(steps, scale, true)).map(([, to]) => to)).toEqual([8])
    expect(renderPriceLane(steps, 8).markup).toContain('class="step estimated"')
  })

  test('draws negative prices below a line at zero, with their value below them', () => {
    const slots = makeSlots(start, 96, (slot) => ({
      eurPerKwh: slot >= 40 && slot < 56 ? -0.04 : 0.12,
      basis: 'auction',
    }))
    const steps = listPriceSteps(slots, () => 'market')
    const { toY, zeroY, hasNegative } = makePriceScale(steps)
    expect([hasNegative, toY(-0.04) > zeroY, toY(0.12) < zeroY]).toEqual([true, true, true])
    expect(renderPriceLane(steps, 96).markup).toContain('class="zero"')
    const labels = renderPriceLabels(steps, place, words)
    expect(labels.map(({ markup }) => markup).filter((markup) => markup.includes('-4 ct'))).toEqual([
      expect.stringContaining('<text y="1em">'),
    ])
  })

  test('has no value on the border of a frame, and no high one behind the flag', () => {
    const slots = makeSlots(start, 96, (slot) => ({ eurPerKwh: slot === 40 ? 0.2 : 0.1, basis: 'auction' }))
    const steps = listPriceSteps(slots, () => 'market')
    const classOf = (given: Partial<PricePlace>) =>
      renderPriceLabels(steps, { ...place, ...given }, words)
        .find(({ markup }) => markup.includes('20 ct'))
        ?.markup.match(/class="price-label ([^"]*)"/)?.[1]
    const everywhere = 'not-wide not-middle not-small not-narrow'
    expect(classOf({})).toBe('')
    expect(classOf({ borders: [{ middle: 41, width: 5 }] })).toBe(everywhere)
    expect(classOf({ flag: { middle: 44, width: 200 } })).toBe(everywhere)
  })

  test('is interrupted where the price is unknown, and is never zero there', () => {
    const slots = makeSlots(start, 12, (slot) => ({ eurPerKwh: slot >= 4 && slot < 8 ? null : 0.2 }))
    const steps = listPriceSteps(slots, () => 'peak')
    expect(steps.map(({ from, to, eurPerKwh }) => [from, to, eurPerKwh])).toEqual([
      [0, 4, 0.2],
      [4, 8, null],
      [8, 12, 0.2],
    ])
    expect(drawLine(steps, makePriceScale(steps), false).match(/M/g)).toHaveLength(2)
  })
})
