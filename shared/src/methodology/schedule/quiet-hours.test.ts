import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { listSlots } from './optimise.ts'
import { composePlanAdvice } from './plan-advice.ts'
import type { PlanFigures } from './plan-figures.ts'
import { planLoad } from './plan-load.ts'
import { createPlanRequest, createWindow, noonMs } from './testing/made-up-window.ts'

type Problem = {
  prices: number[]
  isQuiet: boolean[]
  slots: number
  maxSegments: number
  minOnSlots: number
  tieBreak: 'early' | 'late'
}

const problem: fc.Arbitrary<Problem> = fc
  .array(fc.tuple(fc.constantFrom(-20, 10, 10, 30, 45, 80), fc.boolean()), { minLength: 1, maxLength: 10 })
  .chain((pairs) =>
    fc.record({
      prices: fc.constant(pairs.map(([price]) => price)),
      isQuiet: fc.constant(pairs.map(([, quiet]) => quiet)),
      slots: fc.integer({ min: 1, max: 6 }),
      maxSegments: fc.integer({ min: 1, max: 4 }),
      minOnSlots: fc.integer({ min: 1, max: 3 }),
      tieBreak: fc.constantFrom('early', 'late'),
    }),
  )

/** The smallest total price, by trying each set of slots outside of quiet hours; null when none is possible. */
function findSmallestTotal({ prices, isQuiet, slots, maxSegments, minOnSlots }: Problem): number | null {
  let smallest: number | null = null
  for (let set = 0; set < 2 ** prices.length; set += 1) {
    const chosen = prices.map((_, slot) => (set >> slot) % 2 === 1)
    const pieces = chosen
      .map((isOn) => (isOn ? 'x' : ' '))
      .join('')
      .split(' ')
      .filter((piece) => piece !== '')
    const isPossible =
      chosen.filter(Boolean).length === slots &&
      !chosen.some((isOn, slot) => isOn && isQuiet[slot]) &&
      pieces.length <= maxSegments &&
      pieces.every((piece) => piece.length >= Math.min(minOnSlots, slots))
    if (!isPossible) continue
    const total = prices.reduce((sum, price, slot) => sum + (chosen[slot] ? price : 0), 0)
    if (smallest === null || total < smallest) smallest = total
  }
  return smallest
}

const toRequest = ({ prices, slots, ...asked }: Problem) =>
  createPlanRequest(createWindow(prices), { ...asked, load: { slots, powerKW: 4, energyKWh: slots } })

const slotsOf = ({ segments }: PlanFigures) => listSlots(segments)

describe('quiet hours', () => {
  test('leave the best plan outside of them, as a brute-force search finds it, or none', () => {
    fc.assert(
      fc.property(problem, (asked) => {
        const result = planLoad(toRequest(asked))
        const smallest = findSmallestTotal(asked)
        if (!result.isFeasible) return expect(smallest).toBeNull()
        return expect(result.plan.cost?.eur).toBeCloseTo((smallest ?? Number.NaN) / 1_000, 9)
      }),
      { numRuns: 1_500 },
    )
  })

  test('are kept by the plan, every baseline and every alternative', () => {
    fc.assert(
      fc.property(problem, (asked) => {
        const result = planLoad(toRequest(asked))
        if (!result.isFeasible) return
        const { plan, baselines, alternatives } = result
        const all = [plan, baselines.startNow, baselines.asLate, baselines.worst, ...alternatives]
        for (const one of all) {
          expect(slotsOf(one)).toHaveLength(asked.slots)
          expect(slotsOf(one).filter((slot) => asked.isQuiet[slot])).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
  })

  test('move the baselines to the first and the last time that they leave in one piece, or to the first slots of all', () => {
    const isQuiet = [true, false, true, false, false, false, true]
    const prices = [1, 2, 3, 9, 9, 4, 5]
    const plan = planLoad(createPlanRequest(createWindow(prices), { isQuiet }))
    expect(plan.isFeasible && [plan.baselines.startNow, plan.baselines.asLate].map(slotsOf)).toEqual([
      [3, 4],
      [4, 5],
    ])
    const pieces = planLoad(createPlanRequest(createWindow(prices), { isQuiet: isQuiet.with(4, true), maxSegments: 2 }))
    expect(pieces.isFeasible && [pieces.baselines.startNow, pieces.baselines.asLate].map(slotsOf)).toEqual([
      [1, 3],
      [3, 5],
    ])
  })

  test('let the advice name the first time that they leave, where nothing is better', () => {
    const slots = createWindow([1, 1, 20, 20, 30, 40])
    const result = planLoad(createPlanRequest(slots, { isQuiet: [true, true, false, false, false, false] }))
    if (!result.isFeasible) throw new Error('the load fits')
    const asked = { objective: 'cost', tariff: 'spot', nowMs: noonMs, arePathsShipped: false } as const
    const days = { today: '2026-03-02', tomorrow: '2026-03-03' }
    expect(composePlanAdvice({ result, slots, ...asked, ...days }, 'en')).toStartWith(
      'Start at 12:30: no slot is better until 13:30',
    )
  })
})
