import { describe, expect, test } from 'bun:test'
import { computeHonestChance } from './honest-chance.ts'
import { planLoad } from './plan-load.ts'
import { createPlanRequest, createWindow } from './testing/made-up-window.ts'
import { buildErrorPaths } from './value-paths.ts'

describe('the honest chance', () => {
  test('is nearer to one half than the share of the paths, and symmetric about it', () => {
    for (const share of [0.6, 0.75, 0.9, 1]) {
      const chance = computeHonestChance(share, 90)
      expect(chance).toBeGreaterThan(0.5)
      expect(chance).toBeLessThan(share)
      expect(computeHonestChance(1 - share, 90)).toBeCloseTo(1 - chance, 12)
    }
    expect(computeHonestChance(0.5, 90)).toBe(0.5)
  })

  test('is the odds of the paths, two more on each side, to the power of the exponent', () => {
    // 83 of 94 paths: odds of 85 to 13.
    expect(computeHonestChance(83 / 94, 94, 1)).toBeCloseTo(85 / 98, 12)
    expect(computeHonestChance(83 / 94, 94, 0.5)).toBeCloseTo(1 / (1 + Math.sqrt(13 / 85)), 12)
  })

  test('is less sure with fewer paths', () => {
    expect(computeHonestChance(1, 30)).toBeLessThan(computeHonestChance(1, 90))
    expect(computeHonestChance(1, 90)).toBeLessThan(0.97)
  })
})

describe('the probability that a plan is better than starting now', () => {
  const slots = createWindow([50, 50, 40, 40])
  const errors = [...Array.from({ length: 29 }, () => [0, 0, 0, 0]), [0, 0, 99, 99]]
  const objectives = ['cost', 'carbon', 'score'] as const
  const chanceOf = (objective: (typeof objectives)[number], window = slots) => {
    const values = { cost: [0.05, 0.05, 0.04, 0.04], carbon: [25, 25, 20, 20], score: [50, 50, 60, 60] }[objective]
    const signed = objective === 'score' ? errors.map((path) => path.map((error) => -error)) : errors
    const paths = { cost: null, carbon: null, score: null, [objective]: buildErrorPaths(values, signed, 'difference') }
    const result = planLoad(createPlanRequest(window, { objective, paths }))
    return result.isFeasible ? result.probabilityBetterThanNow : null
  }

  test('is the share of the paths for cost and score, and the honest chance for carbon', () => {
    expect(chanceOf('cost')).toBe(29 / 30)
    expect(chanceOf('score')).toBe(29 / 30)
    expect(chanceOf('carbon')).toBe(computeHonestChance(29 / 30, 30))
  })

  test('counts only the paths that know both plans: 30 among 90 are as sure as 30 alone', () => {
    const unknown = Array.from({ length: 60 }, () => [0, 0, Number.NaN, Number.NaN])
    const chances = [errors, [...errors, ...unknown]].map((ofIssues) => {
      const carbon = buildErrorPaths([25, 25, 20, 20], ofIssues, 'difference')
      const result = planLoad(
        createPlanRequest(slots, { objective: 'carbon', paths: { cost: null, carbon, score: null } }),
      )
      return result.isFeasible ? result.probabilityBetterThanNow : null
    })
    expect(chances[1]).toBe(chances[0] ?? Number.NaN)
  })

  test('is 0 for a plan that is to start now', () => {
    expect(chanceOf('carbon', createWindow([10, 10, 40, 40]))).toBe(0)
  })
})
