import { beforeEach, describe, expect, test } from 'bun:test'
import { GridStatusResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import { type GridStatusSnapshot, gridStatusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeEach(fixture.reset)

/** The hours of a Paris day: 23, 24 or 25. */
function hoursOf(date: string): string[] {
  const midnight = Temporal.PlainDate.from(date).toZonedDateTime(parisTimeZone)
  const end = midnight.add({ days: 1 }).toInstant()
  const hours: string[] = []
  for (let at = midnight.toInstant(); Temporal.Instant.compare(at, end) < 0; at = at.add({ hours: 1 })) {
    hours.push(isoSeconds(at))
  }
  return hours
}

const day = (date: string): GridStatusSnapshot['days'][number] => ({
  date,
  status: 'Favorable',
  message: 'Pas d’alerte.',
  hours: hoursOf(date).map((time) => ({ time, status: 'Favorable' })),
})

const store = (computedAt: string, dates: string[], changes: Partial<GridStatusSnapshot> = {}) =>
  fixture.store(gridStatusSnapshot, {
    mode: 'demo',
    computedAt,
    publishedAt: '2025-01-14T16:00:00Z',
    fetchedAt: computedAt,
    isStale: false,
    days: dates.map(day),
    ...changes,
  })

async function served() {
  const response = await fixture.ask('/v1/grid/status', 'decouverte')
  expect(response.status).toBe(200)
  const body = v.parse(GridStatusResponse, await response.json())
  return { body, response, names: body.days.map(({ date, day }) => `${date} ${day}`) }
}

const fourDays = ['2025-01-15', '2025-01-16', '2025-01-17', '2025-01-18']

describe('the days of the grid signal', () => {
  test('are D to D+3 with everything that was published', async () => {
    fixture.moveTo('2025-01-15T14:20:30Z')
    await store('2025-01-15T14:20:00Z', fourDays)
    const { body, response, names } = await served()
    expect(names).toEqual(['2025-01-15 D', '2025-01-16 D+1', '2025-01-17 D+2', '2025-01-18 D+3'])
    expect(Object.keys(body)).toEqual(Object.keys(GridStatusResponse.entries))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect([response.headers.get('x-data-mode'), response.headers.get('x-service-confidence')]).toEqual(['demo', null])
    expect(body).toMatchObject({ publishedAt: '2025-01-14T16:00:00Z', fetchedAt: '2025-01-15T14:20:00Z', stale: false })
    expect(body.days[0]?.hours).toHaveLength(24)
  })

  test('follow the Paris day of the clock, and past days are dropped', async () => {
    await store('2025-01-15T22:50:00Z', fourDays)
    fixture.moveTo('2025-01-15T22:59:59Z')
    expect((await served()).names[0]).toBe('2025-01-15 D')
    fixture.moveTo('2025-01-15T23:00:00Z')
    expect((await served()).names).toEqual(['2025-01-16 D', '2025-01-17 D+1', '2025-01-18 D+2'])
  })

  test('keep their offset when a day between is unknown, and at most four are served', async () => {
    fixture.moveTo('2025-01-15T14:20:30Z')
    await store('2025-01-15T14:20:00Z', ['2025-01-14', '2025-01-15', '2025-01-17', '2025-01-18', '2025-01-19'])
    expect((await served()).names).toEqual(['2025-01-15 D', '2025-01-17 D+2', '2025-01-18 D+3'])
  })

  test('have 23 hours in spring and 25 in autumn, and change at midnight in Paris', async () => {
    for (const { date, hours, lastSecond } of [
      { date: '2025-03-30', hours: 23, lastSecond: '2025-03-30T21:59:59Z' },
      { date: '2025-10-26', hours: 25, lastSecond: '2025-10-26T22:59:59Z' },
    ]) {
      const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
      await store(lastSecond, [date, next])
      fixture.moveTo(lastSecond)
      const before = await served()
      expect([before.names[0], before.body.days[0]?.hours.length]).toEqual([`${date} D`, hours])
      fixture.moveTo(Temporal.Instant.from(lastSecond).add({ seconds: 1 }).toString())
      expect((await served()).names).toEqual([`${next} D`])
    }
  })
})

describe('the grid status', () => {
  test('is stale and degraded when an issue is missing', async () => {
    fixture.moveTo('2025-01-15T14:20:30Z')
    await store('2025-01-15T14:20:00Z', fourDays, { isStale: true })
    const { body, response } = await served()
    expect([body.stale, response.headers.get('x-service-confidence')]).toEqual([true, 'degraded'])
  })

  test('is degraded but not stale with a fallback source', async () => {
    fixture.moveTo('2025-01-15T14:20:30Z')
    await store('2025-01-15T14:20:00Z', fourDays, { mode: 'live', usesSpare: true })
    const { body, response } = await served()
    expect([body.stale, response.headers.get('x-service-confidence')]).toEqual([false, 'degraded'])
  })

  test('is stale when the newest day has no published hour', async () => {
    const unpublished = { ...day('2025-01-18'), hours: hoursOf('2025-01-18').map((time) => ({ time, status: null })) }
    await store('2025-01-15T16:30:00Z', [], { days: [...fourDays.slice(0, 3).map(day), unpublished] })
    // Without the 18th the issue of the 15th is missing: due at 17:00 in Paris, with a tolerance of 12 hours.
    fixture.moveTo('2025-01-16T04:00:01Z')
    expect((await served()).body.stale).toBe(true)
  })

  test('becomes stale by time alone, without a new calculation', async () => {
    await store('2025-01-15T16:30:00Z', fourDays)
    // The issue of the 16th is due at 17:00 in Paris, with a tolerance of 12 hours.
    fixture.moveTo('2025-01-17T04:00:00Z')
    expect((await served()).body.stale).toBe(false)
    fixture.moveTo('2025-01-17T04:00:01Z')
    expect((await served()).body.stale).toBe(true)
  })
})

describe('the grid status is 503 insufficient_data', () => {
  const expectRefused = async () => {
    const { status, code, retryAfter, problem } = await readRefusal(await fixture.ask('/v1/grid/status'))
    expect([status, code, retryAfter]).toEqual([503, 'insufficient_data', '300'])
    expect(problem).toMatchObject({ confidence: 0, sourceAvailability: { grid_signals: false } })
  }

  test('without any signal', expectRefused)

  test('when today is not covered', async () => {
    await store('2025-01-15T14:20:00Z', fourDays)
    fixture.moveTo('2025-01-18T23:00:00Z')
    await expectRefused()
    await store('2025-01-15T14:20:00Z', ['2025-01-16'])
    fixture.moveTo('2025-01-15T14:20:30Z')
    await expectRefused()
  })

  test('when the snapshot is from the future of the clock', async () => {
    await store('2025-01-15T14:20:00Z', fourDays)
    fixture.moveTo('2025-01-15T10:00:00Z')
    await expectRefused()
  })
})
