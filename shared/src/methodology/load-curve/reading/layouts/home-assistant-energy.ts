import { noFacts } from '../facts/block-facts.ts'
import { interpretFacts } from '../facts/interpret-facts.ts'
import { createReadRow, stampSides } from '../steps/collect-rows.ts'
import { parseNumber } from '../text/parse-number.ts'
import type { RowReader } from './read-table.ts'
import { noteRefusal, type ReadingState, takeValue } from './reading-state.ts'

// What the energy dashboard of Home Assistant downloads: a column for each hour, stamped at its start, and a row for each counter.

const firstStampColumn = 3

/** True for the headings of such a table. */
export const isEnergyTable = (names: readonly string[]): boolean =>
  names[0] === 'entity id' && names[1] === 'type' && names[2] === 'unit'

/** Start of each hour; NaN where a heading is none. */
function readStarts(row: readonly string[], { stamps }: ReadingState): Float64Array {
  return Float64Array.from(row.slice(firstStampColumn), (cell) =>
    stamps.parse(cell) && stamps.stamp.hasTime && !stamps.stamp.isClockTime ? stamps.stamp.ms : Number.NaN,
  )
}

/** Sums of several counters of one connection to the grid, such as peak and off-peak; NaN until one has a value. */
type Sums = Float64Array

function addRow(sums: Sums, row: readonly string[], divisor: number, state: ReadingState): void {
  for (const [index, sum] of sums.entries()) {
    const value = takeValue(state, parseNumber(row[firstStampColumn + index] ?? '')) / divisor
    if (!Number.isNaN(value)) sums[index] = Number.isNaN(sum) ? value : sum + value
  }
}

/** Creates the reader of its rows, from the headings as they stand; the sums are collected when all rows are read. */
export function createEnergyReader(headings: readonly string[], state: ReadingState): RowReader {
  const startsMs = readStarts(headings, state)
  const sumsByType: Record<string, Sums> = {}
  const read = createReadRow(stampSides.start)
  state.finishers.push(() => {
    for (const [type, sums] of Object.entries(sumsByType)) {
      state.kind ??= 'home-assistant'
      read.isInjected = type === 'grid_return'
      for (const [index, startMs] of startsMs.entries()) {
        read.stampMs = startMs
        read.value = sums[index] ?? Number.NaN
        if (!Number.isNaN(startMs)) state.rows.add(read)
      }
    }
  })

  return (row) => {
    const type = (row[1] ?? '').trim()
    const { hasUnit, isPower, divisor } = interpretFacts({ ...noFacts, unit: row[2] ?? '' })
    if (!/^[a-z_]+$/.test(type)) return false
    if (!/^grid_(consumption|return)$/.test(type) || !hasUnit || isPower) {
      noteRefusal(state, 'no-active-power')
      return true
    }
    sumsByType[type] ??= new Float64Array(startsMs.length).fill(Number.NaN)
    addRow(sumsByType[type], row, divisor, state)
    return true
  }
}
