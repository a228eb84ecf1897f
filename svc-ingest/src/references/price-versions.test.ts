import { describe, expect, test } from 'bun:test'
import type { RegulatedPrice } from '../sources/definition/content.ts'
import { findLostDay, listNewVersions, type PriceVersion } from './price-versions.ts'

const row = (from: string, to: string | null, all: number, subscribedKva = 6): RegulatedPrice => ({
  subscribedKva,
  from,
  to,
  eurPerMonth: 12,
  eurPerKwh: { all },
})

const winter = row('2025-02-01', '2025-08-01', 0.2016)
const openSummer = row('2025-08-01', null, 0.1952)
const summer = row('2025-08-01', '2026-02-01', 0.1952)
const next = row('2026-02-01', null, 0.19398)

/** What is known after files were stored one after the other. */
function store(...files: (readonly RegulatedPrice[])[]): PriceVersion[] {
  const known = new Map<string, PriceVersion>()
  for (const file of files) {
    for (const version of listNewVersions([...known.values()], file)) {
      known.set(`${version.subscribedKva} ${version.from}`, version)
    }
  }
  return [...known.values()]
}

test('every row of the first file is new, and the same file a second time adds nothing', () => {
  expect(listNewVersions([], [winter, openSummer])).toEqual([winter, openSummer])
  expect(listNewVersions([winter, openSummer], [winter, openSummer])).toEqual([])
})

test('a change of prices adds the closed row and the new one, and leaves the others alone', () => {
  expect(listNewVersions([winter, openSummer], [winter, summer, next])).toEqual([summer, next])
})

test('a correction of a past row is a further version of that row', () => {
  const corrected = row('2025-02-01', '2025-08-01', 0.2061)
  expect(listNewVersions([winter, summer, next], [corrected, summer, next])).toEqual([corrected])
})

describe('a file that has less than is known takes nothing away', () => {
  test('a shortened file', () => {
    expect(listNewVersions([winter, summer, next], [next])).toEqual([])
  })

  test('an outdated file, whose last row is still in force', () => {
    expect(store([winter, summer, next], [winter, openSummer]).find(({ from }) => from === next.from)).toEqual(next)
  })

  test('a file that lacks a row in the middle, or another power', () => {
    const nine = row('2026-02-01', null, 0.19266, 9)
    expect(listNewVersions([winter, summer, next, nine], [winter, next])).toEqual([])
  })
})

test('a file without the newest known prices is outdated, one that lacks past rows is not', () => {
  const known = [winter, summer, next]
  expect(findLostDay(known, [winter, openSummer])).toBe(next.from)
  expect([findLostDay(known, [next]), findLostDay([], [winter])]).toEqual([null, null])
  expect(findLostDay([winter, { ...next, eurPerKwh: null }], [winter])).toBeNull()
})

test('a row is withdrawn when the file gives all its days to other rows of its power', () => {
  const tooEarly = row('2026-02-01', null, 0.3)
  const later = [winter, row('2025-08-01', '2026-02-15', 0.1952), row('2026-02-15', null, 0.3)]
  const known = store([winter, summer, tooEarly], later)
  expect(known.find(({ from }) => from === '2026-02-01')).toEqual({ ...tooEarly, eurPerMonth: null, eurPerKwh: null })
  expect(store([winter, summer, tooEarly], later, later)).toEqual(known)
})

test('a withdrawn row that comes back is a further version with its prices', () => {
  const withdrawn = { ...next, eurPerMonth: null, eurPerKwh: null }
  expect(listNewVersions([winter, summer, withdrawn], [winter, summer, next])).toEqual([next])
})
