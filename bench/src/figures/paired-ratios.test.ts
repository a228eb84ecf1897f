import { expect, test } from 'bun:test'
import { computePairedRatio, describeTarget, judgeRatio, type Target } from './paired-ratios.ts'

test('each figure is divided by the reference figure of its own round, and the median of these ratios is judged', () => {
  // The machine was slower from round to round: the quotient of the medians would be 2.
  expect(computePairedRatio([200, 90, 300], [100, 100, 400])).toEqual({ median: 0.9, lowest: 0.75, highest: 2 })
})

test('a figure without its reference in the same round is refused', () => {
  expect(() => computePairedRatio([1, 2], [1])).toThrow(RangeError)
  expect(() => computePairedRatio([], [])).toThrow(RangeError)
})

test('a missed promise is told from one that is kept but short of its goal', () => {
  const rate: Target = { side: 'atLeast', must: 0.5, goal: 0.6 }
  const time: Target = { side: 'atMost', must: 2, goal: 1.5 }
  expect([0.49, 0.5, 0.6].map((ratio) => judgeRatio(ratio, rate))).toEqual(['MISSED', 'below goal', 'met'])
  expect([2.01, 2, 1.5].map((ratio) => judgeRatio(ratio, time))).toEqual(['MISSED', 'below goal', 'met'])
  expect(judgeRatio(0.5, { side: 'atLeast', must: 0.5 })).toBe('met')
  expect(judgeRatio(Number.NaN, time)).toBe('MISSED')
  expect([describeTarget(rate), describeTarget({ side: 'atMost', must: 2 })]).toEqual([
    'at least 0.5 (goal 0.6)',
    'at most 2',
  ])
})
