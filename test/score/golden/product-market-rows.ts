import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { RecordedRow } from '@hexawatt/shared/testing/recorded-csv'
import { hourMs } from '@hexawatt/shared/time/instant'
import { onceAnHour, type Recording, type StoredHours } from './recording.ts'
import type { Situation } from './situation.ts'

const parisTimeZone = 'Europe/Paris'

/** Paris time of the day before at which a day becomes known. */
const publishedAt = { prices: '13:30', windAndSun: '18:00', load: '19:30' }

const columnByType = {
  SOLAR: 'solar_forecast_mw',
  WIND_ONSHORE: 'wind_onshore_forecast_mw',
  WIND_OFFSHORE: 'wind_offshore_forecast_mw',
}

/** Rows `PRICE` of the days from so many days back. */
export function priceHours({ prices }: Situation, now: Temporal.Instant, days: number): StoredHours {
  const rowsOfHour = prices === 'quarter_hours' ? quarterHourlyPrices : hourlyPrices
  if (prices === 'none') return { starts: [], rowsOfHour }
  const to = prices === 'stopped' ? daysLater(now, -2) : endOfKnownDays(now, publishedAt.prices)
  return { starts: hourStarts(daysLater(now, -days), to), rowsOfHour }
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

/** Rows of the day-ahead forecast of wind and sun, from so many days back. */
export function windAndSunHours({ windAndSun }: Situation, now: Temporal.Instant, days: number): StoredHours {
  const rowsOfHour = dayAheadWindAndSun
  if (windAndSun === 'none') return { starts: [], rowsOfHour }
  const to = windAndSun === 'stopped' ? daysLater(now, -1) : endOfKnownDays(now, publishedAt.windAndSun)
  return { starts: hourStarts(daysLater(now, -days), to), rowsOfHour }
}

/** Rows of the intraday forecast of the sun, for six hours. */
export function intradaySunRows(recording: Recording, { windAndSun }: Situation, now: Temporal.Instant): SlotValue[] {
  if (windAndSun !== 'intraday') return []
  const hour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  return hourStarts(hour, hour.add({ hours: 6 })).flatMap((startMs) => {
    const powerMw = cell(recording.forecasts, startMs, 'solar_forecast_mw')
    return powerMw === null ? [] : [hourSlot('ID/SOLAR', startMs, 0.9 * powerMw)]
  })
}

const dayAheadWindAndSun = onceAnHour(({ forecasts }, startMs): SlotValue[] =>
  Object.entries(columnByType).flatMap(([type, column]) => {
    const powerMw = cell(forecasts, startMs, column)
    return powerMw === null ? [] : [hourSlot(`D-1/${type}`, startMs, powerMw)]
  }),
)

/** Rows `D-1` of consumption, in quarter-hours, from so many days back. */
export function loadHours({ dayAheadLoad }: Situation, now: Temporal.Instant, days: number): StoredHours {
  const rowsOfHour = dayAheadLoadOfHour
  if (dayAheadLoad === 'none') return { starts: [], rowsOfHour }
  return { starts: hourStarts(daysLater(now, -days), endOfKnownDays(now, publishedAt.load)), rowsOfHour }
}

const dayAheadLoadOfHour = onceAnHour(({ forecasts }, startMs): SlotValue[] => {
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
