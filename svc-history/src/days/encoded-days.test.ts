import { expect, test } from 'bun:test'
import { version1Composition } from '@hexawatt/shared/methodology/score/composition'
import { computeSize, encodePoints } from '../fast/encoded-points.ts'
import { toColumns } from '../fast/point-columns.ts'
import { createDayCache } from './encoded-days.ts'

const day = (epochSeconds: number) =>
  encodePoints(
    toColumns([
      {
        epochSeconds,
        samples: 1,
        backfilledSamples: 0,
        parts: [{ composition: version1Composition, samples: 1, price: 1, carbon: 2, grid: 3, adequacy: 4 }],
        globalScore: 50,
        confidence: 90,
        carbonSlotStartSeconds: null,
        carbonHundredths: null,
        consumptionHundredths: null,
        lowCarbonHundredths: null,
        spotPriceHundredths: null,
        versionSet: '1.1.1.0',
      },
    ]),
  )

test('the day cache has a byte bound and drops the day used longest ago', () => {
  const one = day(0)
  const cache = createDayCache(2 * computeSize(one))
  cache.set('a', '1', one)
  cache.set('b', '1', one)
  expect(cache.get('a', '1')).toBe(one)
  cache.set('c', '1', one)
  expect([cache.get('a', '1'), cache.get('b', '1'), cache.get('c', '1')]).toEqual([one, undefined, one])
  expect(cache.heldBytes()).toBe(2 * computeSize(one))
})

test('another revision of a day is a miss and replaces the old one', () => {
  const [former, newer] = [day(0), day(600)]
  const cache = createDayCache(10_000)
  cache.set('a', '1', former)
  expect(cache.get('a', '2')).toBeUndefined()
  cache.set('a', '2', newer)
  expect([cache.get('a', '1'), cache.get('a', '2')]).toEqual([undefined, newer])
  expect(cache.heldBytes()).toBe(computeSize(newer))
})

test('a day larger than the cache is not stored', () => {
  const cache = createDayCache(10)
  cache.set('a', '1', day(0))
  expect([cache.get('a', '1'), cache.heldBytes()]).toEqual([undefined, 0])
})
