import { type ReadRow, stampSides } from '../steps/collect-rows.ts'
import { parseNumber } from '../text/parse-number.ts'
import type { RowReader } from './read-table.ts'
import { type ReadingState, takeValue } from './reading-state.ts'

// Half-hours in customer accounts of EDF (`mes-puissances-atteintes-30min-….csv`): a line with the date of a day, then lines with the end of each step.

const dayMs = 86_400_000

/** True for the headings of such a table. */
export const isDayTable = (names: readonly string[]): boolean =>
  /^date et heure de rel.{1,3}ve/.test(names[0] ?? '') && /^puissance atteinte \(w\)$/.test(names[1] ?? '')

/** Creates the reader of its rows. */
export function createDayReader(state: ReadingState): RowReader {
  const { stamp, parse } = state.stamps
  let day = ''
  const read: ReadRow = {
    stampMs: 0,
    isClockTime: true,
    side: stampSides.end,
    minutes: 0,
    value: 0,
    isPower: true,
    isInjected: false,
    stage: 0,
  }

  return (row) => {
    const cell = (row[0] ?? '').trim()
    if (parse(cell) && !stamp.hasTime) {
      day = cell
      return true
    }
    if (day === '' || !parse(`${day} ${cell}`)) return false
    state.kind ??= 'supplier'
    // The step that ends at midnight belongs to the day above it.
    read.stampMs = stamp.ms % dayMs === 0 && /^0?0:00/.test(cell) ? stamp.ms + dayMs : stamp.ms
    read.value = takeValue(state, parseNumber(row[1] ?? '')) / 1000
    state.rows.add(read)
    return true
  }
}
