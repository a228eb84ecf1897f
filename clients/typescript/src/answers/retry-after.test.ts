import { expect, test } from 'bun:test'
import { retryAfterSeconds } from './answer.ts'

const nowMs = Date.parse('2026-11-21T10:00:00Z')
const date = 'Sat, 21 Nov 2026 10:00:30 GMT'

test.each([
  ['0', 0],
  ['120', 120],
  [' 5 ', 5],
  [date, 30],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
])('Retry-After %p means %p seconds', (value, seconds) => {
  expect(retryAfterSeconds(new Headers({ 'retry-after': value }), nowMs)).toBe(seconds)
})

test.each(['', '-5', '1.5', '1e3', 'soon', '2026-11-21', 'Sat, 99 Nov 2026 10:00:30 GMT'])(
  'Retry-After %p is ignored',
  (value) => {
    expect(retryAfterSeconds(new Headers({ 'retry-after': value }), nowMs)).toBeNull()
  },
)

test('a missing Retry-After gives null', () => {
  expect(retryAfterSeconds(new Headers(), nowMs)).toBeNull()
})

test('a date is measured from the date of the response, because the local clock may be wrong', () => {
  const headers = new Headers({ 'retry-after': date, date: 'Sat, 21 Nov 2026 10:00:20 GMT' })
  expect(retryAfterSeconds(headers, nowMs)).toBe(10)
})
