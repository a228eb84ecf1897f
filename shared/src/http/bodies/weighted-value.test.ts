import { expect, test } from 'bun:test'
import { parseWeightedValue } from './weighted-value.ts'

test.each([
  ['', '', 1],
  ['gzip', 'gzip', 1],
  [' TEXT/Plain ; charset=utf-8 ; Q=0.25 ', 'text/plain', 0.25],
  ['br;q=0', 'br', 0],
  ['br;q=0.', 'br', 0],
  ['br;q=0.001', 'br', 0.001],
  ['br;q=1.000', 'br', 1],
  ['br;q=0.2;q=0.9', 'br', 0.2],
  [';q=0.5', '', 0.5],
])('%p means %p with quality %p', (part, value, quality) => {
  expect(parseWeightedValue(part)).toEqual({ value, quality })
})

test.each(['', '2', '1.001', '-1', '.5', '0.5555', '0,5', 'NaN', '1e0', '"1"', '0 .5'])(
  'an unreadable quality means not acceptable: %p',
  (weight) => {
    expect(parseWeightedValue(`br;q=${weight}`)).toEqual({ value: 'br', quality: 0 })
  },
)
