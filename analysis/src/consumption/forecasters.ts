import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { JudgedHour } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import {
  findLastKnownValue,
  findSameHourValue,
  listSameHoursOfEarlierDays,
} from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { combineImportTerms, mixImports } from '@hexawatt/shared/methodology/imports/import-forecast'
import { type ImportTable, importTable } from '@hexawatt/shared/methodology/imports/import-table'
import {
  type ConsumptionIssue,
  computeImportsKnownUntilMs,
  type ImportView,
  readImportTerms,
} from './consumption-issue.ts'
import type { HourImports, RealisedHours } from './consumption-record.ts'

/** Forecasts of the intensity of consumption that are compared on the same hours. */
export const forecasters = [
  'fitted',
  'shipped',
  'yesterday',
  'flat',
  'production',
  'lastDifference',
  'after2Hours',
  'after8Hours',
  'after26Hours',
  'germanyWeekLate',
] as const
export type Forecaster = (typeof forecasters)[number]

/** Their names in the tables. */
export const forecasterNames: Readonly<Record<Forecaster, string>> = {
  fitted: 'forecast, weights of the other year',
  shipped: 'forecast, shipped weights',
  yesterday: 'same hour yesterday',
  flat: 'flat persistence',
  production: 'production forecast alone',
  lastDifference: 'production forecast + last known difference',
  after2Hours: 'imports 2 h old',
  after8Hours: 'imports 8 h old',
  after26Hours: 'imports 26 h old',
  germanyWeekLate: 'Germany always a week late',
}

/** One hour of an issue as every forecaster has it. */
export type ForecastHour = JudgedHour<Forecaster> & { startMs: number; spread: number }

/** By start of the hour, ms: the realised intensity of consumption, and how far it is above that of production, g/kWh. */
type Truth = { consumption: ReadonlyMap<number, number>; difference: ReadonlyMap<number, number> }
export type TruthByRule = Readonly<Record<EmissionRule, Truth>>

/** Arranges realised hours by rule. */
export function listTruth(realised: RealisedHours): TruthByRule {
  return recordFromEntries(emissionRules, (rule) => ({
    consumption: new Map([...realised].map(([startMs, { consumption }]) => [startMs, consumption[rule]])),
    difference: new Map(
      [...realised].map(([startMs, { production, consumption }]) => [startMs, consumption[rule] - production[rule]]),
    ),
  }))
}

/**
 * The forecasts of every forecaster for the hours of an issue.
 *
 * @param fitted weights that were fitted without the year of the issue
 */
export function listForecastHours(
  issue: ConsumptionIssue,
  fitted: ImportTable,
  truth: TruthByRule,
): Record<EmissionRule, ForecastHour[]> {
  const knownUntilMs = computeImportsKnownUntilMs(issue.issuedAt)
  const earlierMs = issue.hours.map(({ startMs }) => listSameHoursOfEarlierDays(startMs))
  const importsByLead = issue.hours.map(({ lead }) => {
    const combine = (view: ImportView, table: ImportTable) =>
      combineImportTerms(readImportTerms(issue, view, lead), lead, table)
    return {
      fitted: combine('usual', fitted),
      shipped: combine('usual', importTable),
      after2Hours: combine('after2Hours', fitted),
      after8Hours: combine('after8Hours', fitted),
      after26Hours: combine('after26Hours', fitted),
      germanyWeekLate: combine('germanyWeekLate', fitted),
    }
  })
  return recordFromEntries(emissionRules, (rule) => {
    const { consumption, difference } = truth[rule]
    const flat = findLastKnownValue(consumption, knownUntilMs)
    const lastDifference = findLastKnownValue(difference, knownUntilMs)
    return issue.hours.map(({ startMs, lead, productionMw, production, spread }, index) => {
      const french = { productionMw, gCo2eqPerKwh: production[rule] }
      const mix = (imports: HourImports | undefined): number | null =>
        imports === undefined ? null : mixImports(french, imports, rule)
      const imports = importsByLead[index]
      return {
        startMs,
        lead,
        spread: spread[rule],
        realised: consumption.get(startMs) ?? null,
        isPublished: false,
        predicted: {
          fitted: mix(imports?.fitted),
          shipped: mix(imports?.shipped),
          yesterday: findSameHourValue(consumption, earlierMs[index] ?? [], knownUntilMs),
          flat,
          production: production[rule],
          lastDifference: lastDifference === null ? null : production[rule] + lastDifference,
          after2Hours: mix(imports?.after2Hours),
          after8Hours: mix(imports?.after8Hours),
          after26Hours: mix(imports?.after26Hours),
          germanyWeekLate: mix(imports?.germanyWeekLate),
        },
      }
    })
  })
}
