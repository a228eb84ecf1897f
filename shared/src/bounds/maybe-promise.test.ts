import { expect, test } from 'bun:test'
import { allMaybePromises, mapMaybePromise } from './maybe-promise.ts'

test('what is there is worked on at once, what is awaited when it is there', async () => {
  expect(mapMaybePromise(2, (value) => value + 1)).toBe(3)
  const mapped = mapMaybePromise(Promise.resolve(2), (value) => value + 1)
  expect(mapped).toBeInstanceOf(Promise)
  expect(await mapped).toBe(3)
})

test('values are together at once, and awaited as soon as one of them is', async () => {
  expect(allMaybePromises<[number, string]>([1, 'a'])).toEqual([1, 'a'])
  const together = allMaybePromises<[number, string]>([1, Promise.resolve('a')])
  expect(together).toBeInstanceOf(Promise)
  expect(await together).toEqual([1, 'a'])
})
