import {
  fetchableMonths,
  listFetchedMonthNames,
  shippedRecordings,
  toInstantBounds,
} from '@hexawatt/shared/grid/shipped-recordings'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { SlotSubject } from '../generator/slot-subjects.ts'
import type { Span } from '../subjects/span.ts'
import type { CsvFile } from './csv-file.ts'
import { createAuctionRecording, createForecastRecording } from './day-ahead-recordings.ts'
import { createHourRecording } from './hour-recording.ts'
import { createQuarterHourRecording } from './quarter-hour-recording.ts'
import type { SlotRecording } from './slot-recording.ts'

/** A file of slots that the folder may contain. */
export type CatalogueEntry = {
  name: string
  /** The file is opened only for spans that meet this one; its rows define what it holds. */
  mayHold: Span
  /** Subjects for which the file is opened. */
  subjects: readonly SlotSubject[]
  open: (file: CsvFile) => SlotRecording
}

const quarterHours = {
  subjects: ['generation_by_type', 'generation_mix_15min', 'physical_flows', 'consumption', 'exchange_schedules'],
  open: createQuarterHourRecording,
} as const satisfies Partial<CatalogueEntry>

const hours = {
  subjects: ['generation_by_type', 'generation_mix_15min', 'physical_flows'],
  open: createHourRecording,
} as const satisfies Partial<CatalogueEntry>

/** The files of the repository: one per period, so that nothing counts as recorded between the periods. */
const shipped: readonly CatalogueEntry[] = shippedRecordings.map((recording) => {
  const { from, until } = toInstantBounds(recording)
  return {
    name: recording.name,
    mayHold: { fromEpochMs: from.epochMilliseconds, untilEpochMs: until.epochMilliseconds },
    ...(recording.stepMinutes * minuteMs < hourMs ? quarterHours : hours),
  }
})

/** Months that were fetched, by file, with one day more at each end, because they are months of Paris. */
const fetched: readonly CatalogueEntry[] = fetchableMonths.flatMap((month) => {
  const first = month.toPlainDate({ day: 1 })
  const mayHold = span(`${first.subtract({ days: 1 })}`, `${first.add({ months: 1, days: 1 })}`)
  const { mix, price } = listFetchedMonthNames(month)
  return [
    { name: mix, mayHold, ...quarterHours },
    { name: price, mayHold, subjects: ['power_exchanges'], open: createAuctionRecording },
  ]
})

/** All known files. The first file with a slot wins: finer steps before coarser ones, the operator's files before others. */
export const slotCatalogue: readonly CatalogueEntry[] = [
  ...shipped,
  ...fetched,
  { name: 'eco2mix_15min_2025', mayHold: span('2024-12-01', '2026-02-01'), ...quarterHours },
  { name: 'eco2mix_15min_2021-12', mayHold: span('2021-11-01', '2022-02-01'), ...quarterHours },
  { name: 'generation_by_type_hourly_2023-2025-01', mayHold: span('2022-12-01', '2025-03-01'), ...hours },
  { name: 'generation_by_type_hourly_2021', mayHold: span('2020-12-01', '2022-02-01'), ...hours },
  { name: 'generation_and_imports_hourly_2020', mayHold: span('2019-12-01', '2021-02-01'), ...hours },
  {
    name: 'day_ahead_forecasts_hourly_2023-2025-01',
    mayHold: span('2022-12-01', '2025-03-01'),
    subjects: ['generation_forecast', 'consumption'],
    open: createForecastRecording,
  },
  {
    name: 'day_ahead_price_hourly_2020-2025-01',
    mayHold: span('2019-12-01', '2025-03-01'),
    subjects: ['power_exchanges'],
    open: createAuctionRecording,
  },
]

function span(fromDate: string, untilDate: string): Span {
  return { fromEpochMs: toUtcMidnight(fromDate), untilEpochMs: toUtcMidnight(untilDate) }
}

function toUtcMidnight(date: string): number {
  return Temporal.Instant.from(`${date}T00:00:00Z`).epochMilliseconds
}
