import { expect, test } from 'bun:test'
import { resolveTimes } from './resolve-times.ts'

const resolved = (query: string) => resolveTimes(query, () => Temporal.Instant.from('2026-02-03T17:05:00.5Z'))

test.each([
  [
    'durationMinutes=60&earliest=22:00&latest=07:00',
    'durationMinutes=60&earliest=2026-02-03T21:00:00Z&latest=2026-02-04T06:00:00Z',
  ],
  ['from=2026-02-01&to=07:00&granularity=raw', 'from=2026-01-31T23:00:00Z&to=2026-02-03T06:00:00Z&granularity=raw'],
  ['issuedFrom=2026-02-01&targetTo=00:00', 'issuedFrom=2026-01-31T23:00:00Z&targetTo=2026-02-02T23:00:00Z'],
])('%s is cached and forwarded as its instants', (query, expected) => {
  expect(resolved(query)).toBe(expected)
})

test.each([
  '',
  'from=2026-02-01T00:00:00Z',
  'from=2026-13-01',
  'from=24:00',
  'from=07:00&from=08:00',
  // No parameters of instants.
  'offPeak=22:00&timezone=07:00',
])('%p is left to the service', (query) => {
  expect(resolved(query)).toBe(query)
})
