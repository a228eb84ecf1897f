import type { RecordedRow } from '@hexawatt/shared/testing/recorded-csv'
import type { Recording } from '../recording.ts'
import type { Situation, Span } from '../situation.ts'
import { mean } from './numbers.ts'
import { dateLater, hour, parisTime, strike } from './paris.ts'

/** Value by the start of its hour. */
export type Hours = Map<number, number>

/** Values known at the instant of a situation, worked out from the recordings. */
export type Known = {
  now: number
  /** Start of the present hour. */
  presentHour: number
  prices: Hours
  /** By type of generation. */
  windAndSun: Record<string, Hours>
  load: Hours
  weeklyLoad: Hours
  signals: Hours
}

export function whatWasKnown(recording: Recording, situation: Situation): Known {
  const now = Date.parse(situation.now)
  const presentHour = now - (now % hour)
  const forecast = (column: string) => windAndSunColumn(recording, situation, now, column)
  const solar = forecast('solar_forecast_mw')
  if (situation.windAndSun === 'intraday') {
    for (let ahead = 0; ahead < 6; ahead += 1) {
      const at = presentHour + ahead * hour
      const dayAhead = numbersOf(recording.forecasts, 'solar_forecast_mw').get(at)
      if (dayAhead !== undefined) solar.set(at, 0.9 * dayAhead)
    }
  }
  return {
    now,
    presentHour,
    prices: knownPrices(recording, situation, now),
    windAndSun: {
      SOLAR: solar,
      WIND_ONSHORE: forecast('wind_onshore_forecast_mw'),
      WIND_OFFSHORE: forecast('wind_offshore_forecast_mw'),
    },
    load: knownLoad(recording, situation, now),
    weeklyLoad: fullHours(situation.weeklyLoad),
    signals: fullHours(situation.signals),
  }
}

/** First instant that is not yet published: the day after tomorrow once the clock has struck, else tomorrow. */
export function edgeOfPublication(now: number, publishedHour: number, publishedMinute: number): number {
  const clock = parisTime(now)
  const struck = clock.hour * 60 + clock.minute >= publishedHour * 60 + publishedMinute
  return strike(dateLater(clock.date, struck ? 2 : 1), 0)
}

export function midnight(now: number, days: number): number {
  return strike(dateLater(parisTime(now).date, days), 0)
}

function knownPrices({ prices }: Recording, situation: Situation, now: number): Hours {
  if (situation.prices === 'none') return new Map()
  const edge = situation.prices === 'stopped' ? midnight(now, -2) : edgeOfPublication(now, 13, 30)
  return column(prices, midnight(now, -13), edge, 'price_eur_mwh')
}

function windAndSunColumn({ forecasts }: Recording, situation: Situation, now: number, name: string): Hours {
  if (situation.windAndSun === 'none') return new Map()
  const edge = situation.windAndSun === 'stopped' ? midnight(now, -1) : edgeOfPublication(now, 18, 0)
  return column(forecasts, midnight(now, -8), edge, name)
}

function knownLoad({ forecasts }: Recording, situation: Situation, now: number): Hours {
  const load: Hours = new Map()
  if (situation.dayAheadLoad !== 'none') {
    for (const [at, mw] of column(forecasts, midnight(now, -1), edgeOfPublication(now, 19, 30), 'load_forecast_mw')) {
      // Four quarters of 0, 10, 20 and 30 MW more.
      load.set(at, mw + 15)
    }
  }
  for (const [at, mw] of fullHours(situation.intradayLoad)) load.set(at, mw)
  return load
}

export function column(rows: ReadonlyMap<string, RecordedRow>, from: number, to: number, name: string): Hours {
  const numbers = numbersOf(rows, name)
  const hours: Hours = new Map()
  for (let at = from; at < to; at += hour) {
    const value = numbers.get(at)
    if (value !== undefined) hours.set(at, value)
  }
  return hours
}

/** The numbers of a column, read once: the situations look at overlapping weeks. */
function numbersOf(rows: ReadonlyMap<string, RecordedRow>, name: string): Hours {
  return columns
    .getOrInsertComputed(rows, () => new Map())
    .getOrInsertComputed(name, () => {
      const cells = [...rows].map(([start, row]) => [Date.parse(start), cellOf(row, name)] as const)
      return new Map(cells.filter((cell): cell is [number, number] => cell[1] !== null))
    })
}

const columns = new WeakMap<ReadonlyMap<string, RecordedRow>, Map<string, Hours>>()

/** The row of an hour; undefined when nothing was recorded. */
export function rowAt(rows: ReadonlyMap<string, RecordedRow>, at: number): RecordedRow | undefined {
  return rows.get(new Date(at).toISOString().replace('.000', ''))
}

/** The number of a cell; null when it is empty. */
export function cellOf(row: RecordedRow | undefined, name: string): number | null {
  const text = row?.[name]
  return text === undefined || text === '' ? null : Number(text)
}

/** Means of the hours of which all minutes are there. */
function fullHours(spans: readonly Span[]): Hours {
  const byHour = new Map<number, Span[]>()
  for (const span of spans) {
    const at = Date.parse(span.start)
    const list = byHour.get(at - (at % hour)) ?? []
    list.push(span)
    byHour.set(at - (at % hour), list)
  }
  const hours: Hours = new Map()
  for (const [at, list] of byHour) {
    const minutes = list.reduce((total, span) => total + span.minutes, 0)
    if (minutes === 60) hours.set(at, mean(list.map(({ value }) => value)))
  }
  return hours
}
