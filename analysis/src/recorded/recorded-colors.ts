import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import type { DailyNetLoad } from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { parseKnownNumber } from './recorded-rows.ts'

/** The recorded tariff days: colours since 2014-09-01, net load 2012-01-01 to 2025-07-25. */
export type RecordedColors = {
  /** By day, `YYYY-MM-DD`. */
  colors: ReadonlyMap<string, TariffColor>
  days: DailyNetLoad
  /** Whether the scale of C takes the recorded temperatures, not the usual one. */
  isTemperatureOfScaleKnown: boolean
  /** Generation of wind and of sun, and wind speed weighted by installed wind power (2013-03-02 to 2023-10-01, m/s), of the same days. */
  windMw: (number | null)[]
  sunMw: (number | null)[]
  windMs: (number | null)[]
}

const colorFile = 'tempo_days_2014-2026.csv'
const windFile = 'weather/fr_netload_weather_daily_2013-2023.csv.gz'
const netLoadFile = 'net_load_daily_2012-2026.csv.gz'

const colorByWord: ReadonlyMap<string, TariffColor> = new Map([
  ['BLEU', 'BLUE'],
  ['BLANC', 'WHITE'],
  ['ROUGE', 'RED'],
])

/** @throws UsageError when a file is not in the folder */
export async function readRecordedColors(folder: string): Promise<RecordedColors> {
  for (const name of [colorFile, netLoadFile, windFile]) {
    if (await Bun.file(join(folder, name)).exists()) continue
    throw new UsageError(`The folder ${JSON.stringify(folder)} does not hold ${name}.`)
  }
  const colors = (await readRecordedCsv(folder, colorFile)).flatMap(({ date = '', color = '' }) => {
    const known = colorByWord.get(color)
    return known === undefined ? [] : [[date, known] as const]
  })
  const rows = await readRecordedCsv(folder, netLoadFile)
  const column = (name: string) => rows.map((row) => parseKnownNumber(row[name]))
  const windMsByDay = new Map(
    (await readRecordedCsv(folder, windFile)).map((row) => [row['date'], parseKnownNumber(row['wind_weighted_ms'])]),
  )
  const [windMw, sunMw] = [column('wind'), column('solar')]
  return {
    colors: new Map(colors),
    days: {
      firstDay: Temporal.PlainDate.from(rows[0]?.['tempo_day'] ?? ''),
      loadMw: column('load_used'),
      windAndSunMw: addKnown(windMw, sunMw),
      loadForecastMw: column('fc_load'),
      windAndSunForecastMw: addKnown(column('fc_wind'), column('fc_solar')),
      temperatureC: column('temp'),
    },
    isTemperatureOfScaleKnown: true,
    windMw,
    sunMw,
    windMs: rows.map((row) => windMsByDay.get(row['tempo_day']) ?? null),
  }
}

/** Sum of two series; unknown where one of them is. */
export function addKnown(one: readonly (number | null)[], other: readonly (number | null)[]): (number | null)[] {
  return one.map((value, index) => {
    const added = other[index] ?? null
    return value === null || added === null ? null : value + added
  })
}
