import { hourMs } from '@hexawatt/shared/time/instant'
import { hourlyPowerMw, withTotal } from '../subjects/generation-series.ts'
import { mixPowerMw } from '../subjects/mix-pairs.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import { measured } from '../subjects/slot-families.ts'
import type { CsvFile } from './csv-file.ts'
import { createQuarterReader, ofHour } from './quarter-hour-columns.ts'
import { recordedConsumption } from './recorded-consumption.ts'
import { recordedFlows, recordedSchedules } from './recorded-exchange.ts'
import type { SlotRecording } from './slot-recording.ts'
import { createTimeTable } from './time-table.ts'

/** The subjects made from recorded quarter-hours. */
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
          valuesAt: (start) => ofHour(read, start, (quarters) => withTotal(hourlyPowerMw(quarters))),
        },
      },
      generation_mix_15min: {
        [measured]: {
          note: "Quarter-hours of the operator's real-time set.",
          slotMs: quarterMs,
          valuesAt(start) {
            const quarter = read(start)
            return quarter === null ? null : mixPowerMw(quarter)
          },
        },
      },
      physical_flows: recordedFlows(read, table),
      consumption: recordedConsumption(table),
      exchange_schedules: recordedSchedules(read, table),
    },
  }
}
