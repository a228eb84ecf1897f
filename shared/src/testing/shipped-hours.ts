import { shippedRecordings } from '../grid/shipped-recordings.ts'
import { type RecordedRow, readRecordedCsv } from './recorded-csv.ts'

/** Hourly rows in the columns of the long hourly recordings. */
export type HourRows = { generation: RecordedRow[]; forecasts: RecordedRow[]; prices: RecordedRow[] }

/** Hourly column → quarter-hourly column of RTE's real-time set that it is the mean of. */
const generationColumns = {
  biomass_mw: 'bioenergies_biomasse',
  biogas_mw: 'bioenergies_biogaz',
  gas_mw: 'gaz',
  coal_mw: 'charbon',
  oil_mw: 'fioul',
  hydro_pumped_mw: 'hydraulique_step_turbinage',
  hydro_run_of_river_mw: 'hydraulique_fil_eau_eclusee',
  hydro_reservoir_mw: 'hydraulique_lacs',
  nuclear_mw: 'nucleaire',
  solar_mw: 'solaire',
  waste_mw: 'bioenergies_dechets',
  wind_offshore_mw: 'eolien_offshore',
  wind_onshore_mw: 'eolien_terrestre',
} as const

/**
 * How a forecast of wind and sun, which was not recorded, is made up of the power that came: times 1 plus a wave of this height and length, hours.
 * It looks ahead, as no real forecast does.
 */
const inventedForecasts = {
  solar_forecast_mw: { of: 'solar_mw', height: 0.12, hours: 37 },
  wind_onshore_forecast_mw: { of: 'wind_onshore_mw', height: 0.15, hours: 53 },
  wind_offshore_forecast_mw: { of: 'wind_offshore_mw', height: 0.15, hours: 41 },
} as const

/** A price, which was not recorded, is made up of the forecast load that wind and sun leave: 0 at so many MW, and so much for each more. */
const priceFreeMw = 30_000
const eurPerMwhPerMw = 0.0025

/** Description of the two invented series, printed next to results that use them. */
export const inventedHoursNote =
  'INVENTED, as these recordings hold neither: prices (2.5 EUR/MWh for each GW beyond 30 of load less wind and sun) and the forecasts of wind and sun ' +
  '(what came, times a wave of 12 to 15 %, which looks ahead).'

/** Converts any quarter-hours of RTE's real-time set with recorded prices. */
export const inventedForecastsNote =
  'INVENTED, as these recordings do not hold them: the forecasts of wind and sun (what came, times a wave of 12 to 15 %, which looks ahead).'

/**
 * The shipped quarter-hours as hours. Generation and the day-ahead forecast of load are means of the four recorded quarters; the rest is made up, see
 * `inventedHoursNote`. An hour of which a quarter is missing or a cell empty has an empty cell.
 */
export async function readShippedHours(folder: string): Promise<HourRows> {
  const files = shippedRecordings.filter(({ stepMinutes }) => stepMinutes === 15)
  return toHourlyRows((await Promise.all(files.map(({ name }) => readRecordedCsv(folder, `${name}.csv.gz`)))).flat())
}

/** The same of any quarter-hours of RTE's real-time set. */
export function toHourlyRows(quarters: readonly RecordedRow[]): HourRows {
  const byHour = Map.groupBy(quarters, (row) => `${row['datetime_utc']?.slice(0, 'YYYY-MM-DDTHH'.length)}:00:00Z`)
  const hours = [...byHour].sort(([a], [b]) => (a < b ? -1 : 1))
  const generation = hours.map(([hour, rows]) => toGenerationRow(hour, rows))
  const forecasts = hours.map(([hour, rows], index) => toForecastRow(hour, rows, generation[index] ?? {}))
  return { generation, forecasts, prices: forecasts.map(toPriceRow) }
}

function toGenerationRow(hour: string, quarters: readonly RecordedRow[]): RecordedRow {
  const means = Object.entries(generationColumns).map(([name, column]) => [name, formatMean(quarters, column)])
  // Pumping is recorded as a negative power.
  const pumpedMw = formatMean(quarters, 'pompage')
  const hydro_pumped_consumption_mw = pumpedMw === '' ? '' : String(-Number(pumpedMw))
  return { datetime_utc: hour, ...Object.fromEntries(means), hydro_pumped_consumption_mw, suspect: '' }
}

function toForecastRow(hour: string, quarters: readonly RecordedRow[], generated: RecordedRow): RecordedRow {
  const hourNumber = Date.parse(hour) / 3_600_000
  const invented = Object.entries(inventedForecasts).map(([name, { of, height, hours }]) => {
    const cameMw = generated[of] ?? ''
    const factor = 1 + height * Math.sin((2 * Math.PI * hourNumber) / hours)
    return [name, cameMw === '' ? '' : String(Math.round(Math.max(0, Number(cameMw)) * factor))]
  })
  return {
    datetime_utc: hour,
    load_forecast_mw: formatMean(quarters, 'prevision_j1'),
    ...Object.fromEntries(invented),
  }
}

function toPriceRow(forecast: RecordedRow): RecordedRow {
  const names = ['load_forecast_mw', ...Object.keys(inventedForecasts)]
  const [load = Number.NaN, ...windAndSun] = names.map((name) => Number(forecast[name] || Number.NaN))
  const residualMw = windAndSun.reduce((rest, powerMw) => rest - powerMw, load)
  const price = (residualMw - priceFreeMw) * eurPerMwhPerMw
  return { datetime_utc: forecast['datetime_utc'] ?? '', price_eur_mwh: Number.isNaN(price) ? '' : price.toFixed(2) }
}

function formatMean(quarters: readonly RecordedRow[], column: string): string {
  const cells = quarters.map((row) => row[column] ?? '')
  if (cells.length !== 4 || cells.includes('')) return ''
  return String(cells.reduce((sum, cell) => sum + Number(cell), 0) / 4)
}
