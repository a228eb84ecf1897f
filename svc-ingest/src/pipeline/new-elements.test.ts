import { expect, test } from 'bun:test'
import { listDistinctNames } from './new-elements.ts'

test('an unknown name in every block of a payload hides no other one, and at most ten are reported', () => {
  const repeated = Array.from({ length: 12 }, () => 'type FUSION')
  expect(listDistinctNames([...repeated, 'type TIDAL'])).toEqual(['type FUSION', 'type TIDAL'])
  expect(listDistinctNames(Array.from({ length: 12 }, (_, index) => `type ${index}`))).toHaveLength(10)
})
