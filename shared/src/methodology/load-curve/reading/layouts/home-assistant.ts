import { minuteMs } from '../../../../time/instant.ts'
import { type ReadRow, stampSides } from '../steps/collect-rows.ts'
import { parseNumber } from '../text/parse-number.ts'
import { noFacts } from './block-facts.ts'
import { normaliseName } from './column-names.ts'
import { interpretFacts } from './interpret-facts.ts'
import type { RowReader } from './read-table.ts'
import { noteRefusal, type ReadingState } from './reading-state.ts'

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

/** Turns readings of one sensor into energy: a reading and the one before it, one step apart. */
function createReadingDifferences() {
  const last = new Map<string, { ms: number; reading: number }>()
  return (sensor: string, ms: number, reading: number | null): number | null => {
    const before = last.get(sensor)
    if (reading !== null) last.set(sensor, { ms, reading })
    if (reading === null || before === undefined) return null
    const minutes = (ms - before.ms) / minuteMs
    // A counter that was replaced begins at zero again.
    return minutes > 0 && minutes <= longestStepMinutes && reading >= before.reading ? reading - before.reading : null
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
    const cell = parseNumber(row[table.value] ?? '')
    const isInjected = exported.test(sensor)
    if (cell === undefined) state.unreadable += 1
    else if (cell !== null && cell < 0) state.negative += 1
    else {
      if (!isInjected) state.meters.add(sensor)
      if (stamp.isClockTime) state.isClockAssumed = true
      const value = table.isReading ? subtract(sensor, stamp.ms, cell) : cell
      if (cell === null) state.empty += 1
      state.kind ??= 'home-assistant'
      read.stampMs = stamp.ms
      read.isClockTime = stamp.isClockTime
      read.value = value === null ? Number.NaN : value / divisor
      read.isInjected = isInjected
      state.rows.add(read)
    }
    return true
  }
}
