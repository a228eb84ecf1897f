import { expect, test } from 'bun:test'
import { TimeoutError, withTimeout } from './with-timeout.ts'

test('a promise that settles in time passes through; one that does not is a TimeoutError', async () => {
  expect(await withTimeout(1_000, Promise.resolve(7))).toBe(7)
  await expect(withTimeout(1_000, Promise.reject(new Error('own')))).rejects.toThrow('own')
  await expect(withTimeout(1, new Promise(() => undefined))).rejects.toThrow(TimeoutError)
})
