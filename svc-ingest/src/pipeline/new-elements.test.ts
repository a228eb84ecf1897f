import { expect, test } from 'bun:test'
import { distinctNames } from './new-elements.ts'

test('an unknown name in every block of a payload hides no other one, and at most ten are reported', () => {
  const repeated = Array.from({ length: 12 }, () => 'type FUSION')
  expect(distinctNames([...repeated, 'type TIDAL'])).toEqual(['type FUSION', 'type TIDAL'])
  expect(distinctNames(Array.from({ length: 12 }, (_, index) => `type ${index}`))).toHaveLength(10)
})
