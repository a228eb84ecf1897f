import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { RecordedRow } from '@hexawatt/shared/testing/recorded-csv'
import type { Recording } from './recording.ts'
import type { Situation } from './situation.ts'

const parisTimeZone = 'Europe/Paris'

/** Paris time of the day before at which a day becomes known. */
const publishedAt = { prices: '13:30', windAndSun: '18:00', load: '19:30' }

const columnByType = {
  SOLAR: 'solar_forecast_mw',
  WIND_ONSHORE: 'wind_onshore_forecast_mw',
  WIND_OFFSHORE: 'wind_offshore_forecast_mw',
}

/** Rows `PRICE` of the days from 16 days back: more than the estimate may look at. */
export function priceRows({ prices }: Recording, situation: Situation, now: Temporal.Instant, days = 16): SlotValue[] {
  if (situation.prices === 'none') return []
  const to = situation.prices === 'stopped' ? daysLater(now, -2) : endOfKnownDays(now, publishedAt.prices)
  return hourStarts(daysLater(now, -days), to).flatMap((slotStart) => {
    const price = cell(prices, slotStart, 'price_eur_mwh')
    if (price === null) return []
    const series = 'PRICE'
    if (situation.prices !== 'quarter_hours') return [hourSlot(series, slotStart, price)]
    return [-3, -1, 1, 3].map((deviation, index) => quarterSlot(series, slotStart, index, price + deviation))
  })
}

/** Rows of the day-ahead (and for six hours the intraday) forecast of wind and sun, from 8 days back. */
export function windAndSunRows(
  { forecasts }: Recording,
  situation: Situation,
  now: Temporal.Instant,
  days = 8,
): SlotValue[] {
  if (situation.windAndSun === 'none') return []
  const to = situation.windAndSun === 'stopped' ? daysLater(now, -1) : endOfKnownDays(now, publishedAt.windAndSun)
  const hour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const dayAhead = hourStarts(daysLater(now, -days), to).flatMap((slotStart) =>
    Object.entries(columnByType).flatMap(([type, column]) => {
      const powerMw = cell(forecasts, slotStart, column)
      return powerMw === null ? [] : [hourSlot(`D-1/${type}`, slotStart, powerMw)]
    }),
  )
  if (situation.windAndSun !== 'intraday') return dayAhead
  const intraday = hourStarts(hour, hour.add({ hours: 6 })).flatMap((slotStart) => {
    const powerMw = cell(forecasts, slotStart, 'solar_forecast_mw')
    return powerMw === null ? [] : [hourSlot('ID/SOLAR', slotStart, 0.9 * powerMw)]
  })
  return [...intraday, ...dayAhead]
}

/** Rows `D-1` of consumption, in quarter-hours. */
export function loadRows({ forecasts }: Recording, situation: Situation, now: Temporal.Instant, days = 1): SlotValue[] {
  if (situation.dayAheadLoad === 'none') return []
  return hourStarts(daysLater(now, -days), endOfKnownDays(now, publishedAt.load)).flatMap((slotStart) => {
    const loadMw = cell(forecasts, slotStart, 'load_forecast_mw')
    return loadMw === null ? [] : [0, 1, 2, 3].map((index) => quarterSlot('D-1', slotStart, index, loadMw + 10 * index))
  })
}

/** Midnight that ends the last day published by `now`: today, from `time` on tomorrow. */
function endOfKnownDays(now: Temporal.Instant, time: string): Temporal.Instant {
  const isOut = Temporal.PlainTime.compare(now.toZonedDateTimeISO(parisTimeZone).toPlainTime(), time) >= 0
  return daysLater(now, isOut ? 2 : 1)
}

/** Paris midnight that begins the day so many days after the present one. */
function daysLater(now: Temporal.Instant, days: number): Temporal.Instant {
  const date = now.toZonedDateTimeISO(parisTimeZone).toPlainDate().add({ days })
  return date.toZonedDateTime({ timeZone: parisTimeZone }).toInstant()
}

function hourStarts(from: Temporal.Instant, to: Temporal.Instant): Temporal.Instant[] {
  const hours = Math.round(from.until(to).total('hours'))
  return Array.from({ length: hours }, (_, index) => from.add({ hours: index }))
}

function cell(rows: ReadonlyMap<string, RecordedRow>, hour: Temporal.Instant, column: string): number | null {
  const text = rows.get(hour.toString({ smallestUnit: 'second' }))?.[column] ?? ''
  return text === '' ? null : Number(text)
}

function hourSlot(series: string, slotStart: Temporal.Instant, value: number): SlotValue {
  return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value }
}

function quarterSlot(series: string, hour: Temporal.Instant, index: number, value: number): SlotValue {
  const slotStart = hour.add({ minutes: 15 * index })
  return { series, slotStart, slotEnd: slotStart.add({ minutes: 15 }), value }
}
