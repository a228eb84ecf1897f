import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { hourMs } from '../../time/instant.ts'
import { type EmissionRule, emissionRules } from '../forecast/analog-forecast.ts'
import type { HourTraits } from '../forecast/analog-kernel.ts'
import type { ParisAxis } from '../forecast/axis/paris-axis.ts'
import type { ConsumptionMethod } from '../forecast/forecast-issue.ts'
import {
  combineImportTerms,
  computeImportTerms,
  type ImportPast,
  mixImports,
  prepareImportHistory,
  prepareImportPast,
} from './import-forecast.ts'

/** A past hour whose imports are known: MW, t/h, gCO2eq/kWh. */
export type ImportHour = {
  startMs: number
  importMw: number
  importedTonnesPerHour: Readonly<Record<EmissionRule, number>>
  /** Of consumption, and of French production alone. */
  gCo2PerKwhByRule: Readonly<Record<EmissionRule, number>>
  productionGCo2PerKwhByRule: Readonly<Record<EmissionRule, number>>
}

/** Days of imports that a forecast reads: its windows reach 29 days behind the newest known hour, which may be a week old. */
export const importHistoryDays = 36
/** Known hours below which similar ones are not looked for. */
const minImportHours = 48

/** French production of a target hour as it is forecast, MW and gCO2eq/kWh; null where no mix is. */
export type ForecastProduction = {
  startMs: number
  lead: number
  productionMw: number | null
  gCo2PerKwhByRule: Readonly<Record<EmissionRule, number | null>>
}

/** Intensity of consumption of a target hour, gCO2eq/kWh, and the spread of its logarithm over similar hours; null where unknown. */
export type ForecastConsumption = { gCo2PerKwh: number; spread: number | null } | null

export type ConsumptionForecast = {
  method: ConsumptionMethod
  /** Start of the newest hour whose imports are known, ms. */
  newestStartMs: number
  /** In the order of the hours of production. */
  hours: Record<EmissionRule, ForecastConsumption>[]
}

/**
 * Forecasts the intensity of consumption (docs/methodology/import-forecast.md). Production alone is never given as consumption.
 *
 * @param state the axis of the issue, with P, M and R over it; null when the mix is carried over
 * @param imports known hours before the issue, ascending
 * @returns null when the imports of no hour are known
 */
export function forecastConsumption(
  state: { axis: ParisAxis; traits: HourTraits } | null,
  production: readonly ForecastProduction[],
  imports: readonly ImportHour[],
): ConsumptionForecast | null {
  const newest = imports.at(-1)
  if (newest === undefined) return null
  const past = state && prepareSimilarHours(state, imports)
  const forecastHour = (hour: ForecastProduction): Record<EmissionRule, ForecastConsumption> =>
    past === null ? addLastDifference(hour, newest) : addImports(past, hour)
  return {
    method: past === null ? 'last_difference' : 'similar_hours',
    newestStartMs: newest.startMs,
    hours: production.map(forecastHour),
  }
}

function prepareSimilarHours(
  { axis, traits }: { axis: ParisAxis; traits: HourTraits },
  imports: readonly ImportHour[],
): ImportPast | null {
  const collect = (read: (hour: ImportHour) => number): Float64Array => {
    const values = new Float64Array(axis.length).fill(Number.NaN)
    for (const hour of imports) values[(hour.startMs - axis.firstMs) / hourMs] = read(hour)
    return values
  }
  const history = prepareImportHistory({
    valuesByRow: {
      importMw: collect(({ importMw }) => importMw),
      direct: collect(({ importedTonnesPerHour }) => importedTonnesPerHour.direct),
      lifeCycle: collect(({ importedTonnesPerHour }) => importedTonnesPerHour.lifeCycle),
    },
    intensityByRule: recordFromEntries(emissionRules, (rule) =>
      collect(({ gCo2PerKwhByRule }) => gCo2PerKwhByRule[rule]),
    ),
  })
  return history === null || history.knownHours < minImportHours ? null : prepareImportPast(axis, traits, history)
}

function addImports(
  past: ImportPast,
  { startMs, lead, productionMw, gCo2PerKwhByRule }: ForecastProduction,
): Record<EmissionRule, ForecastConsumption> {
  const terms = computeImportTerms(past, (startMs - past.axis.firstMs) / hourMs)
  const imports = combineImportTerms(terms, lead)
  return recordFromEntries(emissionRules, (rule): ForecastConsumption => {
    const gCo2eqPerKwh = gCo2PerKwhByRule[rule]
    if (productionMw === null || gCo2eqPerKwh === null) return null
    const gCo2PerKwh = mixImports({ productionMw, gCo2eqPerKwh }, imports, rule)
    return Number.isNaN(gCo2PerKwh) ? null : { gCo2PerKwh, spread: terms.spreadByRule[rule] }
  })
}

function addLastDifference(
  { gCo2PerKwhByRule }: ForecastProduction,
  newest: ImportHour,
): Record<EmissionRule, ForecastConsumption> {
  return recordFromEntries(emissionRules, (rule): ForecastConsumption => {
    const forecast = gCo2PerKwhByRule[rule]
    const difference = newest.gCo2PerKwhByRule[rule] - newest.productionGCo2PerKwhByRule[rule]
    return forecast === null ? null : { gCo2PerKwh: Math.max(0, forecast + difference), spread: null }
  })
}
