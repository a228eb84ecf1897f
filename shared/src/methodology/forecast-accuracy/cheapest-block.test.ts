import { expect, test } from 'bun:test'
import { computeBlockMean, computeBlockSaving, findCheapestBlock } from './cheapest-block.ts'

const costs = [9, 8, 2, 2, 2, 2, 7, 8]

test('the cheapest four consecutive hours are found, also at either end', () => {
  expect(findCheapestBlock(costs)).toBe(2)
  expect(findCheapestBlock([1, 1, 1, 1, 9, 9])).toBe(0)
  expect(findCheapestBlock([9, 9, 1, 1, 1, 1])).toBe(2)
})

test('the earliest of equally cheap blocks is chosen', () => {
  expect(findCheapestBlock([3, 3, 3, 3, 3, 3])).toBe(0)
  expect(findCheapestBlock([5, 1, 2, 3, 4, 1, 2, 3])).toBe(1)
})

test('the saving is the mean of the window minus the mean of the block, and may be negative', () => {
  expect(computeBlockMean(costs, 2)).toBe(2)
  expect(computeBlockSaving(costs, 2)).toBe(5 - 2)
  expect(computeBlockSaving(costs, 0)).toBe(5 - 21 / 4)
})
