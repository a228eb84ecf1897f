import type { LoadCurveKind } from '../../load-curve.ts'
import { type FactName, type Facts, factNames } from '../facts/block-facts.ts'
import { normaliseName } from '../facts/column-names.ts'
import { type Interpretation, interpretFacts } from '../facts/interpret-facts.ts'
import { createReadRow, type StampSide } from '../steps/collect-rows.ts'
import { isMeterStep, minutesOfDay } from '../steps/derive-minutes.ts'
import { parseNumber } from '../text/parse-number.ts'
import { noteFacts, noteRefusal, quoteText, type ReadingState, takeValue } from './reading-state.ts'

/** Columns of a table, by position; facts that have no column hold for the whole block. */
export type TableColumns = {
  stamp: number
  /** Time of day in a column of its own. */
  time?: number
  /** End of the step in a column of its own. */
  end?: number
  value: number
  facts: Partial<Record<FactName, number>>
}

export type Table = {
  kind: LoadCurveKind
  columns: TableColumns
  /** Number of cells of the heading. */
  width: number
  side: StampSide
  /** True if the layout is known to show clock times in mainland France. */
  isClockKnown: boolean
  /** Unit of the heading; empty if it has none. */
  unit: string
  /** Unit where neither heading nor facts state one; null if none may be assumed. */
  assumedUnit: string | null
}

/** Reads rows of a table; each returns false if the row has no time stamp where one must be. */
export type RowReader = (row: readonly string[]) => boolean

/** Minutes from one shown time to another; 0 where that is no step, as across a change of the clock. */
function countMinutes(fromMs: number, toMs: number): number {
  const minutes = (toMs - fromMs) / 60_000
  // Some tables end a step at 00:29 or 00:59, its last minute.
  return [minutes, minutes + 1].find(isMeterStep) ?? 0
}

/** A time of day as `hh:mm`: some tables write `7h`, `7h30` or the hour alone. Of a range such as `7h-7h30` it is the start. */
const toClock = (cell: string): string =>
  (cell.split(/[-–]|à/)[0] ?? '')
    .trim()
    .replace(/^(\d{1,2})(?:\s*h\s*(\d{2})?)?$/i, (_, hour: string, minute = '00') => `${hour}:${minute}`)

/** Reads the facts of rows: what they mean is computed again only where a cell differs from the row before. */
function createFactReader(table: Table, block: Facts, state: ReadingState) {
  const facts: Facts = { ...block, ...(table.unit === '' ? {} : { unit: table.unit }) }
  const inColumns = factNames.flatMap((name) => {
    const column = table.columns.facts[name]
    return column === undefined ? [] : [{ name, column }]
  })
  function interpret(): Interpretation {
    noteFacts(state, facts)
    const meaning = interpretFacts(facts)
    const isStated = meaning.hasUnit || meaning.isOther || meaning.unknownUnit !== ''
    if (isStated || table.assumedUnit === null || meaning.refusal !== null) return meaning
    state.assumedUnit = table.assumedUnit
    return interpretFacts({ ...facts, unit: table.assumedUnit })
  }
  let meaning: Interpretation | null = null

  return (row: readonly string[]): Interpretation => {
    let isChanged = meaning === null
    for (const { name, column } of inColumns) {
      const cell = row[column] ?? ''
      if (facts[name] === cell) continue
      facts[name] = cell
      isChanged = true
    }
    if (isChanged || meaning === null) meaning = interpret()
    if (meaning.hasUnit || facts.unit !== '') return meaning
    facts.unit = findCellUnit(row[table.columns.value] ?? '')
    if (facts.unit !== '') meaning = interpret()
    return meaning
  }
}

/** True if a row is no part of the curve; notes why. */
function refuses(meaning: Interpretation, state: ReadingState): boolean {
  if (meaning.refusal !== null) noteRefusal(state, meaning.refusal)
  else if (meaning.minutes >= minutesOfDay) noteRefusal(state, 'daily-values')
  else if (meaning.isOther) {
    noteRefusal(state, 'no-active-power')
    state.other += 1
  } else if (!meaning.hasUnit) {
    noteRefusal(state, 'unknown-unit', { unit: quoteText(meaning.unknownUnit) })
    state.other += 1
  } else return false
  return true
}

/** Unit behind the number of a cell, as some suppliers write it: `0,25 kWh`; empty if there is none. */
const findCellUnit = (cell: string): string => /\d\s*([km]?wh?)\s*$/i.exec(cell)?.[1] ?? ''

/** Value of a row. Without quotes, a decimal comma splits the number in files whose cells are separated by commas. */
function readValue(row: readonly string[], table: Table, unit: string): number | null | undefined {
  const cell = row[table.columns.value] ?? ''
  const decimals = row[table.columns.value + 1] ?? ''
  const isSplit = table.columns.value === table.width - 1 && row.length === table.width + 1 && /^\d+$/.test(decimals)
  if (isSplit) return parseNumber(`${cell}.${decimals}`)
  const value = parseNumber(cell)
  if (value !== undefined) return value
  // Another unit than that of the column makes the number another one.
  const cellUnit = findCellUnit(cell)
  return normaliseName(cellUnit) === unit ? parseNumber(cell.trimEnd().slice(0, -cellUnit.length)) : undefined
}

/** W in a kW, and Wh in a kWh: meters give whole numbers of them. */
const wholeUnits = 1000

/** Creates the reader of the rows of one table. */
export function createTableReader(table: Table, block: Facts, state: ReadingState): RowReader {
  const { columns } = table
  const readFacts = createFactReader(table, block, state)
  const { stamp, parse } = state.stamps
  const read = createReadRow(table.side)

  function readStamp(row: readonly string[]): boolean {
    const cell = row[columns.stamp] ?? ''
    const time = columns.time === undefined ? '' : (row[columns.time] ?? '')
    if (!parse(columns.time === undefined ? cell : `${cell.trim()} ${toClock(time)}`)) {
      if (/\d/.test(cell)) state.unreadableStamp ??= quoteText(`${cell} ${time}`)
      return false
    }
    read.stampMs = stamp.ms
    read.isClockTime = stamp.isClockTime
    return true
  }

  return (row) => {
    if (!readStamp(row)) return false
    const { hasTime } = stamp
    const meaning = readFacts(row)
    if (refuses(meaning, state)) return true
    const value = takeValue(state, readValue(row, table, meaning.unit))
    if (meaning.divisor === wholeUnits) state.groups.note(row[columns.value] ?? '', state.rows.count())
    state.kind ??= table.kind
    if (!hasTime) state.dateOnly += 1
    if (read.isClockTime && !table.isClockKnown) state.isClockAssumed = true
    // A step that stands above the table may have changed within it: it only settles what the stamps leave open.
    read.minutes = columns.facts.step === undefined ? 0 : meaning.minutes
    if (read.minutes === 0) state.statedMinutes = meaning.minutes
    if (columns.end !== undefined && read.minutes === 0 && parse(row[columns.end] ?? '')) {
      read.minutes = countMinutes(read.stampMs, stamp.ms)
    }
    read.value = value / meaning.divisor
    read.isPower = meaning.isPower
    read.isInjected = meaning.isInjected
    read.stage = meaning.stage
    state.rows.add(read)
    return true
  }
}
