import { expect, test } from 'bun:test'
import { until } from './until.ts'

test('until waits for a condition, synchronous or not', async () => {
  let looks = 0
  await until('the third look', () => ++looks === 3)
  await until('the fifth look', async () => ++looks === 5)
  expect(looks).toBe(5)
})

test('until names a condition that never comes', async () => {
  await expect(until('the end of time', () => false, 20)).rejects.toThrow('never came: the end of time')
})

test('until ends with the error of its condition', async () => {
  const failing = () => Promise.reject(new Error('cannot look'))
  await expect(until('anything', failing)).rejects.toThrow('cannot look')
})
