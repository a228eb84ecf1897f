import { expect, test } from 'bun:test'
import { createReadingCache, type PayloadReading } from './payload-reader.ts'

const at = Temporal.Instant.from('2026-02-03T12:00:00Z')

function readingOf(slots: number): PayloadReading {
  const slot = { series: 'SOLAR', slotStart: at, slotEnd: at.add({ hours: 1 }), value: 1, updatedAt: null }
  const normalised = { measurements: Array(slots).fill(slot), documents: [], unreadableSlots: 0 }
  return { kind: 'read', normalised, firstFetchedAt: at }
}

test('the reading used longest ago is evicted, measured by the size of the readings', () => {
  const cache = createReadingCache(100)
  cache.set('a', readingOf(40))
  cache.set('b', readingOf(40))
  cache.get('a')
  cache.set('c', readingOf(40))
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true])
})

test('a reading larger than the whole cache is not kept and evicts nothing', () => {
  const cache = createReadingCache(100)
  cache.set('a', readingOf(40))
  cache.set('b', readingOf(101))
  expect([cache.get('a') !== undefined, cache.get('b')]).toEqual([true, undefined])
})

test('a reading that is written again is not counted twice', () => {
  const cache = createReadingCache(100)
  for (let times = 0; times < 5; times++) cache.set('a', readingOf(40))
  cache.set('b', readingOf(40))
  expect([cache.get('a') !== undefined, cache.get('b') !== undefined]).toEqual([true, true])
})
