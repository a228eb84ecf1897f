import { describe, expect, test } from 'bun:test'
import {
  type Anchor,
  carbonAnchors,
  consumptionAnchors,
  interpolateLinearly,
  marginAnchors,
  priceAnchors,
  residualLoadAnchors,
} from './scales.ts'

const scales = { priceAnchors, carbonAnchors, marginAnchors, consumptionAnchors, residualLoadAnchors }

describe.each(Object.entries(scales))('the scale %s', (_, anchors) => {
  const [lowest, highest] = [anchors[0], anchors.at(-1)] as [Anchor, Anchor]

  test('gives every anchor exactly', () => {
    for (const [x, score] of anchors) expect(interpolateLinearly(anchors, x)).toBe(score)
  })

  test('is constant outside its anchors', () => {
    for (const distance of [1e-9, 1, 1e6]) {
      expect(interpolateLinearly(anchors, lowest[0] - distance)).toBe(lowest[1])
      expect(interpolateLinearly(anchors, highest[0] + distance)).toBe(highest[1])
    }
  })

  test('gives the mean halfway between two anchors', () => {
    for (const [index, [x, score]] of anchors.slice(1).entries()) {
      const [previousX, previousScore] = anchors[index] ?? [Number.NaN, Number.NaN]
      expect(interpolateLinearly(anchors, (previousX + x) / 2)).toBeCloseTo((previousScore + score) / 2, 9)
    }
  })

  test('has ascending x values and ends at 0 and 100', () => {
    const xs = anchors.map(([x]) => x)
    expect(xs).toEqual(xs.toSorted((a, b) => a - b))
    expect([lowest[1], highest[1]].toSorted((a, b) => a - b)).toEqual([0, 100])
  })
})

test('a scale of one anchor is flat', () => {
  expect([-5, 3, 9].map((x) => interpolateLinearly([[3, 40]], x))).toEqual([40, 40, 40])
})
