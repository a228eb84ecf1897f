import { expect, test } from 'bun:test'
import type { CandidateId } from './candidates.ts'
import { type GatewayTarget, judge, type Step } from './targets.ts'

const rate: GatewayTarget = {
  text: 'requests/s',
  candidate: 'cached',
  reference: 'nginxPlain',
  measure: 'perSecond',
  side: 'atLeast',
  must: 1,
  goal: 1.5,
}
const slowest: GatewayTarget = { ...rate, text: 'p99', measure: 'p99Ms', side: 'atMost', must: 2 }

const step = (id: CandidateId, perSecond: number, p99Ms = 1): Step => ({ id, perSecond, p99Ms })
const round = (ours: number, theirs: number): Step[] => [step('cached', ours), step('nginxPlain', theirs)]

test('a promise is judged by the median of the ratios of its rounds, not by the ratio of the medians', () => {
  // Medians of 30 and 40 would give 0.75.
  expect(judge(rate, [round(10, 8), round(30, 60), round(50, 40)])).toEqual({
    ratio: { median: 1.25, lowest: 0.5, highest: 1.25 },
    verdict: 'below goal',
  })
})

test('of a rate the bounds are minima, of a time maxima', () => {
  const steps = [step('cached', 30, 3), step('nginxPlain', 20, 1)]
  expect([rate, slowest].map((target) => judge(target, [steps])?.verdict)).toEqual(['met', 'MISSED'])
})

test('a candidate that ran twice in a round counts where it ran beside the reference', () => {
  const steps = [step('cached', 10), step('nginxLua', 1), step('nginxPlain', 20), step('cached', 40)]
  expect(judge(rate, [steps, steps.toReversed()])?.ratio).toEqual({ median: 2, lowest: 2, highest: 2 })
})

test('a round without one of the two has no ratio, and a promise without any is not judged', () => {
  const alone = [[step('cached', 10)], [step('nginxPlain', 10)]]
  expect(judge(rate, [round(10, 8), ...alone])?.ratio.median).toBe(1.25)
  expect(judge(rate, alone)).toBeNull()
})
