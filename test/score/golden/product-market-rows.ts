import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { RecordedRow } from '@hexawatt/shared/testing/recorded-csv'
import { hourMs } from '@hexawatt/shared/time/instant'
import { onceAnHour, type Recording } from './recording.ts'
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
export function priceRows(recording: Recording, situation: Situation, now: Temporal.Instant, days = 16): SlotValue[] {
  if (situation.prices === 'none') return []
  const to = situation.prices === 'stopped' ? daysLater(now, -2) : endOfKnownDays(now, publishedAt.prices)
  const rows = situation.prices === 'quarter_hours' ? quarterHourlyPrices : hourlyPrices
  return hourStarts(daysLater(now, -days), to).flatMap((startMs) => rows(recording, startMs))
}

const hourlyPrices = onceAnHour(({ prices }, startMs): SlotValue[] => {
  const price = cell(prices, startMs, 'price_eur_mwh')
  return price === null ? [] : [hourSlot('PRICE', startMs, price)]
})

const quarterHourlyPrices = onceAnHour(({ prices }, startMs): SlotValue[] => {
  const price = cell(prices, startMs, 'price_eur_mwh')
  if (price === null) return []
  return [-3, -1, 1, 3].map((deviation, index) => quarterSlot('PRICE', startMs, index, price + deviation))
})

/** Rows of the day-ahead (and for six hours the intraday) forecast of wind and sun, from 8 days back. */
export function windAndSunRows(
  recording: Recording,
  situation: Situation,
  now: Temporal.Instant,
  days = 8,
): SlotValue[] {
  if (situation.windAndSun === 'none') return []
  const to = situation.windAndSun === 'stopped' ? daysLater(now, -1) : endOfKnownDays(now, publishedAt.windAndSun)
  const dayAhead = hourStarts(daysLater(now, -days), to).flatMap((startMs) => dayAheadWindAndSun(recording, startMs))
  if (situation.windAndSun !== 'intraday') return dayAhead
  const hour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const intraday = hourStarts(hour, hour.add({ hours: 6 })).flatMap((startMs) => {
    const powerMw = cell(recording.forecasts, startMs, 'solar_forecast_mw')
    return powerMw === null ? [] : [hourSlot('ID/SOLAR', startMs, 0.9 * powerMw)]
  })
  return [...intraday, ...dayAhead]
}

const dayAheadWindAndSun = onceAnHour(({ forecasts }, startMs): SlotValue[] =>
  Object.entries(columnByType).flatMap(([type, column]) => {
    const powerMw = cell(forecasts, startMs, column)
    return powerMw === null ? [] : [hourSlot(`D-1/${type}`, startMs, powerMw)]
  }),
)

/** Rows `D-1` of consumption, in quarter-hours. */
export function loadRows(recording: Recording, situation: Situation, now: Temporal.Instant, days = 1): SlotValue[] {
  if (situation.dayAheadLoad === 'none') return []
  const starts = hourStarts(daysLater(now, -days), endOfKnownDays(now, publishedAt.load))
  return starts.flatMap((startMs) => dayAheadLoad(recording, startMs))
}

const dayAheadLoad = onceAnHour(({ forecasts }, startMs): SlotValue[] => {
  const loadMw = cell(forecasts, startMs, 'load_forecast_mw')
  return loadMw === null ? [] : [0, 1, 2, 3].map((index) => quarterSlot('D-1', startMs, index, loadMw + 10 * index))
})

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

/** Starts of the hours between two full hours, ms since the epoch. */
function hourStarts(from: Temporal.Instant, to: Temporal.Instant): number[] {
  const firstMs = from.epochMilliseconds
  return Array.from({ length: (to.epochMilliseconds - firstMs) / hourMs }, (_, index) => firstMs + index * hourMs)
}

function cell(rows: ReadonlyMap<string, RecordedRow>, startMs: number, column: string): number | null {
  const hour = Temporal.Instant.fromEpochMilliseconds(startMs)
  const text = rows.get(hour.toString({ smallestUnit: 'second' }))?.[column] ?? ''
  return text === '' ? null : Number(text)
}

function hourSlot(series: string, startMs: number, value: number): SlotValue {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
  return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value }
}

function quarterSlot(series: string, hourStartMs: number, index: number, value: number): SlotValue {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(hourStartMs).add({ minutes: 15 * index })
  return { series, slotStart, slotEnd: slotStart.add({ minutes: 15 }), value }
}
