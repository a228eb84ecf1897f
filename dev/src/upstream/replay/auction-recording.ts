import { hourMs } from '@hexawatt/shared/time/instant'
import type { CsvFile } from './csv-file.ts'
import { keyedValues, ofRow } from './recorded-row.ts'
import type { SlotRecording } from './slot-recording.ts'
import { createTimeTable } from './time-table.ts'

const columns = [['PRICE', 'price_eur_mwh']] as const

/** Day-ahead prices by the hour; the doubled hour of some autumns is recorded as one value for both, and served so. */
export function createAuctionRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, hourMs)
  return {
    span: table.span,
    subjects: {
      power_exchanges: {
        AUCTION: {
          note: 'Recorded hourly day-ahead prices; traded volumes were not recorded and are absent.',
          slotMs: hourMs,
          valuesAt: (start) => ofRow(table, start, (row) => keyedValues(table, row, columns)),
        },
      },
    },
  }
}
