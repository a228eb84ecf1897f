import { expect, test } from 'bun:test'
import { type CandidateId, roundOf } from './candidates.ts'
import { type Comparison, ratioOf, type Step, targets } from './targets.ts'

const rate: Comparison = { text: 'requests/s', candidate: 'cached', reference: 'nginxPlain', measure: 'perSecond' }

const step = (id: CandidateId, perSecond: number, p99Ms = 1): Step => ({ id, perSecond, p99Ms })
const round = (ours: number, theirs: number): Step[] => [step('cached', ours), step('nginxPlain', theirs)]

test('figures are divided round by round: the ratio is not that of the medians', () => {
  // Medians of 30 and 40 would give 0.75.
  const ratio = ratioOf(rate, [round(10, 8), round(30, 60), round(50, 40)])
  expect(ratio).toEqual({ median: 1.25, lowest: 0.5, highest: 1.25 })
})

test('the compared figure is the one of the comparison', () => {
  const steps = [step('cached', 30, 3), step('nginxPlain', 20, 1)]
  expect(ratioOf({ ...rate, measure: 'p99Ms' }, [steps])?.median).toBe(3)
})

test('a candidate that ran twice in a round counts where it ran beside the reference', () => {
  const steps = [step('cached', 10), step('nginxLua', 1), step('nginxPlain', 20), step('cached', 40)]
  expect(ratioOf(rate, [steps, steps.toReversed()])).toEqual({ median: 2, lowest: 2, highest: 2 })
})

test('a round without one of the two has no ratio; without any there is none', () => {
  const alone = [[step('cached', 10)], [step('nginxPlain', 10)]]
  expect(ratioOf(rate, [round(10, 8), ...alone])?.median).toBe(1.25)
  expect(ratioOf(rate, alone)).toBeNull()
})

test('rates are promised at least, times at most, and every promise compares two candidates that run beside each other', () => {
  const order = roundOf(null)
  for (const { candidate, reference, measure, side, must, goal = must } of targets) {
    expect(side).toBe(measure === 'perSecond' ? 'atLeast' : 'atMost')
    expect(side === 'atLeast' ? goal >= must : goal <= must).toBe(true)
    const isBeside = order.some(
      (id, place) => id === candidate && [order[place - 1], order[place + 1]].includes(reference),
    )
    expect([candidate, reference, isBeside]).toEqual([candidate, reference, true])
  }
})
