import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { HourOutcome, IssueOutcome } from '../backtest/replayed-issue.ts'
import { createErrorArchive } from './error-archive.ts'

const first = Temporal.Instant.from('2024-01-01T00:00:00Z')

/** An issue that was right by `error` at every hour. */
function issueAt(issuedAt: Temporal.Instant, error: number): IssueOutcome {
  const hours = Array.from({ length: 48 }, (_, index): HourOutcome => {
    const startMs = issuedAt.epochMilliseconds + (index + 1) * hourMs
    const predicted = { analog: 50, carryOver: 50, flat: 50, sameHour: 50 }
    return { startMs, lead: index + 1, realised: 50 + error, isPublished: false, predicted, spread: null }
  })
  return { issuedAt, hours: { intensity: hours, direct: hours, score: hours, price: hours, load: hours } }
}

/** Issues every 12 hours; the error is the number of the issue. */
function archiveOf(issues: number) {
  const archive = createErrorArchive()
  for (let index = 0; index < issues; index += 1) archive.add(issueAt(first.add({ hours: 12 * index }), index))
  return archive
}

describe('error paths', () => {
  test('come from issues of the same hour of day whose hours are all known', () => {
    const archive = archiveOf(100)
    // Issue 100 is one of midnight: of those at midnight, 98 is 24 h old and 96 is 48 h old, which is not enough.
    const errors = archive.pathsAt(first.add({ hours: 12 * 100 }), 'price').map(([error]) => error)
    expect(errors).toEqual(Array.from({ length: 48 }, (_, index) => 2 * index))
  })

  test('reach back at most 90 days', () => {
    const archive = archiveOf(400)
    const errors = archive.pathsAt(first.add({ hours: 12 * 400 }), 'score').map(([error]) => error)
    expect(errors[0]).toBe(398 - 2 * 90)
    expect(errors.at(-1)).toBe(394)
  })

  test('are none while fewer than 30 exist', () => {
    expect(archiveOf(60).pathsAt(first.add({ hours: 12 * 60 }), 'price')).toEqual([])
    expect(archiveOf(66).pathsAt(first.add({ hours: 12 * 66 }), 'price')).toHaveLength(31)
  })

  test('of the intensity are ratios', () => {
    const [path] = archiveOf(100).pathsAt(first.add({ hours: 12 * 101 }), 'intensity')
    expect(path?.[0]).toBeCloseTo(Math.log(51 / 50), 12)
  })
})
