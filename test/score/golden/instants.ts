import type { Recording } from './recording.ts'

/** An instant at which a score is asked for, and the rule that chose it. */
export type ChosenInstant = { rule: string; now: string }

/** 14 days of prices before, 48 hours of forecast behind: the recording holds both for every instant in between. */
const firstDay = '2023-02-01'
const lastDay = '2025-01-10'

/** Ends of summer and winter time in UTC. */
const clockChanges = ['2023-03-26T01:00:00Z', '2023-10-29T01:00:00Z', '2024-03-31T01:00:00Z', '2024-10-27T01:00:00Z']
const shippedClockChange = '2025-03-30T01:00:00Z'
const hoursAroundClockChange = [
  -37, -30, -25, -24, -14, -13, -12, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 22, 23, 24, 35, 47,
]

/** Public holidays on which a working day would be rated otherwise, and days beside them. */
const holidays = [
  '2023-04-10',
  '2023-05-01',
  '2023-05-08',
  '2023-05-18',
  '2023-05-29',
  '2023-07-14',
  '2023-08-15',
  '2023-11-01',
  '2023-12-25',
  '2024-01-01',
  '2024-04-01',
  '2024-05-01',
  '2024-05-08',
  '2024-05-09',
  '2024-05-20',
  '2024-08-15',
  '2024-11-01',
  '2024-11-11',
  '2024-12-25',
  '2025-01-01',
]

/** Paris times at which something is published, in UTC, on a winter and on a summer day: a minute before, and the minute itself. */
const publications = [
  ...['2024-01-17T12:29', '2024-01-17T12:30', '2024-01-17T16:59', '2024-01-17T17:00', '2024-01-17T18:29'],
  ...['2024-01-17T18:30', '2024-06-12T11:29', '2024-06-12T11:30', '2024-06-12T15:59', '2024-06-12T16:00'],
  ...['2024-06-12T17:29', '2024-06-12T17:30', '2023-12-31T22:59', '2023-12-31T23:00', '2024-12-31T12:00'],
]

/** Every chosen instant, rule by rule, each instant once. */
export function chooseInstants(recording: Recording): ChosenInstant[] {
  const chosen = [
    ...of('start and middle of a month', monthDays([1, 15]).flatMap(atTimes(['03:07:41', '18:20:30']))),
    ...of('around a clock change', clockChanges.flatMap(aroundClockChange)),
    ...of(
      'a weekend',
      monthDays([1])
        .flatMap(firstWeekend)
        .flatMap(atTimes(['11:52:00'])),
    ),
    ...of('a holiday', holidays.flatMap(atTimes(['16:10:00']))),
    ...of(
      'a publication',
      publications.map((minute) => `${minute}:00Z`),
    ),
    ...of(
      'the lowest price of a month',
      priceExtremes(recording, (price, best) => price < best),
    ),
    ...of(
      'the highest price of a month',
      priceExtremes(recording, (price, best) => price > best),
    ),
  ]
  return once(chosen)
}

/** Every so many-th hour of the shipped weeks is chosen: over time each hour of the day. */
const shippedStepHours = 11

/** The same from the shipped weeks of 2025; at their beginning less is known of the days before, near their end less of those ahead. */
export function chooseShippedInstants(recording: Recording): ChosenInstant[] {
  const hours = [...recording.generation.keys()]
  const rule = (name: string, instants: readonly string[]) => instants.map((now) => ({ rule: name, now }))
  return once([
    ...rule(
      'hours of the shipped weeks',
      hours.filter((_, index) => index % shippedStepHours === 0).map((hour) => hour.replace(':00:00Z', ':37:20Z')),
    ),
    ...rule('around a clock change', aroundClockChange(shippedClockChange)),
    ...rule(
      'the lowest price of a month',
      priceExtremes(recording, (price, best) => price < best),
    ),
    ...rule(
      'the highest price of a month',
      priceExtremes(recording, (price, best) => price > best),
    ),
  ])
}

function once(chosen: readonly ChosenInstant[]): ChosenInstant[] {
  return chosen.filter(({ now }, index) => chosen.findIndex((other) => other.now === now) === index)
}

function of(rule: string, instants: readonly string[]): ChosenInstant[] {
  return instants.filter((now) => now >= firstDay && now < lastDay).map((now) => ({ rule, now }))
}

/** Dates of these days of every month of 2023 and 2024. */
function monthDays(days: readonly number[]): string[] {
  return [2023, 2024].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => days.map((day) => isoDate(Date.UTC(year, month, day)))).flat(),
  )
}

const atTimes =
  (times: readonly string[]) =>
  (date: string): string[] =>
    times.map((time) => `${date}T${time}Z`)

function aroundClockChange(change: string): string[] {
  return hoursAroundClockChange.map((hours) => isoSecond(Date.parse(change) + hours * 3_600_000 + 1_260_000))
}

/** The first Saturday from a date on, and the Sunday after it. */
function firstWeekend(date: string): string[] {
  const start = Date.parse(date)
  const saturday = start + ((6 - new Date(start).getUTCDay() + 7) % 7) * 86_400_000
  return [isoDate(saturday), isoDate(saturday + 86_400_000)]
}

/** Of each month the 25th minute of the hour whose price no other beats. */
function priceExtremes({ prices }: Recording, beats: (price: number, best: number) => boolean): string[] {
  const best = new Map<string, { now: string; price: number }>()
  for (const [start, row] of prices) {
    const month = start.slice(0, 7)
    const price = Number(row['price_eur_mwh'])
    const known = best.get(month)
    if (known === undefined || beats(price, known.price))
      best.set(month, { now: start.replace(':00:00Z', ':25:00Z'), price })
  }
  return [...best.values()].map(({ now }) => now)
}

const isoDate = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)
const isoSecond = (epochMs: number): string => new Date(epochMs).toISOString().replace('.000Z', 'Z')
