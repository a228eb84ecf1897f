import { expect, test } from 'bun:test'
import { blockMean, cheapestBlock, savingOf } from './cheapest-block.ts'

const costs = [9, 8, 2, 2, 2, 2, 7, 8]

test('the cheapest four consecutive hours are found, also at either end', () => {
  expect(cheapestBlock(costs)).toBe(2)
  expect(cheapestBlock([1, 1, 1, 1, 9, 9])).toBe(0)
  expect(cheapestBlock([9, 9, 1, 1, 1, 1])).toBe(2)
})

test('the earliest of equally cheap blocks is chosen', () => {
  expect(cheapestBlock([3, 3, 3, 3, 3, 3])).toBe(0)
  expect(cheapestBlock([5, 1, 2, 3, 4, 1, 2, 3])).toBe(1)
})

test('the saving is the mean of the window minus the mean of the block, and may be negative', () => {
  expect(blockMean(costs, 2)).toBe(2)
  expect(savingOf(costs, 2)).toBe(5 - 2)
  expect(savingOf(costs, 0)).toBe(5 - 21 / 4)
})
