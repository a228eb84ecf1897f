import { describe, expect, test } from 'bun:test'
import { composeGridStatus } from '@hexawatt/shared/answers/grid-and-tariff'
import type { GridStatusResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import type { GridStatusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { toDated } from '@hexawatt/shared/snapshot/snapshot-age'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { createGridVersion } from './pass-through-answers.ts'

/** A Paris day with its last hour only, which is all that says how far an issue reaches. */
function day(date: string): GridStatusSnapshot['days'][number] {
  const end = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(parisTimeZone).toInstant()
  const time = isoSeconds(end.subtract({ hours: 1 }))
  return { date, status: 'Favorable', message: 'Pas d’alerte.', hours: [{ time, status: 'Favorable' }] }
}

function snapshot(firstDate: string, days: number, changes: Partial<GridStatusSnapshot> = {}): GridStatusSnapshot {
  const first = Temporal.PlainDate.from(firstDate)
  return {
    mode: 'demo',
    computedAt: '2025-01-15T00:00:00Z',
    publishedAt: '2025-01-14T16:00:00Z',
    fetchedAt: '2025-01-15T00:00:00Z',
    isStale: false,
    days: Array.from({ length: days }, (_, index) => day(first.add({ days: index }).toString())),
    ...changes,
  }
}

function versionAt(now: string, body: GridStatusSnapshot) {
  const instant = Temporal.Instant.from(now)
  const answer = composeGridStatus(body, instant) as GridStatusResponse
  return createGridVersion(toDated(body, body.computedAt), answer, instant)
}

describe('the cache lifetime of the grid signal', () => {
  /** The issue of 17:00 reaches to D+3: with four days of today it is in, with three it is still to come. */
  test.each([
    // Winter: the issue is due at 16:00 UTC, midnight is 23:00 UTC.
    ['2025-01-15T15:30:00Z', '2025-01-15', 3, 1_800],
    ['2025-01-15T15:00:00Z', '2025-01-15', 3, 3_600],
    ['2025-01-15T15:59:59Z', '2025-01-15', 3, 1],
    ['2025-01-15T16:00:00Z', '2025-01-15', 3, 60],
    ['2025-01-15T16:10:00Z', '2025-01-15', 4, 3_600],
    ['2025-01-15T22:50:00Z', '2025-01-15', 4, 600],
    ['2025-01-15T22:59:30Z', '2025-01-15', 3, 30],
    // The night in which clocks go forward: midnight of 30 March is 22:00 UTC, the issue of that day is due at 15:00 UTC.
    ['2025-03-29T22:50:00Z', '2025-03-29', 4, 600],
    ['2025-03-30T14:50:00Z', '2025-03-30', 3, 600],
    ['2025-03-30T21:50:00Z', '2025-03-30', 4, 600],
    // And back: midnight of 26 October is 22:00 UTC, the next one 23:00 UTC, and the issue is due at 16:00 UTC.
    ['2025-10-25T21:50:00Z', '2025-10-25', 4, 600],
    ['2025-10-26T15:50:00Z', '2025-10-26', 3, 600],
    ['2025-10-26T22:50:00Z', '2025-10-26', 4, 600],
  ])('at %s with %s and %d days is %d s', (now, first, days, seconds) => {
    expect(versionAt(now, snapshot(first, days)).maxAgeSeconds).toBe(seconds)
  })
})

describe('the version of the grid signal', () => {
  const now = '2025-01-15T10:00:00Z'
  const { etag } = versionAt(now, snapshot('2025-01-15', 3)).validators

  test('stays while time passes and nothing new is fetched', () => {
    const later = { computedAt: '2025-01-15T12:00:00Z', fetchedAt: '2025-01-15T11:45:00Z' }
    expect(versionAt('2025-01-15T12:00:30Z', snapshot('2025-01-15', 3, later)).validators.etag).toBe(etag)
  })

  test('changes with an issue, its date, a missing issue, and the day', () => {
    expect(versionAt(now, snapshot('2025-01-15', 4)).validators.etag).not.toBe(etag)
    expect(versionAt(now, snapshot('2025-01-15', 3, { publishedAt: null })).validators.etag).not.toBe(etag)
    expect(versionAt(now, snapshot('2025-01-15', 3, { isStale: true })).validators.etag).not.toBe(etag)
    expect(versionAt('2025-01-15T23:00:00Z', snapshot('2025-01-15', 3)).validators.etag).not.toBe(etag)
  })

  test('is dated by the calculation, by midnight, or by now when only time shows that an issue is missing', () => {
    const modified = (at: string, days: number) =>
      versionAt(at, snapshot('2025-01-15', days)).validators['last-modified']
    expect(modified('2025-01-15T10:00:00Z', 3)).toBe('Wed, 15 Jan 2025 00:00:00 GMT')
    expect(modified('2025-01-15T23:30:00Z', 4)).toBe('Wed, 15 Jan 2025 23:00:00 GMT')
    // Due at 16:00 UTC, late from 04:00 UTC of the next day on.
    expect(modified('2025-01-16T04:30:00Z', 3)).toBe('Thu, 16 Jan 2025 04:30:00 GMT')
  })
})
