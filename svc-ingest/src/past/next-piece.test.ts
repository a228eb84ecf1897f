import { describe, expect, test } from 'bun:test'
import { type PastDay, type PastDays, pickNextPiece } from './next-piece.ts'
import { listPastContents, type PastContent } from './past-contents.ts'

const today = Temporal.PlainDate.from('2026-04-20')
const open = listPastContents('open', () => false)

/** Days of these ages of each content, in one state. */
function daysOf(contents: readonly PastContent[], ages: readonly number[], state: PastDay): PastDays {
  const days = new Map(ages.map((age) => [today.subtract({ days: age }).toString(), state]))
  return new Map(contents.map(({ id }) => [id, days]))
}
const agesFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const known = { isKnown: true, askedSources: 0 }

/** Oldest and newest age of the next piece, and its source. */
function next(contents: readonly PastContent[], days: PastDays): string | null {
  const piece = pickNextPiece(contents, today, days)
  if (piece === null) return null
  const ages = piece.days.map((day) => day.until(today, { largestUnit: 'days' }).days)
  return `${piece.source} ${ages.at(-1)}–${ages[0]}`
}

describe('the next piece of the past', () => {
  test('is the newest one that is missing, of every content up to 28 days before any older one', () => {
    expect(next(open, daysOf(open, [], known))).toBe('odre_national 2–28')
    expect(next(open, daysOf(open, agesFrom(2, 8), known))).toBe('odre_national 9–28')
    const [grid, ...others] = open
    const gridIsKnown = new Map([
      ...daysOf(grid === undefined ? [] : [grid], agesFrom(2, 28), known),
      ...daysOf(others, [], known),
    ])
    expect(next(open, gridIsKnown)).toBe('energy_charts_price 2–9')
    expect(next(open, daysOf(open, agesFrom(2, 28), known))).toBe('odre_national 29–59')
  })

  test('has no day that is known: it ends before it', () => {
    expect(next(open, daysOf(open, [2, 3, 10], known))).toBe('odre_national 4–9')
  })

  test('asks the second source for a day that the first one did not have, and nothing for a day that both did not have', () => {
    const grid = open.filter(({ id }) => id === 'odre_national')
    const asked = (askedSources: number) => daysOf(grid, agesFrom(2, 396), { isKnown: false, askedSources })
    expect(next(grid, asked(1))).toBe('odre_consolidated 2–28')
    expect(next(grid, asked(2))).toBeNull()
  })

  test('older than two months comes from the consolidated set first', () => {
    const grid = open.filter(({ id }) => id === 'odre_national')
    expect(next(grid, daysOf(grid, agesFrom(2, 59), known))).toBe('odre_consolidated 60–90')
  })

  test('is a month of a neighbour once the feeds have all of their past', () => {
    const all = listPastContents('open', () => true)
    const feedsKnown = (lastAge: number) =>
      new Map([...daysOf(all, [], known), ...daysOf(open, agesFrom(2, lastAge), known)])
    expect(next(all, feedsKnown(92))).toBe('odre_consolidated 93–123')
    expect(next(all, feedsKnown(396))).toBe('energy_charts_mix_be 2–28')
    const neighbours = all.filter(({ id }) => !open.some((content) => content.id === id))
    const firstStart = new Map([
      ...daysOf(open, agesFrom(2, 396), known),
      ...daysOf(neighbours, agesFrom(2, 30), known),
    ])
    expect(next(all, firstStart)).toBe('energy_charts_mix_be 31–61')
    const polled = listPastContents('demo', (id) => id === 'energy_charts_mix_ch').filter(
      ({ isOptional }) => isOptional,
    )
    expect([neighbours.length, polled.map(({ id }) => id)]).toEqual([6, ['energy_charts_mix_ch']])
  })

  test('is none once every day is known, and a replay has none at all', () => {
    expect(next(open, daysOf(open, agesFrom(2, 396), known))).toBeNull()
    expect(listPastContents('replay', () => true)).toEqual([])
  })
})
