import { expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { neighbourMixes } from './neighbours.ts'

const now = Temporal.Instant.from('2026-02-03T15:41:00Z')
const [belgium] = neighbourMixes
if (belgium === undefined) throw new Error('no source')

/** Asked span of the only call of a poll: days and hours. */
function spanAfter(lastSuccess: string | null): string {
  const context = { now, lastSuccess: lastSuccess === null ? null : Temporal.Instant.from(lastSuccess) }
  const calls = belgium?.calls({ ...context, newestSlotEnd: null }) ?? []
  expect(calls).toHaveLength(1)
  const [start, end] = ['start', 'end'].map((name) => Number(calls[0]?.query[name]) * 1_000)
  expect(end).toBe(Date.parse('2026-02-03T16:00:00Z'))
  const hours = ((end ?? 0) - (start ?? 0)) / hourMs
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

test('one call asks for a month at first, the last days once a day, what an interruption left out, else yesterday and today', () => {
  expect(spanAfter(null)).toBe('30 d 17 h')
  expect(spanAfter('2026-02-03T12:41:00Z')).toBe('1 d 17 h')
  expect(spanAfter('2026-02-02T21:41:00Z')).toBe('8 d 17 h')
  expect(spanAfter('2026-01-24T21:41:00Z')).toBe('17 d 17 h')
  expect(spanAfter('2025-09-01T00:00:00Z')).toBe('30 d 17 h')
  // A clock that was moved back.
  expect(spanAfter('2026-02-04T00:00:00Z')).toBe('30 d 17 h')
})

test('each neighbour is asked eight times a day by its own code, none at the time of another', () => {
  const codes = neighbourMixes.map((source) => source.calls({ now, lastSuccess: now, newestSlotEnd: null })[0]?.query)
  expect(codes.map((query) => query?.['country'])).toEqual(['be', 'ch', 'de', 'es', 'uk', 'it'])
  const times = neighbourMixes.flatMap(({ rhythm }) =>
    rhythm.kind === 'times' && 'paris' in rhythm.at ? rhythm.at.paris : [],
  )
  expect([times.length, new Set(times).size]).toEqual([48, 48])
})

test('a year of the past takes twelve calls, none longer than 31 days', () => {
  const year = {
    start: Temporal.Instant.from('2025-02-02T23:00:00Z'),
    end: Temporal.Instant.from('2026-02-02T23:00:00Z'),
  }
  const calls = belgium.backfillCalls?.(year) ?? []
  const days = calls.map(({ query }) => (Number(query['end']) - Number(query['start'])) / 86_400)
  expect(calls).toHaveLength(12)
  expect(Math.max(...days)).toBeLessThanOrEqual(31.05)
})
