import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { measured } from '../generator/slot-subjects.ts'
import { borders, toDirectionalFlows, toHourlyFlowsMw } from '../subjects/border-flows.ts'
import { addTotal, toHourlyPowerMw, toMixPowerMw } from '../subjects/generation-series.ts'
import { publishLastIntraday } from '../subjects/publication.ts'
import {
  columnByField,
  type QuarterPowerMw,
  type QuarterReader,
  quarterFields,
  quarterMs,
  readQuartersOfHour,
} from '../subjects/quarter-hour.ts'
import type { CsvFile } from './csv-file.ts'
import {
  deriveRow,
  type RecordedFamily,
  type RecordedSubject,
  readKeyedValues,
  type SlotRecording,
} from './slot-recording.ts'
import { createTimeTable, type TimeTable } from './time-table.ts'

/** The subjects of recorded quarter-hours. */
export function createQuarterHourRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, quarterMs)
  const read = createQuarterReader(table)
  return {
    span: table.span,
    subjects: {
      generation_by_type: {
        [measured]: {
          note: 'Hourly means of recorded quarter-hours; biogas is counted under BIOMASS.',
          slotMs: hourMs,
          valuesAt: (start) => deriveHour(read, start, (quarters) => addTotal(toHourlyPowerMw(quarters))),
        },
      },
      generation_mix_15min: {
        [measured]: {
          note: "Quarter-hours of the operator's real-time set.",
          slotMs: quarterMs,
          valuesAt(start) {
            const quarter = read(start)
            return quarter === null ? null : toMixPowerMw(quarter)
          },
        },
      },
      physical_flows: createFlows(read, table),
      consumption: createConsumption(table),
      exchange_schedules: createSchedules(read, table),
    },
  }
}

/** Consumption and two of its forecasts from the operator's real-time set, which contains only the last intraday issue. */
function createConsumption(table: TimeTable): RecordedSubject {
  const family = (key: string, column: string): RecordedFamily => ({
    note: "Consumption and forecasts of the operator's real-time set; of the intraday issues the last one alone was recorded.",
    slotMs: quarterMs,
    valuesAt: (start) => deriveRow(table, start, (row) => readKeyedValues(table, row, [[key, column]])),
  })
  return {
    REALISED: family('REALISED', 'consommation'),
    ID: { ...family('ID', 'prevision_j'), publicationsOn: publishLastIntraday },
    'D-1': family('D-1', 'prevision_j1'),
  }
}

const bordersNote = 'Germany and Belgium are recorded as one border and served under Germany; Belgium itself is 0.'

/**
 * Adds a flow of 0 at the Belgian border where the German one is known, because the recording counts both under Germany. Without it a consumer could not tell
 * a lost border from one that is counted elsewhere.
 */
function addBelgium(flowsMw: Map<string, number>): Map<string, number> {
  const both = (country: string) =>
    borders.filter((border) => border.country === country).flatMap((border) => toDirectionalFlows(border, 0))
  const isKnown = (country: string) => both(country).every(([key]) => flowsMw.has(key))
  return isKnown('DE') && !isKnown('BE') ? new Map([...flowsMw, ...both('BE')]) : flowsMw
}

/**
 * Commercial exchanges replace the flows. Older files have values only on the half-hours: there two values make an hour,
 * elsewhere four.
 */
function createFlows(read: QuarterReader, table: TimeTable): RecordedSubject {
  const isHalfHourly = !hasOddQuarterExchange(table)
  return {
    [measured]: {
      note: `Commercial exchanges per border, not physical flows; ${bordersNote}`,
      slotMs: hourMs,
      valuesAt: (start) =>
        deriveHour(read, start, (quarters) => {
          const filled = isHalfHourly ? quarters.filter((_, index) => index % 2 === 0) : quarters
          return addBelgium(toHourlyFlowsMw(filled))
        }),
    },
  }
}

/** Commercial exchanges as day-ahead schedules, with the recorded slot length: half-hours in older files. */
function createSchedules(read: QuarterReader, table: TimeTable): RecordedSubject {
  return {
    DA: {
      note: `Recorded commercial exchanges, with what was traded after the day-ahead auction; ${bordersNote}`,
      slotMs: hasOddQuarterExchange(table) ? quarterMs : 30 * minuteMs,
      valuesAt(start) {
        const quarter = read(start)
        return quarter === null ? null : toDayAheadMw(quarter)
      },
    },
  }
}

function toDayAheadMw(quarter: QuarterPowerMw): Map<string, number> {
  const flowsMw = new Map(
    borders.flatMap((border) => {
      const netImportMw = quarter[border.field]
      return netImportMw === null ? [] : toDirectionalFlows(border, netImportMw)
    }),
  )
  return new Map([...addBelgium(flowsMw)].map(([key, powerMw]) => [`DA/${key}`, powerMw]))
}

function hasOddQuarterExchange({ span, rowAt, value }: TimeTable): boolean {
  const columns = borders.flatMap(({ field }) => columnByField.get(field) ?? [])
  for (let start = span.fromEpochMs; start < span.untilEpochMs; start += quarterMs) {
    const row = rowAt(start)
    const isOdd = (start / quarterMs) % 2 === 1
    if (isOdd && row !== undefined && columns.some((column) => value(column, row) !== null)) return true
  }
  return false
}

/** Derives an hour with at least one recorded quarter; null for an unrecorded hour. */
function deriveHour(
  read: QuarterReader,
  hourStartEpochMs: number,
  derive: (quarters: readonly (QuarterPowerMw | null)[]) => Map<string, number>,
): Map<string, number> | null {
  const quarters = readQuartersOfHour(read, hourStartEpochMs)
  return quarters.every((quarter) => quarter === null) ? null : derive(quarters)
}

/** Reads the rows of the set as quarter-hours. */
function createQuarterReader(table: TimeTable): QuarterReader {
  return (startEpochMs) => {
    const row = table.rowAt(startEpochMs)
    if (row === undefined) return null
    return recordFromEntries(quarterFields, (field) => {
      const column = columnByField.get(field)
      return column === undefined ? null : table.value(column, row)
    })
  }
}
