import { parisMidnight } from '../time/paris.ts'

/** A recording in `recordings/`: some days of a longer one, with the same columns. */
export type ShippedRecording = {
  /** Name of the file, without `.csv.gz`. */
  name: string
  /** Name of the recording that it was cut from. */
  cutFrom: string
  /** First and last Paris day, both included. */
  firstDay: string
  lastDay: string
  /** Length of a row's step, minutes. */
  stepMinutes: number
}

/**
 * The recordings in the repository, newest first. Winter and summer are a week with the two weeks before it, which score and history read; the
 * other two cover a clock change.
 */
export const shippedRecordings = [
  {
    name: 'eco2mix_15min_2025_summer',
    cutFrom: 'eco2mix_15min_2025',
    firstDay: '2025-07-05',
    lastDay: '2025-07-25',
    stepMinutes: 15,
  },
  {
    name: 'eco2mix_15min_2025_clock_change',
    cutFrom: 'eco2mix_15min_2025',
    firstDay: '2025-03-20',
    lastDay: '2025-04-02',
    stepMinutes: 15,
  },
  {
    name: 'eco2mix_15min_2025_winter',
    cutFrom: 'eco2mix_15min_2025',
    firstDay: '2025-01-01',
    lastDay: '2025-01-21',
    stepMinutes: 15,
  },
  {
    name: 'generation_by_type_hourly_2021_clock_change',
    cutFrom: 'generation_by_type_hourly_2021',
    firstDay: '2021-10-17',
    lastDay: '2021-11-06',
    stepMinutes: 60,
  },
] as const satisfies readonly ShippedRecording[]

/** Where its Paris days begin and end. */
export function toInstantBounds({ firstDay, lastDay }: ShippedRecording): {
  from: Temporal.Instant
  until: Temporal.Instant
} {
  const midnight = (date: Temporal.PlainDate) => parisMidnight(date)
  return {
    from: midnight(Temporal.PlainDate.from(firstDay)),
    until: midnight(Temporal.PlainDate.from(lastDay).add({ days: 1 })),
  }
}

/** Names of the files, without `.csv.gz`, of a Paris month that `bun run recordings fetch` has stored from open sources. */
export function listFetchedMonthNames(month: Temporal.PlainYearMonth): { mix: string; price: string; weather: string } {
  return {
    mix: `open_eco2mix_15min_${month}`,
    price: `open_day_ahead_price_hourly_${month}`,
    weather: `open_weather_hourly_${month}`,
  }
}

/** Years whose months it stores. */
export const [firstFetchedYear, lastFetchedYear] = [2020, 2035] as const

/** Every month that it can store, the oldest first. */
export const fetchableMonths: readonly Temporal.PlainYearMonth[] = Array.from(
  { length: 12 * (lastFetchedYear - firstFetchedYear + 1) },
  (_, index) => Temporal.PlainYearMonth.from({ year: firstFetchedYear, month: 1 }).add({ months: index }),
)
