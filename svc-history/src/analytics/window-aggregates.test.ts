import { expect, test } from 'bun:test'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { version1Composition } from '@hexawatt/shared/methodology/score/composition'
import { rankHours } from './window-aggregates.ts'

/** Sums of points whose four sub-scores are all `tenths` on average. */
const sums = (samples: number, tenths: number) => {
  const sum = Math.round(samples * tenths)
  return new Map([[version1Composition, { samples, price: sum, carbon: sum, grid: sum, adequacy: sum }]])
}

test('hours are ranked by their served mean, and the smaller hour wins a tie', () => {
  // 62.34, 62.30 and 62.26 are all served as 62.3.
  const hours = new Map([
    [9, sums(10, 623.4)],
    [4, sums(10, 623)],
    [7, sums(10, 622.6)],
    [1, sums(10, 500)],
  ])
  const { bestHours, worstHours } = rankHours(hours, nationalWeights)
  expect(bestHours.map(({ hour, avgGlobalScore }) => [hour, avgGlobalScore])).toEqual([
    [4, 62.3],
    [7, 62.3],
    [9, 62.3],
    [1, 50],
  ])
  expect(worstHours.map(({ hour }) => hour)).toEqual([1, 4, 7, 9])
})
