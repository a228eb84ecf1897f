import { expect, test } from 'bun:test'
import { LateError, withinTime } from './within-time.ts'

test('what settles in time passes, what does not is a LateError', async () => {
  expect(await withinTime(1_000, Promise.resolve(7))).toBe(7)
  await expect(withinTime(1_000, Promise.reject(new Error('own')))).rejects.toThrow('own')
  await expect(withinTime(1, new Promise(() => undefined))).rejects.toThrow(LateError)
})
