import { lastIntraday } from '../subjects/publication.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import { keyedValues, ofRow } from './recorded-row.ts'
import type { RecordedFamily, RecordedSubject } from './slot-recording.ts'
import type { TimeTable } from './time-table.ts'

/** Consumption and two of its forecasts from the operator's real-time set. Of the intraday issues only the last is in it. */
export function recordedConsumption(table: TimeTable): RecordedSubject {
  const family = (key: string, column: string): RecordedFamily => ({
    note: "Consumption and forecasts of the operator's real-time set; of the intraday issues the last one alone was recorded.",
    slotMs: quarterMs,
    valuesAt: (start) => ofRow(table, start, (row) => keyedValues(table, row, [[key, column]])),
  })
  return {
    REALISED: family('REALISED', 'consommation'),
    ID: { ...family('ID', 'prevision_j'), publicationsOn: lastIntraday },
    'D-1': family('D-1', 'prevision_j1'),
  }
}
