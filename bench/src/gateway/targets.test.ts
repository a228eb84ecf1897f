import { expect, test } from 'bun:test'
import { type CandidateId, listRound } from './candidates.ts'
import { type Comparison, computeRatio, type Step, targets } from './targets.ts'

const rate: Comparison = { text: 'requests/s', candidate: 'cached', reference: 'nginxPlain', measure: 'perSecond' }

const step = (id: CandidateId, perSecond: number, p99Ms = 1): Step => ({ id, perSecond, p99Ms })
const round = (ours: number, theirs: number): Step[] => [step('cached', ours), step('nginxPlain', theirs)]

test('figures are divided round by round, so the result is not the ratio of the medians', () => {
  // Medians of 30 and 40 would give 0.75.
  const ratio = computeRatio(rate, [round(10, 8), round(30, 60), round(50, 40)])
  expect(ratio).toEqual({ median: 1.25, lowest: 0.5, highest: 1.25 })
})

test('the figure that is compared is the one that the comparison names', () => {
  const steps = [step('cached', 30, 3), step('nginxPlain', 20, 1)]
  expect(computeRatio({ ...rate, measure: 'p99Ms' }, [steps])?.median).toBe(3)
})

test('a candidate that ran twice in a round is compared where it ran beside the reference', () => {
  const steps = [step('cached', 10), step('nginxLua', 1), step('nginxPlain', 20), step('cached', 40)]
  expect(computeRatio(rate, [steps, steps.toReversed()])).toEqual({ median: 2, lowest: 2, highest: 2 })
})

test('a round in which one of the two did not run has no ratio, and without any such round there is no result', () => {
  const alone = [[step('cached', 10)], [step('nginxPlain', 10)]]
  expect(computeRatio(rate, [round(10, 8), ...alone])?.median).toBe(1.25)
  expect(computeRatio(rate, alone)).toBeNull()
})

test('a promised rate is a minimum, a promised time a maximum, and both compare two candidates that run side by side', () => {
  const order = listRound(null)
  for (const { candidate, reference, measure, side, must, goal = must } of targets) {
    expect(side).toBe(measure === 'perSecond' ? 'atLeast' : 'atMost')
    expect(side === 'atLeast' ? goal >= must : goal <= must).toBe(true)
    const isBeside = order.some(
      (id, place) => id === candidate && [order[place - 1], order[place + 1]].includes(reference),
    )
    expect([candidate, reference, isBeside]).toEqual([candidate, reference, true])
  }
})
