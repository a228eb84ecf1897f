import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import type { DailyNetLoad } from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { parseKnownNumber } from '../recorded/recorded-rows.ts'

/** The recorded tariff days: colours since 2014-09-01, net load 2012-01-01 to 2025-07-25. */
export type RecordedColors = {
  /** By day, `YYYY-MM-DD`. */
  colors: ReadonlyMap<string, TariffColor>
  days: DailyNetLoad
}

const colorFile = 'tempo_days_2014-2026.csv'
const netLoadFile = 'net_load_daily_2012-2026.csv.gz'

const colorByWord: ReadonlyMap<string, TariffColor> = new Map([
  ['BLEU', 'BLUE'],
  ['BLANC', 'WHITE'],
  ['ROUGE', 'RED'],
])

/** @throws UsageError when a file is not in the folder */
export async function readRecordedColors(folder: string): Promise<RecordedColors> {
  for (const name of [colorFile, netLoadFile]) {
    if (await Bun.file(join(folder, name)).exists()) continue
    throw new UsageError(`The folder ${JSON.stringify(folder)} does not hold ${name}.`)
  }
  const colors = (await readRecordedCsv(folder, colorFile)).flatMap(({ date = '', color = '' }) => {
    const known = colorByWord.get(color)
    return known === undefined ? [] : [[date, known] as const]
  })
  const rows = await readRecordedCsv(folder, netLoadFile)
  const column = (name: string) => rows.map((row) => parseKnownNumber(row[name]))
  const sum = (wind: string, solar: string) => {
    const solarMw = column(solar)
    return column(wind).map((windMw, index) => {
      const ofSunMw = solarMw[index] ?? null
      return windMw === null || ofSunMw === null ? null : windMw + ofSunMw
    })
  }
  return {
    colors: new Map(colors),
    days: {
      firstDay: Temporal.PlainDate.from(rows[0]?.['tempo_day'] ?? ''),
      loadMw: column('load_used'),
      windAndSunMw: sum('wind', 'solar'),
      loadForecastMw: column('fc_load'),
      windAndSunForecastMw: sum('fc_wind', 'fc_solar'),
      temperatureC: column('temp'),
    },
  }
}
