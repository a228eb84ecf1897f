import { expect, test } from 'bun:test'
import { readFeedsOfJson } from '../testing/source-fixture.ts'
// Answers that clients quote of the live service: a known and an unknown day.
import days from './fixtures/days.json'
import { couleurTempoTariff } from './tariff.ts'

const read = (json: unknown) => {
  const [content] = readFeedsOfJson(couleurTempoTariff, json)
  if (content === undefined) throw new Error('no content')
  return content.normalised
}
const colors = (json: unknown) => read(json).measurements.map(({ slotStart, value }) => [slotStart.toString(), value])

test('a day and a season are read alike, and code 0 is unknown, not a value', () => {
  expect(colors(days[0])).toEqual([['2026-04-05T22:00:00Z', 1]])
  expect(colors(days[1])).toEqual([])
  expect(colors([...days, { ...days[0], dateJour: '2026-01-02', codeJour: 3 }])).toEqual([
    ['2026-04-05T22:00:00Z', 1],
    ['2026-01-01T23:00:00Z', 3],
  ])
})

test('an unknown code is counted, and refused when it is the only one, and a web page is refused', () => {
  expect(read([...days, { ...days[0], codeJour: 7 }]).unreadableSlots).toBe(1)
  expect(() => read({ ...days[0], codeJour: 7 })).toThrow('none of 1 records can be read, the first not at codeJour')
  expect(() => read({ error: 'Service Unavailable' })).toThrow('dateJour')
  expect(() => couleurTempoTariff.read({ body: new TextEncoder().encode('<html>'), query: {} })).toThrow('not JSON')
})

test('a day in another format is counted, and refused when it is the only one', () => {
  expect(read([days[0], { dateJour: '06/04/2026', codeJour: 1 }]).unreadableSlots).toBe(1)
  expect(() => read({ dateJour: '06/04/2026', codeJour: 1 })).toThrow(
    'none of 1 days can be read, the first is 06/04/2026',
  )
})

test('tomorrow is requested once its colour is binding, at a first start too, and the first season is that of the colour in force', () => {
  const asked = (now: string, lastSuccess: string | null) =>
    couleurTempoTariff
      .calls({
        now: Temporal.Instant.from(now),
        lastSuccess: lastSuccess === null ? null : Temporal.Instant.from(lastSuccess),
        newestSlotEnd: null,
      })
      .map(({ path, query }) => query['periode'] ?? path.split('/').at(-1))
  expect(asked('2026-01-13T06:00:00Z', null)).toEqual(['2025-2026', 'today'])
  expect(asked('2026-01-13T09:29:59Z', '2026-01-12T10:10:00Z')).toEqual(['today'])
  expect(asked('2026-01-13T09:30:00Z', '2026-01-13T06:00:00Z')).toEqual(['today', 'tomorrow'])
  expect(asked('2026-10-09T09:10:00Z', null)).toEqual(['2026-2027', 'today', 'tomorrow'])
  // Summer time: 10:30 in Paris is 08:30 UTC.
  expect(asked('2026-08-31T08:29:59Z', null)).toEqual(['2025-2026', 'today'])
  expect(asked('2026-08-31T08:30:00Z', null)).toEqual(['2025-2026', 'today', 'tomorrow'])
  expect(asked('2026-09-01T03:00:00Z', null)).toEqual(['2025-2026', 'today'])
})
