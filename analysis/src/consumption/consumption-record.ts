import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { ConsumptionHour } from '@hexawatt/shared/methodology/imports/consumption-hour'
import type { ImportRow } from '@hexawatt/shared/methodology/imports/import-table'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { hourMs } from '@hexawatt/shared/time/instant'
import { readRecordedImports } from '../imports/valued-hours.ts'
import { createRecord } from '../recorded/read-record.ts'
import { type DayRange, yearsFolder } from '../recorded/record-folder.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'

/** One number for each emission rule. */
export type ByRule = Readonly<Record<EmissionRule, number>>

/** Imports of one hour, MW, and what was emitted for them, t/h. */
export type HourImports = Readonly<Record<ImportRow, number>>

/** A realised hour: imports, and the intensity of French production and of consumption, g/kWh. */
export type RealisedHour = {
  imports: HourImports
  /** The same imports with the German mix of a week before, as the product takes it while the newest one is missing. */
  importsWithOldGermany: HourImports
  production: ByRule
  consumption: ByRule
}

/** Realised hours by their start, ms. An hour is absent when a border or the French mix is unknown. */
export type RealisedHours = ReadonlyMap<number, RealisedHour>

/** The grid of 2022 and 2023, and its hours with imports. */
export type ConsumptionRecord = { grid: GridRecord; realised: RealisedHours }

/** Days from which issues are replayed: a month of history lies before them, and three days that are forecast after them. */
export const importDays: DayRange = {
  from: Temporal.PlainDate.from('2022-02-01'),
  to: Temporal.PlainDate.from('2023-12-28'),
}

const generationFile = 'neighbours/fr_generation_by_type_hourly_2022-2024.csv.gz'
const dayAheadFile = 'neighbours/neighbours_day_ahead_price_load_wind_solar_hourly_2022-2025-01.csv.gz'

/**
 * Reads the years whose imports were recorded. No constant of the forecast of French production was fitted on 2022.
 *
 * @param folder folder of the recorded years
 * @throws UsageError when the neighbours are not in it
 */
export async function readConsumptionRecord(folder: string): Promise<ConsumptionRecord> {
  const missing = [generationFile, dayAheadFile].find((file) => !existsSync(join(folder, file)))
  if (missing !== undefined) {
    throw new UsageError(
      `--boundary consumption needs recorded neighbours, and the folder ${JSON.stringify(folder)} does not hold ${missing}: --data ${yearsFolder} has them.`,
    )
  }
  const [generation, dayAhead, hours] = await Promise.all([
    readRecordedCsv(folder, generationFile),
    readRecordedCsv(folder, dayAheadFile),
    readRecordedImports(folder),
  ])
  const french = dayAhead.filter(({ zone }) => zone === 'FR')
  const grid = createRecord({ generation: generation.map(toGenerationRow), forecasts: french, prices: french })
  return { grid, realised: listRealisedHours(hours) }
}

/** The row under the column names of the two recorded years. */
function toGenerationRow(row: RecordedRow): RecordedRow {
  return {
    ...row,
    suspect: '',
    coal_mw: row['hard_coal_mw'] ?? '',
    coal_consumption_mw: row['hard_coal_consumption_mw'] ?? '',
  }
}

const weekMs = 7 * 24 * hourMs

/** Arranges computed hours for a backtest. */
export function listRealisedHours(hours: readonly ConsumptionHour[]): RealisedHours {
  const germanByHour = new Map(hours.map((hour) => [hour.startMs, findGermanBorder(hour)]))
  return new Map(
    hours.flatMap((hour) => {
      const { startMs, importMw, importedTonnesPerHour: tonnes, productionMw, productionKgPerHour, intensity } = hour
      const [direct, lifeCycle] = [tonnes.direct, tonnes.lifeCycle]
      if (importMw === null || direct === null || lifeCycle === null) return []
      const imports = { importMw, direct, lifeCycle }
      const addedTonnes = recordFromEntries(emissionRules, (rule) =>
        computeAddedTonnes(germanByHour.get(startMs), germanByHour.get(startMs - weekMs), rule),
      )
      const realised = {
        imports,
        importsWithOldGermany: {
          importMw,
          direct: direct + addedTonnes.direct,
          lifeCycle: lifeCycle + addedTonnes.lifeCycle,
        },
        production: recordFromEntries(emissionRules, (rule) => productionKgPerHour[rule] / productionMw),
        consumption: recordFromEntries(emissionRules, (rule) => intensity[rule] ?? Number.NaN),
      }
      return [[startMs, realised] as const]
    }),
  )
}

type GermanBorder = ConsumptionHour['borders'][number] | undefined

const findGermanBorder = ({ borders }: ConsumptionHour): GermanBorder => borders.find(({ country }) => country === 'DE')

/** Change of the emissions of the import from Germany when the mix of another hour counts instead, t/h; 0 when that mix is unknown. */
function computeAddedTonnes(border: GermanBorder, other: GermanBorder, rule: EmissionRule): number {
  const [own, otherOne] = [border?.gCo2PerKwhByRule[rule] ?? null, other?.gCo2PerKwhByRule[rule] ?? null]
  if (own === null || otherOne === null) return 0
  return (Math.max(0, border?.netImportMw ?? 0) * (otherOne - own)) / 1000
}
