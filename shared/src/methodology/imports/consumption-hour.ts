import { sumOrNull } from '../../bounds/numbers.ts'
import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { coreBorderCountries, toServedCountry } from '../../grid/borders.ts'
import { toParisYear } from '../../time/paris.ts'
import { type EmissionRule, emissionRules } from '../forecast/analog-forecast.ts'
import { type CountryIntensity, computeProductionIntensity, type PowerMwByType, valueBorders } from '../intensity.ts'
import type { NetFlowMwByCountry } from './border-flows.ts'
import { findNeighbourValue, type NeighbourBasis, type NeighbourPast } from './neighbour-past.ts'
import type { FactorsByRule } from './neighbour-types.ts'

/** One border in one hour. */
export type BorderHour = {
  /** ISO 3166-1 alpha-2; `XX` for a border of an unknown country. */
  country: string
  /** Inflow less outflow, MW, exports negative; null = unknown. */
  netImportMw: number | null
  /** Intensity of the neighbour's power, whether or not any of it is imported; null = unknown. */
  gCo2PerKwhByRule: Record<EmissionRule, number | null>
  /** Origin of that intensity; null without one. */
  basis: NeighbourBasis | null
  /** Start of the hour of the mix behind it, ms; null for a yearly value. */
  sourceStartMs: number | null
}

/** Consumption-based carbon intensity of one hour by both emission rules, with everything in its sums; unrounded, storable as JSON. */
export type ConsumptionHour = {
  startMs: number
  /** French generation and its emissions. */
  productionMw: number
  productionKgPerHour: Record<EmissionRule, number>
  /** The six neighbours in the order of their codes, then further borders. */
  borders: BorderHour[]
  /** Sum of the net imports; null, like exports and the domestic share, while a border is unknown. */
  importMw: number | null
  /** Null as `importMw`, and when an importing border has no intensity. */
  importedTonnesPerHour: Record<EmissionRule, number | null>
  exportsMw: number | null
  /** Generation / (generation + imports), 0–1. */
  domesticShare: number | null
  /** gCO2eq/kWh; null as `importedTonnesPerHour`. */
  intensity: Record<EmissionRule, number | null>
}

/** Everything that is known of an hour. */
export type ConsumptionInputs = {
  startMs: number
  /** French mix of the hour, MW by production type. */
  mix: PowerMwByType
  /** Of all borders; a neighbour that is absent is unknown. */
  netFlowMwByCountry: NetFlowMwByCountry
  neighbours: Readonly<Record<string, NeighbourPast>>
  /** Every known yearly intensity of countries. */
  countryIntensities: readonly CountryIntensity[]
  factors: FactorsByRule
}

/**
 * Consumption-based carbon intensity of an hour (docs/methodology/consumption.md#formula): (E + Σ Iₖ·cₖ) / (P + Σ Iₖ), with the net import Iₖ ≥ 0 of
 * each border at the intensity cₖ of the neighbour's own mix. Exports leave with the mix and change nothing; without any import the value is the production
 * intensity to the last bit. An unknown border never counts as 0.
 *
 * @returns null when France generates nothing: that is missing data
 */
export function computeConsumptionHour(inputs: ConsumptionInputs): ConsumptionHour | null {
  const lifeCycle = computeProductionIntensity(inputs.mix, inputs.factors.lifeCycle)
  const direct = computeProductionIntensity(inputs.mix, inputs.factors.direct)
  if (lifeCycle === null || direct === null) return null
  const productionMw = lifeCycle.totalMw
  const production = { lifeCycle: lifeCycle.gCo2eqPerKwh, direct: direct.gCo2eqPerKwh }
  const borders = listBorderHours(inputs)
  const importMw = sumOrNull(borders.map(computeImportMw))
  const importedTonnesPerHour = recordFromEntries(emissionRules, (rule) =>
    sumOrNull(borders.map((border) => computeImportedTonnes(border, rule))),
  )
  return {
    startMs: inputs.startMs,
    productionMw,
    productionKgPerHour: recordFromEntries(emissionRules, (rule) => production[rule] * productionMw),
    borders,
    importMw,
    importedTonnesPerHour,
    exportsMw: sumOrNull(borders.map(({ netImportMw: netMw }) => (netMw === null ? null : Math.max(0, -netMw)))),
    domesticShare: importMw === null ? null : productionMw / (productionMw + importMw),
    intensity: recordFromEntries(emissionRules, (rule) => {
      const tonnes = importedTonnesPerHour[rule]
      if (importMw === null || tonnes === null) return null
      if (importMw === 0) return production[rule]
      return (production[rule] * productionMw + 1000 * tonnes) / (productionMw + importMw)
    }),
  }
}

function listBorderHours({
  startMs,
  netFlowMwByCountry,
  neighbours,
  countryIntensities,
}: ConsumptionInputs): BorderHour[] {
  const further = Object.keys(netFlowMwByCountry).filter((country) => !isNeighbour(country))
  const countries = [...coreBorderCountries, ...further.sort()]
  const year = toParisYear(Temporal.Instant.fromEpochMilliseconds(startMs))
  const yearly = valueBorders(Object.fromEntries(countries.map((country) => [country, 0])), countryIntensities, year)
  return countries.map((country) => {
    const published = yearly?.find((row) => row.country === country)?.gCo2eqPerKwh ?? null
    const value = findNeighbourValue(neighbours[country], startMs, published)
    return {
      country: toServedCountry(country),
      netImportMw: netFlowMwByCountry[country] ?? null,
      gCo2PerKwhByRule: value?.gCo2PerKwhByRule ?? { lifeCycle: null, direct: null },
      basis: value?.basis ?? null,
      sourceStartMs: value?.sourceStartMs ?? null,
    }
  })
}

const isNeighbour = (country: string): boolean => coreBorderCountries.some((core) => core === country)

const computeImportMw = ({ netImportMw }: BorderHour): number | null =>
  netImportMw === null ? null : Math.max(0, netImportMw)

/** An export needs no intensity. */
function computeImportedTonnes(border: BorderHour, rule: EmissionRule): number | null {
  const importMw = computeImportMw(border)
  if (importMw === null || importMw === 0) return importMw
  const gCo2PerKwh = border.gCo2PerKwhByRule[rule]
  return gCo2PerKwh === null ? null : (importMw * gCo2PerKwh) / 1000
}
