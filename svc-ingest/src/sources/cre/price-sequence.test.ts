import { describe, expect, test } from 'bun:test'
import { checkSequence, type DatedRow } from './price-sequence.ts'

/** Rows written as first day, last day and power. */
function check(...rows: readonly (readonly [from: string, lastDay: string | null, kva?: number])[]) {
  const dated = rows.map(
    ([from, lastDay, subscribedKva = 6], index): DatedRow => ({
      line: index + 2,
      subscribedKva,
      from: Temporal.PlainDate.from(from),
      lastDay: lastDay === null ? null : Temporal.PlainDate.from(lastDay),
    }),
  )
  const { believed, doubtful } = checkSequence(dated)
  return { believed: believed.map(({ line }) => line), doubtful: doubtful.map(({ row, reason }) => [row.line, reason]) }
}

describe('a row whose day and month are exchanged', () => {
  test('is left out when the day that follows the row before is the exchanged one', () => {
    const { believed, doubtful } = check(['2025-08-01', '2026-01-31'], ['2026-01-02', null])
    expect(believed).toEqual([2])
    expect(doubtful).toEqual([[3, 'day and month of the first day 2026-01-02 are probably exchanged (2026-02-01)']])
  })

  test('is left out although the row before is not closed yet: prices change on the first of a month', () => {
    expect(check(['2025-08-01', null], ['2026-01-02', null]).believed).toEqual([2])
  })

  test('is left out in a file in which every row is exchanged, as the portal’s tabular API does', () => {
    const { believed, doubtful } = check(
      ['2012-07-23', '2013-07-31'],
      ['2013-01-08', '2014-10-31'],
      ['2014-01-11', '2015-07-31'],
      ['2015-01-08', '2016-07-31'],
    )
    expect(believed).toEqual([2])
    expect(doubtful.map(([line]) => line)).toEqual([3, 4, 5])
  })

  test('is left out when its last day is the exchanged one', () => {
    const { believed, doubtful } = check(['2025-02-01', '2025-09-08'], ['2025-08-10', null])
    expect(believed).toEqual([3])
    expect(doubtful).toEqual([[2, 'day and month of the last day 2025-09-08 are probably exchanged (2025-08-09)']])
  })

  test('does not affect the rows of another power', () => {
    expect(check(['2025-08-01', '2026-01-31', 6], ['2026-01-02', null, 6], ['2026-02-01', null, 9]).believed).toEqual([
      2, 4,
    ])
  })
})

test('days that follow each other are believed, whichever their month', () => {
  const rows = [
    ['2012-07-23', '2013-07-31'],
    ['2013-08-01', '2014-01-04'],
    ['2014-01-05', '2014-01-31'],
    ['2014-02-01', null],
  ] as const
  expect(check(...rows).believed).toEqual([2, 3, 4, 5])
})

test('a row that is still open when a later one begins ends there, and is believed', () => {
  expect(check(['2025-08-01', null], ['2026-02-01', null]).believed).toEqual([2, 3])
})

test('rows that contradict each other are both left out', () => {
  const { believed, doubtful } = check(['2025-02-01', '2025-08-15'], ['2025-08-01', '2026-01-31'], ['2026-02-01', null])
  expect(believed).toEqual([4])
  expect(doubtful).toEqual([
    [2, 'its days overlap those of line 3'],
    [3, 'its days overlap those of line 2'],
  ])
  expect(check(['2026-02-01', null], ['2026-02-01', '2026-07-31']).believed).toEqual([])
})

test('a row that overlaps several rows which fit together, such as one with a mistyped year at its end, does not discard them', () => {
  const { believed, doubtful } = check(
    ['2024-02-01', '2052-07-31'],
    ['2024-08-01', '2025-01-31'],
    ['2025-02-01', '2025-07-31'],
    ['2025-08-01', null],
  )
  expect(believed).toEqual([3, 4, 5])
  expect(doubtful).toEqual([[2, 'its days overlap those of line 3']])
})
