import { expect, test } from 'bun:test'
import { dimensions } from '@hexawatt/shared/contract/dimensions'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { computeComposite, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { weighScore } from './weigh-score.ts'

const allKnown = { price: true, carbon: true, grid: true, adequacy: true }

test('a score is worked out as the API does it: sub-score times weight', () => {
  const { score, total, parts } = weighScore(
    { price: 63, carbon: 77.4, grid: 100, adequacy: 84.4 },
    allKnown,
    nationalWeights,
  )
  expect([score, total]).toEqual([79, 79])
  expect(dimensions.map((dimension) => parts[dimension].points)).toEqual([18.9, 23.2, 20, 16.9])
})

test('an estimated dimension brings nothing, and the weights of the others are larger', () => {
  const { parts } = weighScore(
    { price: 60, carbon: 80, grid: 10, adequacy: 10 },
    { ...allKnown, grid: false, adequacy: false },
    nationalWeights,
  )
  expect(parts).toEqual({
    price: { weight: 0.5, points: 30 },
    carbon: { weight: 0.5, points: 40 },
    grid: { weight: 0, points: 0 },
    adequacy: { weight: 0, points: 0 },
  })
})

test('the shown points always add up to the shown total, which rounds to the score', () => {
  let seed = 7
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const tenth = (): number => Math.round(random() * 1_000) * 0.1
  for (let run = 0; run < 3_000; run++) {
    const values = { price: tenth(), carbon: tenth(), grid: tenth(), adequacy: tenth() }
    const known = { price: true, carbon: random() > 0.2, grid: random() > 0.5, adequacy: random() > 0.5 }
    const [price, carbon, grid, adequacy] = [random(), random(), random(), random()]
    const sum = price + carbon + grid + adequacy
    const weights = { price: price / sum, carbon: carbon / sum, grid: grid / sum, adequacy: adequacy / sum }
    const { score, total, parts } = weighScore(values, known, weights)
    expect(score).toBe(toGlobalScore(computeComposite(values, known, weights)))
    expect(toGlobalScore(total)).toBe(score)
    const tenths = dimensions.reduce((added, dimension) => added + Math.round(10 * parts[dimension].points), 0)
    expect(tenths).toBe(Math.round(10 * total))
  }
})
