import { expect, test } from 'bun:test'
import { listGivenValues } from './archived-values.ts'

const start = Temporal.Instant.from('2026-02-03T10:00:00Z')
const price = (minute: number, minutes: number, value: number) => {
  const slotStart = start.add({ minutes: minute })
  return { series: 'PRICE', slotStart, slotEnd: slotStart.add({ minutes }), value, updatedAt: null }
}

test('the values of a part of an hour are judged together with the rest of the hour, as when the payload was stored', () => {
  const measurements = [price(0, 60, 99), price(0, 15, 1), price(15, 15, 2), price(30, 15, 3), price(45, 15, 6)]
  const normalised = { measurements, documents: [], unreadableSlots: 0 }
  const arrival = { publisher: 'rte', knownFrom: start.add({ hours: 3 }), payloadId: '1' } as const
  const given = (from: Temporal.Instant, to: Temporal.Instant) => {
    const reading = { kind: 'read', normalised, firstFetchedAt: arrival.knownFrom } as const
    const span = { feed: 'power_exchanges', series: ['PRICE'], from, to } as const
    return listGivenValues('power_exchanges', reading, span, arrival, [])?.map(({ value }) => value)
  }
  expect(given(start, start.add({ minutes: 1 }))).toEqual([1])
  expect(given(start.add({ minutes: 15 }), start.add({ minutes: 45 }))).toEqual([2, 3])
})
