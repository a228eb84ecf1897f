import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { borders, directionalFlows, hourlyFlowsMw } from '../subjects/border-flows.ts'
import { type QuarterPowerMw, type QuarterReader, quarterMs } from '../subjects/quarter-hour.ts'
import { measured } from '../subjects/slot-families.ts'
import { columnByField, ofHour } from './quarter-hour-columns.ts'
import type { RecordedSubject } from './slot-recording.ts'
import type { TimeTable } from './time-table.ts'

const bordersNote = 'Germany and Belgium are recorded as one border and served under Germany.'

/**
 * Commercial exchanges stand in for the flows. Older files fill them on the half-hours alone: there those two make the
 * hour, elsewhere all four quarters must be known.
 */
export function recordedFlows(read: QuarterReader, table: TimeTable): RecordedSubject {
  const isHalfHourly = !hasOddQuarterExchange(table)
  return {
    [measured]: {
      note: `Commercial exchanges per border, not physical flows; ${bordersNote}`,
      slotMs: hourMs,
      valuesAt: (start) =>
        ofHour(read, start, (quarters) => {
          const filled = isHalfHourly ? quarters.filter((_, index) => index % 2 === 0) : quarters
          return hourlyFlowsMw(filled)
        }),
    },
  }
}

/** Commercial exchanges as day-ahead schedules, in slots as long as they were recorded: half-hours in older files. */
export function recordedSchedules(read: QuarterReader, table: TimeTable): RecordedSubject {
  return {
    DA: {
      note: `Recorded commercial exchanges, with what was traded after the day-ahead auction; ${bordersNote}`,
      slotMs: hasOddQuarterExchange(table) ? quarterMs : 30 * minuteMs,
      valuesAt(start) {
        const quarter = read(start)
        return quarter === null ? null : dayAheadMw(quarter)
      },
    },
  }
}

function dayAheadMw(quarter: QuarterPowerMw): Map<string, number> {
  return new Map(
    borders.flatMap((border) => {
      const netImportMw = quarter[border.field]
      if (netImportMw === null) return []
      return directionalFlows(border, netImportMw).map(([key, powerMw]) => [`DA/${key}`, powerMw] as const)
    }),
  )
}

function hasOddQuarterExchange({ span, rowAt, value }: TimeTable): boolean {
  const columns = borders.flatMap(({ field }) => columnByField[field] ?? [])
  for (let start = span.fromEpochMs; start < span.untilEpochMs; start += quarterMs) {
    const row = rowAt(start)
    const isOdd = (start / quarterMs) % 2 === 1
    if (isOdd && row !== undefined && columns.some((column) => value(column, row) !== null)) return true
  }
  return false
}
