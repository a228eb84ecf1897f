import { neighbourCountries, toServedCountry } from '../grid/borders.ts'
import { isGeneration, isLowCarbon, isRenewable } from '../grid/production-types.ts'

/** Average power of the slot by production type, MW. Absent = unknown. */
export type PowerMwByType = Readonly<Record<string, number>>

/** Conservative factor of an unmapped type, gCO2eq/kWh: above every thermal factor but coal and oil. */
export const unmappedGCo2eqPerKwh = 700

export type ProductionIntensity = {
  /** Production boundary, gCO2eq/kWh, unrounded. */
  gCo2eqPerKwh: number
  totalMw: number
  lowCarbonPct: number
  renewablePct: number
  /** Generation by type, MW ≥ 0, largest first, ties by code. */
  mix: { productionType: string; powerMw: number }[]
  /** Types of the mix without a factor, sorted. */
  unmappedProductionTypes: string[]
}

/**
 * Carbon intensity of production: Σ MWᵢ·fᵢ / Σ MWᵢ (docs/methodology/carbon.md#production-boundary).
 * Sums, exchanges, pumping and storage are dropped; a negative value counts as 0 MW of generation; a type without a factor takes 700.
 *
 * @param powerMwByType average MW of the slot by production type
 * @param gCo2eqPerKwhByType emission factor by production type
 * @returns null when nothing is generated: that is missing data, never 0 g
 */
export function computeProductionIntensity(
  powerMwByType: PowerMwByType,
  gCo2eqPerKwhByType: Readonly<Record<string, number>>,
): ProductionIntensity | null {
  const mix = toGenerationMix(powerMwByType)
  const totalMw = sumMw(mix)
  if (!(totalMw > 0)) return null
  return {
    gCo2eqPerKwh: sumEmissions(mix, gCo2eqPerKwhByType) / totalMw,
    totalMw,
    lowCarbonPct: (100 * sumMw(mix.filter((entry) => isLowCarbon(entry.productionType)))) / totalMw,
    renewablePct: (100 * sumMw(mix.filter((entry) => isRenewable(entry.productionType)))) / totalMw,
    mix,
    unmappedProductionTypes: mix
      .map((entry) => entry.productionType)
      .filter((type) => gCo2eqPerKwhByType[type] === undefined)
      .sort(),
  }
}

/** Computes only the intensity of {@link computeProductionIntensity}, for each of several factor sets; null when nothing is generated. */
export function computeGCo2eqPerKwhBySet(
  powerMwByType: PowerMwByType,
  factorSets: readonly Readonly<Record<string, number>>[],
): number[] | null {
  const mix = toGenerationMix(powerMwByType)
  const totalMw = sumMw(mix)
  return totalMw > 0 ? factorSets.map((factors) => sumEmissions(mix, factors) / totalMw) : null
}

/** Generation of a mix, MW: the sum that {@link computeProductionIntensity} divides by. */
export function computeGenerationMw(powerMwByType: PowerMwByType): number {
  return sumMw(toGenerationMix(powerMwByType))
}

function sumEmissions(mix: ProductionIntensity['mix'], gCo2eqPerKwhByType: Readonly<Record<string, number>>): number {
  return mix.reduce(
    (sum, { productionType, powerMw }) => sum + powerMw * findFactor(gCo2eqPerKwhByType, productionType),
    0,
  )
}

/**
 * The intensity of {@link computeProductionIntensity} for many hours at once, gCO2eq/kWh.
 *
 * @param powerMwByType MW ≥ 0 by production type, all of the same length; NaN where unknown
 * @returns NaN where a type is unknown or nothing is generated
 */
export function computeProductionIntensities(
  powerMwByType: Readonly<Record<string, Float64Array>>,
  gCo2eqPerKwhByType: Readonly<Record<string, number>>,
): Float64Array {
  const types = Object.keys(powerMwByType).filter(isGeneration)
  const length = powerMwByType[types[0] ?? '']?.length ?? 0
  const [emissions, totalMw] = [new Float64Array(length), new Float64Array(length)]
  for (const type of types) {
    const factor = findFactor(gCo2eqPerKwhByType, type)
    const powerMw = powerMwByType[type] ?? []
    for (let hour = 0; hour < length; hour += 1) {
      emissions[hour] = (emissions[hour] ?? 0) + factor * (powerMw[hour] ?? Number.NaN)
      totalMw[hour] = (totalMw[hour] ?? 0) + (powerMw[hour] ?? Number.NaN)
    }
  }
  return emissions.map((grams, hour) => grams / (totalMw[hour] ?? Number.NaN))
}

function findFactor(gCo2eqPerKwhByType: Readonly<Record<string, number>>, productionType: string): number {
  return gCo2eqPerKwhByType[productionType] ?? unmappedGCo2eqPerKwh
}

function toGenerationMix(powerMwByType: PowerMwByType): ProductionIntensity['mix'] {
  return Object.entries(powerMwByType)
    .filter(([productionType]) => isGeneration(productionType))
    .map(([productionType, powerMw]) => ({ productionType, powerMw: Math.max(0, powerMw) }))
    .sort((a, b) => b.powerMw - a.powerMw || (a.productionType < b.productionType ? -1 : 1))
}

function sumMw(entries: readonly { powerMw: number }[]): number {
  return entries.reduce((sum, entry) => sum + entry.powerMw, 0)
}

/** Net import of one country over the slot, MW (negative = export). */
export type NetImportMwByCountry = Readonly<Record<string, number>>

/** One yearly intensity of an exporting country; `vintage` is the release that it was read from, where that is stored. */
export type CountryIntensity = { country: string; year: number; gCo2eqPerKwh: number; vintage?: string }

/** A net import, MW (a counted import is above 0), and its intensity; `yearly` null = the country has none, so that the highest of the neighbours counts. */
export type ValuedImport = { country: string; powerMw: number; gCo2eqPerKwh: number; yearly: CountryIntensity | null }

export type ConsumptionIntensity = {
  /** Consumption boundary, gCO2eq/kWh, unrounded. */
  gCo2eqPerKwh: number
  /** ISO-2 codes of importing countries valued with the fallback, sorted, each once; `XX` for borders whose country is not known. */
  unmappedCountries: string[]
}

/**
 * Carbon intensity of consumption: (Σ MWᵢ·fᵢ + Σ importₖ·cₖ) / (Σ MWᵢ + Σ importₖ) (docs/methodology/carbon.md#consumption-boundary). Exports and
 * losses are not included. Without any import the value equals the production value.
 *
 * @param production intensity and total of the production boundary
 * @param netImportMwByCountry net flow per country over the slot; exports (negative) count as no import
 * @param intensities every known yearly intensity; the latest year not after `year` is used per country
 * @returns null when no yearly intensity is known at all
 */
export function computeConsumptionIntensity(
  production: { gCo2eqPerKwh: number; totalMw: number },
  netImportMwByCountry: NetImportMwByCountry,
  intensities: readonly CountryIntensity[],
  year: number,
): ConsumptionIntensity | null {
  const imports = valueImports(netImportMwByCountry, intensities, year)
  if (imports === null) return null
  const importedMw = sumMw(imports)
  const unmapped = imports.filter(({ yearly }) => yearly === null)
  const unmappedCountries = [...new Set(unmapped.map(({ country }) => toServedCountry(country)))].sort()
  if (importedMw === 0) return { gCo2eqPerKwh: production.gCo2eqPerKwh, unmappedCountries }
  const importedEmissions = imports.reduce((sum, { powerMw, gCo2eqPerKwh }) => sum + powerMw * gCo2eqPerKwh, 0)
  return {
    gCo2eqPerKwh:
      (production.gCo2eqPerKwh * production.totalMw + importedEmissions) / (production.totalMw + importedMw),
    unmappedCountries,
  }
}

/**
 * The imports of {@link computeConsumptionIntensity}, each with its intensity, in the order of the net imports.
 *
 * @returns null when no yearly intensity is known at all
 */
export function valueImports(
  netImportMwByCountry: NetImportMwByCountry,
  intensities: readonly CountryIntensity[],
  year: number,
): ValuedImport[] | null {
  return valueBorders(netImportMwByCountry, intensities, year)?.filter(({ powerMw }) => powerMw > 0) ?? null
}

/** As {@link valueImports}, for every border: exports too, whose power is negative and which do not count. */
export function valueBorders(
  netImportMwByCountry: NetImportMwByCountry,
  intensities: readonly CountryIntensity[],
  year: number,
): ValuedImport[] | null {
  const byCountry = indexLatestByCountry(intensities, year)
  const fallback = findHighestNeighbour(byCountry)
  if (fallback === null) return null
  return Object.entries(netImportMwByCountry).map(([country, powerMw]) => {
    const yearly = byCountry.get(country) ?? null
    return { country, powerMw, gCo2eqPerKwh: yearly?.gCo2eqPerKwh ?? fallback, yearly }
  })
}

/** The yearly intensities that count in a year: of each country the latest one that is not after it. */
export function selectYearlyIntensities(intensities: readonly CountryIntensity[], year: number): CountryIntensity[] {
  return [...indexLatestByCountry(intensities, year).values()]
}

function indexLatestByCountry(intensities: readonly CountryIntensity[], year: number): Map<string, CountryIntensity> {
  const latest = new Map<string, CountryIntensity>()
  for (const row of intensities) {
    const kept = latest.get(row.country)
    if (row.year <= year && (kept === undefined || row.year > kept.year)) latest.set(row.country, row)
  }
  return latest
}

function findHighestNeighbour(byCountry: ReadonlyMap<string, CountryIntensity>): number | null {
  const known = neighbourCountries.flatMap((country) => byCountry.get(country)?.gCo2eqPerKwh ?? [])
  return known.length === 0 ? null : Math.max(...known)
}
