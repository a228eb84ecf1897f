import { expect, test } from 'bun:test'
import type { CandidateId } from './candidates.ts'
import { judge, pairedRatios, type Step, type Target } from './verdicts.ts'

const rate: Target = {
  text: 'requests/s',
  candidate: 'cached',
  reference: 'nginxPlain',
  measure: 'perSecond',
  must: 1,
  goal: 1.5,
}
const slowest: Target = { ...rate, text: 'p99', measure: 'p99Ms', must: 2, goal: 1.5 }

const step = (id: CandidateId, perSecond: number, p99Ms = 1): Step => ({ id, perSecond, p99Ms })
const round = (ours: number, theirs: number): Step[] => [step('cached', ours), step('nginxPlain', theirs)]

test('a promise is judged by the median of the ratios of its rounds, not by the ratio of the medians', () => {
  // Medians of 30 and 40 would give 0.75.
  const ratios = pairedRatios([round(10, 8), round(30, 60), round(50, 40)], rate)
  expect(ratios).toEqual([1.25, 0.5, 1.25])
  expect(judge(rate, ratios)).toEqual({ ratio: 1.25, lowest: 0.5, highest: 1.25, result: 'below goal' })
})

test('a candidate that ran twice in a round counts where it ran beside the reference', () => {
  const steps = [step('cached', 10), step('nginxLua', 1), step('nginxPlain', 20), step('cached', 40)]
  expect(pairedRatios([steps, steps.toReversed()], rate)).toEqual([2, 2])
})

test('a round without one of the two has no ratio, and a promise without any is not measured', () => {
  expect(pairedRatios([round(10, 8), [step('cached', 10)], [step('nginxPlain', 10)]], rate)).toEqual([1.25])
  expect(judge(rate, [])).toEqual({
    ratio: Number.NaN,
    lowest: Number.NaN,
    highest: Number.NaN,
    result: 'not measured',
  })
})

test('bounds of a rate are minima, which are kept when they are just reached', () => {
  const results = [0.99, 1, 1.49, 1.5].map((ratio) => judge(rate, [ratio]).result)
  expect(results).toEqual(['MISSED', 'below goal', 'below goal', 'met'])
})

test('bounds of a time are maxima, which are kept when they are just reached', () => {
  const steps = [step('cached', 1, 3), step('nginxPlain', 1, 2)]
  expect(pairedRatios([steps], slowest)).toEqual([1.5])
  const results = [2.01, 2, 1.51, 1.5].map((ratio) => judge(slowest, [ratio]).result)
  expect(results).toEqual(['MISSED', 'below goal', 'below goal', 'met'])
})

test('a promise without a goal is met or missed', () => {
  const results = [0.99, 1].map((ratio) => judge({ ...rate, goal: null }, [ratio]).result)
  expect(results).toEqual(['MISSED', 'met'])
})
