import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { toHourlyRows } from '@hexawatt/shared/testing/shipped-hours'
import { computeMadeUpError } from './made-up-errors.ts'
import { createRecord } from './read-record.ts'
import { type DayRange, type RecordFolder, recordedFiles } from './record-folder.ts'
import type { GridRecord } from './recorded-hours.ts'

/** Years that no constant and no choice of the forecast stands on. */
export const otherYears = ['2021', '2025'] as const
export type OtherYear = (typeof otherYears)[number]

/** Days with a month of history before them and two days after. */
export const otherYearDays: Readonly<Record<OtherYear, DayRange>> = {
  '2021': { from: Temporal.PlainDate.from('2021-02-01'), to: Temporal.PlainDate.from('2021-12-29') },
  '2025': { from: Temporal.PlainDate.from('2025-02-01'), to: Temporal.PlainDate.from('2025-07-23') },
}

/** Greatest relative error of a made-up forecast, and the hours from one made-up error to the next. */
const greatestError = 0.25
const errorStepHours = 6

/**
 * Reads one of the other years. What was not recorded is absent (2021: consumption; 2025: prices); forecasts of wind and sun, which were not recorded
 * either, are what came, changed by made-up errors.
 */
export async function readOtherYear({ path }: RecordFolder, year: OtherYear): Promise<GridRecord> {
  if (year === '2021') {
    const rows = await readRecordedCsv(path, 'generation_by_type_hourly_2021.csv.gz')
    const generation = rows.map((row) => ({ ...row, suspect: '', hydro_pumped_mw: row['hydro_pumped_net_mw'] ?? '' }))
    const prices = await readRecordedCsv(path, recordedFiles.price)
    return createRecord({ generation, forecasts: generation.map(addForecastErrors), prices })
  }
  const { generation, forecasts } = toHourlyRows(await readRecordedCsv(path, 'eco2mix_15min_2025.csv.gz'))
  const noisy = generation.map((row, index) => ({
    ...addForecastErrors(row),
    load_forecast_mw: forecasts[index]?.['load_forecast_mw'] ?? '',
  }))
  return createRecord({ generation, forecasts: noisy, prices: [] })
}

function addForecastErrors(generated: RecordedRow): RecordedRow {
  const startMs = Date.parse(generated['datetime_utc'] ?? '')
  const noisy = ['solar', 'wind_onshore', 'wind_offshore'].map((type, index) => {
    const cameMw = generated[`${type}_mw`] ?? ''
    const forecastMw =
      cameMw === ''
        ? ''
        : String(
            Math.max(0, Number(cameMw)) *
              (1 + greatestError * computeMadeUpError(startMs, { series: index, stepHours: errorStepHours })),
          )
    return [`${type}_forecast_mw`, forecastMw]
  })
  return { datetime_utc: generated['datetime_utc'] ?? '', ...Object.fromEntries(noisy) }
}
