import { expect, test } from 'bun:test'
import { until } from './until.ts'

test('what comes is waited for, whether it is told at once or later', async () => {
  let looks = 0
  await until('the third look', () => ++looks === 3)
  await until('the fifth look', async () => ++looks === 5)
  expect(looks).toBe(5)
})

test('what never comes is named', async () => {
  await expect(until('the end of time', () => false, 20)).rejects.toThrow('never came: the end of time')
})

test('a look that fails ends the waiting', async () => {
  const failing = () => Promise.reject(new Error('cannot look'))
  await expect(until('anything', failing)).rejects.toThrow('cannot look')
})
