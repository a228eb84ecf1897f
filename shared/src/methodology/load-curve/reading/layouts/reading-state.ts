import { type LoadCurveKind, LoadCurveRefusal, type RefusalCode } from '../../load-curve.ts'
import type { Facts } from '../facts/block-facts.ts'
import { normaliseName } from '../facts/column-names.ts'
import { createRowCollector, type RowCollector } from '../steps/collect-rows.ts'
import { createGroupWatch, type GroupWatch } from '../text/parse-number.ts'
import { createStampParser, type StampParser } from '../text/parse-stamp.ts'

/** What is collected while the blocks of a file are read. */
export type ReadingState = {
  rows: RowCollector
  stamps: StampParser
  /** Values in W or Wh whose separator may group thousands. */
  groups: GroupWatch
  /** Kind of the first block with values. */
  kind: LoadCurveKind | null
  /** Meters of the file: only how many there are ever leaves this set. */
  meters: Set<string>
  /** Stated bounds of periods, as the file has them. */
  periods: Map<string, { from: string; to: string }>
  unreadable: number
  empty: number
  negative: number
  other: number
  /** Rows that have a date without a time. */
  dateOnly: number
  /** Step that a block states for all its rows; 0 if none does. */
  statedMinutes: number
  /** Unit that was assumed because the file states none. */
  assumedUnit: string | null
  /** True if clock times were read from a file that does not say whose clock they are. */
  isClockAssumed: boolean
  /** What is still to be done when all rows are read. */
  finishers: (() => void)[]
  /** Text of the first time stamp of a table that cannot be read; null if each can. */
  unreadableStamp: string | null
  /** Why blocks were not read; the first reason is given if no block could be. */
  refusal: LoadCurveRefusal | null
}

export const createReadingState = (): ReadingState => ({
  rows: createRowCollector(),
  stamps: createStampParser(),
  groups: createGroupWatch(),
  kind: null,
  meters: new Set(),
  periods: new Map(),
  unreadable: 0,
  empty: 0,
  negative: 0,
  other: 0,
  dateOnly: 0,
  statedMinutes: 0,
  assumedUnit: null,
  isClockAssumed: false,
  finishers: [],
  unreadableStamp: null,
  refusal: null,
})

/** The most different meters, and the most different periods, that are remembered of a file. */
const maxDistinct = 1_000
/** Text of a file that a message may quote. */
const maxQuoted = 40

/** Notes why a block is not read. */
export function noteRefusal(
  state: ReadingState,
  code: RefusalCode,
  values: Record<string, string | number> = {},
): void {
  state.refusal ??= new LoadCurveRefusal(code, values)
}

/** Shortens text of the file for a message, without long numbers, which could be the identifier of a meter. */
export const quoteText = (text: string): string =>
  text
    .slice(0, 4 * maxQuoted)
    // First what is not seen: between digits it would split a number that reads as one.
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\d[\d\s.]{6,}\d/g, '…')
    .trim()
    .slice(0, maxQuoted)

/** Value of a cell, NaN for a gap: its time stamp still tells the step. Counts why there is none. */
export function takeValue(state: ReadingState, value: number | null | undefined): number {
  if (value === undefined) state.unreadable += 1
  else if (value === null) state.empty += 1
  else if (value < 0) state.negative += 1
  else return value
  return Number.NaN
}

/** Notes the meter and the period of a block or row. */
export function noteFacts(state: ReadingState, facts: Facts): void {
  const meter = normaliseName(facts.meter).replace(/\s/g, '')
  if (meter !== '' && state.meters.size < maxDistinct) state.meters.add(meter)
  if (facts.from === '' && facts.to === '') return
  const period = `${facts.from} ${facts.to}`
  if (state.periods.size < maxDistinct) state.periods.set(period, { from: facts.from, to: facts.to })
}
