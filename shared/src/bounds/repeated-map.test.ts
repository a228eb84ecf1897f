import { expect, test } from 'bun:test'
import { createRepeatedMap } from './repeated-map.ts'

test('an entry is stored when it is set a second time, and its value is computed only then', () => {
  const map = createRepeatedMap<number>(2)
  let made = 0
  const make = () => {
    made += 1
    return made
  }
  map.set('a', make)
  expect([map.get('a'), made]).toEqual([undefined, 0])
  map.set('a', make)
  expect([map.get('a'), made]).toEqual([1, 1])
  map.clear()
  map.set('a', make)
  expect([map.get('a'), made]).toEqual([undefined, 1])
})

test('entries that are set only once never displace a stored entry', () => {
  const map = createRepeatedMap<number>(2)
  for (const _ of [1, 2]) map.set('kept', () => 1)
  for (let key = 0; key < 100; key += 1) map.set(`once ${key}`, () => key)
  expect(map.get('kept')).toBe(1)
})
