import { type TariffColor, tariffColorCodes } from '../../grid/public-signals.ts'
import { parisDate } from '../../time/paris.ts'
import type { SlotValue } from '../hourly-means.ts'
import { rule } from './color-constants.ts'
import type { ColorStock } from './color-rule.ts'
import type { ColorInputs } from './forecast-colors.ts'
import { createNetLoadRecord, type DailyNetLoad, type DatedNetLoad, type WeatherDays } from './net-load-record.ts'
import shippedYear from './shipped-net-load.json' with { type: 'json' }
import { findTariffSeason, type TariffSeason } from './tariff-season.ts'

/** The newest recorded year of net load: an installation that does not know a year yet takes its days in place of the unknown ones. */
export const shippedNetLoad: DatedNetLoad = shippedYear

/** Net load and colours known at one instant. */
export type KnownColorDays = {
  /** From `netLoadHistoryDays` before today to `maxLeadDays` after it; an absent value is unknown. */
  netLoad: DailyNetLoad
  /** Null without a weather forecast. */
  weather: WeatherDays | null
  /** Series `COLOR` of the tariff calendar since 1 September: number of the colour over the Paris day. */
  tariffCalendar: readonly SlotValue[]
}

/** Blue days, one after the other, that were white with this probability: a white day of the stock does not exist. */
const phantomWhite = { days: 5, probability: 0.9 } as const

/** Inputs of an outlook, and how many white days were taken from the stock because they seem not to exist. */
export type AssembledColors = { inputs: ColorInputs; phantomWhites: number }

/**
 * Inputs of the outlook of a tariff day, as known at one instant.
 *
 * @param announcedWhite probability of white that was last forecast for a day before its colour was published; null when none was
 */
export function assembleColorInputs(
  known: KnownColorDays,
  today: Temporal.PlainDate,
  announcedWhite: (date: string) => number | null,
): AssembledColors {
  const netLoad = createNetLoadRecord(known.netLoad, shippedNetLoad)
  const colors = indexPublishedColors(known.tariffCalendar)
  const season = findTariffSeason(today)
  const phantomWhites = countPhantomWhites(season, colors, announcedWhite)
  const seasonStock: ColorStock = { red: rule.stock.red, white: rule.stock.white - phantomWhites }
  const forecasts = netLoad.forecastsFrom(today)
  const weatherForecasts = known.weather && netLoad.weatherForecastsFrom(today, known.weather)
  return { inputs: { today, season, colors, seasonStock, netLoad, forecasts, weatherForecasts }, phantomWhites }
}

const colorByCode: ReadonlyMap<number, TariffColor> = new Map([
  [tariffColorCodes.BLUE, 'BLUE'],
  [tariffColorCodes.WHITE, 'WHITE'],
  [tariffColorCodes.RED, 'RED'],
])

function indexPublishedColors(values: readonly SlotValue[]): Map<string, TariffColor> {
  const colors = new Map<string, TariffColor>()
  for (const { slotStart, value } of values) {
    const color = colorByCode.get(value)
    if (color !== undefined) colors.set(parisDate(slotStart).toString(), color)
  }
  return colors
}

/**
 * White days of the stock that do not exist: after five days in a row that were to be white and came blue there is one less. Days that were not to be
 * white neither count nor break the row.
 */
function countPhantomWhites(
  season: TariffSeason,
  colors: ReadonlyMap<string, TariffColor>,
  announcedWhite: (date: string) => number | null,
): number {
  let phantoms = 0
  let blueInARow = 0
  for (const { date } of season) {
    const color = colors.get(date)
    if (color === undefined || (announcedWhite(date) ?? 0) < phantomWhite.probability) continue
    blueInARow = color === 'BLUE' ? blueInARow + 1 : 0
    if (blueInARow < phantomWhite.days) continue
    phantoms += 1
    blueInARow = 0
  }
  return phantoms
}
