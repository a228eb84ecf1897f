import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import fc from 'fast-check'
import { createBandRun } from './band-run.ts'
import type { HourOutcome, IssueOutcome } from './replayed-issue.ts'
import { createSortedWindow } from './sorted-window.ts'

const firstMs = Date.UTC(2024, 0, 10)
const quantity = (startMs: number): number => 20 + (((startMs / hourMs) * 7919) % 97) / 10

/** An issue whose forecast is always 20, while 20 to 29.6 comes, evenly spread. */
function issueAt(nowMs: number): IssueOutcome {
  const hours = Array.from({ length: 48 }, (_, index): HourOutcome => {
    const startMs = nowMs + (index + 1) * hourMs
    const predicted = { analog: 20, carryOver: 20, flat: 20, sameHour: 20 }
    return { startMs, lead: index + 1, realised: quantity(startMs), isPublished: false, predicted, spread: 0.1 }
  })
  const issuedAt = Temporal.Instant.fromEpochMilliseconds(nowMs)
  return { issuedAt, hours: { intensity: hours, direct: hours, score: hours, price: hours, load: hours } }
}

test('numbers come and go, and stay ascending', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), fc.nat(), (numbers, chosen) => {
      const window = createSortedWindow()
      for (const value of numbers) window.insert(value)
      window.remove(numbers[chosen % numbers.length] ?? 0)
      const left = numbers.toSpliced(chosen % numbers.length, 1).sort((a, b) => a - b)
      expect([...window.values()].map((value) => value + 0)).toEqual(left.map((value) => value + 0))
    }),
  )
})

describe('bands from the archive of earlier issues', () => {
  const run = createBandRun('analog')
  for (let index = 0; index < 8 * 60; index += 1) run.add(issueAt(firstMs + index * 3 * hourMs))
  const march = run.months.get('2024-03')

  test('find the share that they promise although every forecast is too low', () => {
    for (const { hours, inside } of [...(march?.intensity ?? []), ...(march?.price ?? [])]) {
      expect(hours).toBeGreaterThan(300)
      expect(inside / hours).toBeGreaterThan(0.76)
      expect(inside / hours).toBeLessThan(0.84)
    }
  })

  test('a price has no band until 100 errors are known; an intensity has the frozen one from the start', () => {
    const fresh = createBandRun('analog')
    fresh.add(issueAt(firstMs))
    const month = fresh.months.get('2024-01')
    expect(month?.price.map(({ hours }) => hours)).toEqual([0, 0, 0])
    expect(month?.intensity.map(({ hours }) => hours)).toEqual([6, 18, 24])
  })
})
