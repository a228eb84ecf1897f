import { expect, test } from 'bun:test'
import { createBoundedMap } from './bounded-map.ts'

test('a full map drops the oldest entry; rewriting an entry makes it the newest', () => {
  const map = createBoundedMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})
