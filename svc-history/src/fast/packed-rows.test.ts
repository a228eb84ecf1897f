import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { toDay } from '../points/utc-span.ts'
import { hourScoresColumns, hourSumsColumns, unpackHourScores, unpackHourSums, unpackScores } from './packed-sums.ts'
import { groupRawDays, type RawColumns, toRawPoints } from './raw-rows.ts'
import {
  unpackPlainHourScores,
  unpackPlainHourSums,
  unpackPlainRawPoints,
  unpackPlainScores,
} from './testing/plain-rows.ts'

/** Rows as Postgres sends them: consecutive big-endian numbers, at any offset of a larger buffer. */
function packed(numbers: readonly (bigint | number)[], width: 4 | 8): Uint8Array {
  const buffer = Buffer.alloc(3 + numbers.length * width)
  numbers.forEach((value, index) => {
    const at = 3 + index * width
    if (typeof value === 'bigint') buffer.writeBigInt64BE(value, at)
    else if (width === 4) buffer.writeInt32BE(value, at)
    else buffer.writeDoubleBE(value, at)
  })
  return new Uint8Array(buffer.buffer, buffer.byteOffset + 3, numbers.length * width)
}

const second = 1_000_000n
const instant = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map((seconds) => seconds * second)
const percent = fc.integer({ min: 0, max: 100 })
const tenths = fc.integer({ min: 0, max: 1_000 })
const figure = fc.oneof(
  fc.constant(Number.NaN),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.integer({ min: -(10 ** 6), max: 10 ** 6 }).map((thousandths) => Number(`${thousandths}5e-3`)),
)
const version = fc.integer({ min: 0, max: 32_767 })
const rawRow = fc.record({
  at: instant,
  slot: fc.option(instant),
  tenths: fc.tuple(tenths, tenths, tenths, tenths),
  composition: fc.integer({ min: 0, max: 16 }),
  score: percent,
  confidence: percent,
  backfilled: fc.boolean(),
  versions: fc.tuple(version, version, version, version),
  figures: fc.tuple(figure, figure, figure, figure),
})

const columnsOfRows = fc.array(rawRow, { minLength: 1, maxLength: 20 }).map((rows): RawColumns => {
  const inOrder = rows.toSorted((one, other) => Number(one.at - other.at))
  const scores = inOrder.map(
    ({ tenths: [price, carbon, grid, adequacy], composition, score, confidence, backfilled }) => {
      const high = (BigInt(price) << 20n) | (BigInt(carbon) << 10n) | BigInt(grid)
      const low =
        (BigInt(composition) << 25n) | (BigInt(adequacy) << 15n) | (BigInt(score) << 8n) | (BigInt(confidence) << 1n)
      return (high << 32n) | low | (backfilled ? 1n : 0n)
    },
  )
  const versions = inOrder.map(({ versions }) => versions.reduce((sum, one) => (sum << 16n) | BigInt(one), 0n))
  return {
    at: packed(
      inOrder.map(({ at }) => at),
      8,
    ),
    scores: packed(scores, 8),
    versions: packed(versions, 8),
    carbonSlotStart: packed(
      inOrder.map(({ slot }) => slot ?? -(2n ** 63n)),
      8,
    ),
    figures: packed(
      inOrder.flatMap(({ figures }) => figures),
      8,
    ),
  }
})

describe('the fast decoder equals the plain decoder', () => {
  test('for raw points', () => {
    fc.assert(
      fc.property(columnsOfRows, (columns) => {
        expect(toRawPoints(columns)).toEqual(unpackPlainRawPoints(columns))
      }),
      { numRuns: 500 },
    )
  })

  test('for raw points by UTC day', () => {
    fc.assert(
      fc.property(columnsOfRows, (columns) => {
        const byDay = Map.groupBy(unpackPlainRawPoints(columns), ({ epochSeconds }) =>
          Math.floor(epochSeconds / 86_400),
        )
        const times = [...groupRawDays(columns)].map(([day, points]) => [day, [...points.times]])
        expect(times).toEqual([...byDay].map(([day, points]) => [day, points.map(({ epochSeconds }) => epochSeconds)]))
      }),
      { numRuns: 500 },
    )
  })

  test('for hour sums', () => {
    const row = fc.array(fc.integer(), { minLength: hourSumsColumns.length, maxLength: hourSumsColumns.length })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const bytes = packed(rows.flat(), 4)
        expect(unpackHourSums(bytes)).toEqual(unpackPlainHourSums(bytes))
      }),
    )
  })

  test('for sub-score sums of hours', () => {
    const row = fc.array(fc.integer(), { minLength: hourScoresColumns.length, maxLength: hourScoresColumns.length })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const bytes = packed(rows.flat(), 4)
        expect(unpackHourScores(bytes)).toEqual(unpackPlainHourScores(bytes))
      }),
    )
  })

  test('for sub-scores by UTC day', () => {
    const startSeconds = Date.UTC(2026, 1, 3) / 1_000
    const point = fc.record({
      tick: fc.integer({ min: 0, max: 2 ** 19 - 1 }),
      composition: fc.integer({ min: 0, max: 16 }),
      values: fc.tuple(tenths, tenths, tenths, tenths),
    })
    const points = fc.uniqueArray(point, { maxLength: 20, selector: ({ tick }) => tick })
    fc.assert(
      fc.property(points, (unordered) => {
        const rows = unordered
          .toSorted((one, other) => one.tick - other.tick)
          .map(({ tick, composition, values }) =>
            values.reduce(
              (sum, value) => (sum << 10n) | BigInt(value),
              (BigInt(startSeconds / 600 + tick) << 5n) | BigInt(composition),
            ),
          )
        const bytes = packed(
          rows.map((row) => BigInt.asIntN(64, row)),
          8,
        )
        const byDay = Map.groupBy(unpackPlainScores(bytes, startSeconds), ({ epochSeconds }) => toDay(epochSeconds))
        const fast = [...unpackScores(bytes, startSeconds)].map(([day, { times, compositions, tenths }]) => [
          day,
          [...times],
          [...compositions],
          [...tenths],
        ])
        expect(fast).toEqual(
          [...byDay].map(([day, points]) => [
            day,
            points.map(({ epochSeconds }) => epochSeconds),
            points.map(({ composition }) => composition),
            points.flatMap(({ tenths }) => tenths),
          ]),
        )
      }),
    )
  })
})
