import { describe, expect, test } from 'bun:test'
import { composeTariffToday } from '@hexawatt/shared/answers/grid-and-tariff'
import type { TariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { toDated } from '@hexawatt/shared/snapshot/snapshot-age'
import { createTariffVersion } from './pass-through-answers.ts'

/** The colours of some days up to, and including, `last`. */
function snapshot(last: string, changes: Partial<TariffSnapshot> = {}): TariffSnapshot {
  const lastDay = Temporal.PlainDate.from(last)
  return {
    mode: 'demo',
    computedAt: '2025-01-01T00:00:00Z',
    publishedAt: '2025-01-01T00:00:00Z',
    fetchedAt: '2025-01-01T00:00:00Z',
    days: [2, 1, 0].map((ago) => ({ date: lastDay.subtract({ days: ago }).toString(), color: 'Blanc' })),
    ...changes,
  }
}

function versionAt(now: string, body: TariffSnapshot | null) {
  const instant = Temporal.Instant.from(now)
  return createTariffVersion(body && toDated(body, body.computedAt), composeTariffToday(body, instant), instant)
}

describe('the cache lifetime of the tariff', () => {
  test.each([
    // Winter: 06:00 is 05:00 UTC, 10:40 is 09:40 UTC, midnight is 23:00 UTC. The colour of tomorrow is due at 10:40.
    ['2025-01-15T04:30:00Z', '2025-01-15', 1_800],
    ['2025-01-15T04:59:59Z', '2025-01-15', 1],
    ['2025-01-15T05:00:00Z', '2025-01-15', 3_600],
    ['2025-01-15T09:30:00Z', '2025-01-15', 600],
    ['2025-01-15T09:40:00Z', '2025-01-15', 60],
    ['2025-01-15T09:50:00Z', '2025-01-16', 3_600],
    ['2025-01-15T22:50:00Z', '2025-01-16', 600],
    ['2025-01-15T22:59:30Z', '2025-01-15', 30],
    ['2025-01-15T12:00:00Z', '2025-01-14', 60],
    // Clocks go forward at 01:00 UTC of 30 March: the day begins at 23:00 UTC, 06:00 is 04:00 UTC, and it ends at 22:00 UTC.
    ['2025-03-29T22:50:00Z', '2025-03-30', 600],
    ['2025-03-30T03:50:00Z', '2025-03-30', 600],
    ['2025-03-30T08:30:00Z', '2025-03-30', 600],
    ['2025-03-30T21:50:00Z', '2025-03-31', 600],
    // And back at 01:00 UTC of 26 October: it begins at 22:00 UTC, 06:00 is 05:00 UTC, and it ends at 23:00 UTC.
    ['2025-10-25T21:50:00Z', '2025-10-26', 600],
    ['2025-10-26T04:50:00Z', '2025-10-26', 600],
    ['2025-10-26T09:30:00Z', '2025-10-26', 600],
    ['2025-10-26T22:50:00Z', '2025-10-27', 600],
  ])('at %s with colours until %s is %d s', (now, last, seconds) => {
    expect(versionAt(now, snapshot(last)).maxAgeSeconds).toBe(seconds)
  })

  test('is a minute when nothing is known', () => {
    expect(versionAt('2025-01-15T12:00:00Z', null).maxAgeSeconds).toBe(60)
    expect(versionAt('2025-01-15T12:00:00Z', snapshot('2025-01-15', { days: [] })).maxAgeSeconds).toBe(60)
  })
})

describe('the version of the tariff', () => {
  const now = '2025-01-15T12:00:00Z'
  const { etag } = versionAt(now, snapshot('2025-01-16')).validators

  test('stays while time passes and nothing new is fetched', () => {
    const later = { computedAt: '2025-01-15T22:00:00Z', fetchedAt: '2025-01-15T21:50:00Z' }
    expect(versionAt('2025-01-15T22:00:30Z', snapshot('2025-01-16', later)).validators.etag).toBe(etag)
  })

  test('changes with a colour, a publication, at midnight and at 06:00', () => {
    const { days } = snapshot('2025-01-16')
    const red = days.map((day) => (day.date === '2025-01-15' ? { ...day, color: 'Rouge' as const } : day))
    const atMidnight = versionAt('2025-01-15T23:00:00Z', snapshot('2025-01-16')).validators.etag
    const atSix = versionAt('2025-01-16T05:00:00Z', snapshot('2025-01-16')).validators.etag
    expect(versionAt(now, snapshot('2025-01-16', { days: red })).validators.etag).not.toBe(etag)
    expect(versionAt(now, snapshot('2025-01-16', { publishedAt: null })).validators.etag).not.toBe(etag)
    expect(versionAt(now, null).validators.etag).not.toBe(etag)
    expect(new Set([etag, atMidnight, atSix]).size).toBe(3)
  })

  test('is dated by the calculation and by the last change of the day', () => {
    const modified = (at: string, computedAt: string) =>
      versionAt(at, snapshot('2025-01-16', { computedAt })).validators['last-modified']
    expect(modified('2025-01-15T12:00:30Z', '2025-01-15T12:00:00Z')).toBe('Wed, 15 Jan 2025 12:00:00 GMT')
    expect(modified('2025-01-16T05:00:10Z', '2025-01-16T04:59:50Z')).toBe('Thu, 16 Jan 2025 05:00:00 GMT')
    expect(modified('2025-01-16T04:59:59Z', '2025-01-15T22:00:00Z')).toBe('Wed, 15 Jan 2025 23:00:00 GMT')
  })
})
