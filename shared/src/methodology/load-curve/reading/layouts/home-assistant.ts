import { minuteMs } from '../../../../time/instant.ts'
import { noFacts } from '../facts/block-facts.ts'
import { normaliseName } from '../facts/column-names.ts'
import { interpretFacts } from '../facts/interpret-facts.ts'
import { type ReadRow, stampSides } from '../steps/collect-rows.ts'
import { parseNumber } from '../text/parse-number.ts'
import type { RowReader } from './read-table.ts'
import { noteRefusal, type ReadingState, takeValue } from './reading-state.ts'

// Long-term statistics of Home Assistant as CSV: one row per sensor and hour, stamped at the start.

/** A layout of statistics: `change` is the energy of the step, `sum` and `state` are readings of a meter. */
export type StatisticsTable = {
  id: number
  unit: number
  start: number
  value: number
  isReading: boolean
  isEpoch: boolean
}

/** Steps of statistics: hours, and five minutes for the last days. */
const longestStepMinutes = 60

export function recogniseStatistics(names: readonly string[]): StatisticsTable | null {
  const find = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name))
  const id = find('statistic id')
  const start = find('start', 'start ts')
  const change = find('change', 'delta')
  const reading = find('sum') < 0 ? find('state') : find('sum')
  const value = change < 0 ? reading : change
  if (id < 0 || start < 0 || value < 0) return null
  return {
    id,
    unit: find('unit', 'unit of measurement'),
    start,
    value,
    isReading: change < 0,
    isEpoch: names[start] === 'start ts',
  }
}

/** Turns readings of one sensor into energy: a reading and the one before it, one step apart; NaN elsewhere. */
function createReadingDifferences() {
  const last = new Map<string, { ms: number; reading: number }>()
  return (sensor: string, ms: number, reading: number): number => {
    const before = last.get(sensor)
    if (Number.isNaN(reading)) return Number.NaN
    last.set(sensor, { ms, reading })
    const minutes = before === undefined ? 0 : (ms - before.ms) / minuteMs
    // A counter that was replaced begins at zero again.
    const isStep = minutes > 0 && minutes <= longestStepMinutes
    return before !== undefined && isStep && reading >= before.reading ? reading - before.reading : Number.NaN
  }
}

const exported = /export|return|inject|retour|production|produced|solar|solaire|_out\b/

/** Creates the reader of rows of statistics. Sensors without a unit of energy are left out. */
export function createStatisticsReader(table: StatisticsTable, state: ReadingState): RowReader {
  const { stamp, parse } = state.stamps
  const subtract = createReadingDifferences()
  const read: ReadRow = {
    stampMs: 0,
    isClockTime: false,
    side: stampSides.start,
    minutes: 0,
    value: 0,
    isPower: false,
    isInjected: false,
    stage: 0,
  }

  function readStart(cell: string): boolean {
    if (!table.isEpoch) return parse(cell)
    stamp.ms = Math.round(Number(cell) * 1000)
    stamp.isClockTime = false
    stamp.hasTime = true
    return cell.trim() !== '' && Number.isFinite(stamp.ms)
  }

  return (row) => {
    const sensor = normaliseName(row[table.id] ?? '')
    if (sensor === '' || !readStart(row[table.start] ?? '')) return false
    const { isPower, divisor, hasUnit } = interpretFacts({ ...noFacts, unit: row[table.unit] ?? '' })
    if (!hasUnit || isPower) {
      state.other += 1
      noteRefusal(state, 'no-active-power')
      return true
    }
    const isInjected = exported.test(sensor)
    if (!isInjected) state.meters.add(sensor)
    if (stamp.isClockTime) state.isClockAssumed = true
    const cell = takeValue(state, parseNumber(row[table.value] ?? ''))
    state.kind ??= 'home-assistant'
    read.stampMs = stamp.ms
    read.isClockTime = stamp.isClockTime
    read.value = (table.isReading ? subtract(sensor, stamp.ms, cell) : cell) / divisor
    read.isInjected = isInjected
    state.rows.add(read)
    return true
  }
}
