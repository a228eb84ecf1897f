import { minuteMs } from '../../../../time/instant.ts'
import { noFacts } from '../facts/block-facts.ts'
import { normaliseName } from '../facts/column-names.ts'
import { interpretFacts } from '../facts/interpret-facts.ts'
import { createReadRow, stampSides } from '../steps/collect-rows.ts'
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

/** Energy of a step, and the instant at which the step starts. */
type Difference = { ms: number; energy: number }

/**
 * Turns readings of one sensor into energy: of two that are one step apart, the later one has the energy of its step. Null
 * where there is no reading before, as at the oldest one of a file with the newest first.
 */
function createReadingDifferences() {
  const last = new Map<string, { ms: number; reading: number }>()
  return (sensor: string, ms: number, reading: number): Difference | null => {
    if (Number.isNaN(reading)) return { ms, energy: Number.NaN }
    const row = { ms, reading }
    const neighbour = last.get(sensor)
    last.set(sensor, row)
    // A reading that is repeated, or another one of the same instant, has no step.
    if (neighbour === undefined || neighbour.ms === ms) return null
    const [earlier, later] = neighbour.ms < ms ? [neighbour, row] : [row, neighbour]
    const isStep = later.ms - earlier.ms <= longestStepMinutes * minuteMs
    const energy = later.reading - earlier.reading
    // A counter that was replaced begins at zero again.
    return { ms: later.ms, energy: isStep && energy >= 0 ? energy : Number.NaN }
  }
}

/** Sensors of what was fed into the grid. What panels produce is partly used at home: it is no such sum. */
const injected = /export|return|inject|retour| out$|(linky|enedis|grid|reseau).*produc/
const produced = /solar|solaire|panneau|panel|\bpv\b|produc/

/** Creates the reader of rows of statistics. Sensors without a unit of energy are left out. */
export function createStatisticsReader(table: StatisticsTable, state: ReadingState): RowReader {
  const { stamp, parse } = state.stamps
  const subtract = createReadingDifferences()
  const read = createReadRow(stampSides.start)

  function readStart(cell: string): boolean {
    if (!table.isEpoch) return parse(cell)
    stamp.ms = Math.round((parseNumber(cell) ?? Number.NaN) * 1000)
    stamp.isClockTime = false
    stamp.hasTime = true
    return Number.isFinite(stamp.ms)
  }

  return (row) => {
    const sensor = normaliseName(row[table.id] ?? '')
    if (sensor === '' || !readStart(row[table.start] ?? '')) return false
    const { isPower, divisor, hasUnit } = interpretFacts({ ...noFacts, unit: row[table.unit] ?? '' })
    const isInjected = injected.test(sensor)
    if (!hasUnit || isPower || (!isInjected && produced.test(sensor))) {
      state.other += 1
      noteRefusal(state, 'no-active-power')
      return true
    }
    if (!isInjected) state.meters.add(sensor)
    if (stamp.isClockTime) state.isClockAssumed = true
    const cell = takeValue(state, parseNumber(row[table.value] ?? ''))
    state.kind ??= 'home-assistant'
    const step = table.isReading ? subtract(sensor, stamp.ms, cell) : { ms: stamp.ms, energy: cell }
    if (step === null) return true
    read.stampMs = step.ms
    read.isClockTime = stamp.isClockTime
    read.value = step.energy / divisor
    read.isInjected = isInjected
    state.rows.add(read)
    return true
  }
}
