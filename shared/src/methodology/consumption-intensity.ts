import { neighbourCountries, servedCountry } from '../grid/borders.ts'

/** Net import of one country over the slot, MW (negative = export). */
export type NetImportMwByCountry = Readonly<Record<string, number>>

/** One yearly intensity of an exporting country. */
export type CountryIntensity = { country: string; year: number; gCo2eqPerKwh: number }

export type ConsumptionIntensity = {
  /** Consumption boundary, gCO2eq/kWh, unrounded. */
  gCo2eqPerKwh: number
  /** ISO-2 codes of importing countries valued with the fallback, sorted, each once; `XX` for borders whose country is not known. */
  unmappedCountries: string[]
}

/**
 * Carbon intensity of what is consumed: (Σ MWᵢ·fᵢ + Σ importₖ·cₖ) / (Σ MWᵢ + Σ importₖ) (methodology, "consumption
 * boundary"). Exports and losses are not included. Without any import the value equals the production value.
 *
 * @param production intensity and total of the production boundary
 * @param netImportMwByCountry net flow per country over the slot; exports (negative) count as no import
 * @param intensities every known yearly intensity; the latest year not after `year` is used per country
 * @returns null when no yearly intensity is known at all
 */
export function consumptionIntensity(
  production: { gCo2eqPerKwh: number; totalMw: number },
  netImportMwByCountry: NetImportMwByCountry,
  intensities: readonly CountryIntensity[],
  year: number,
): ConsumptionIntensity | null {
  const byCountry = latestByCountry(intensities, year)
  const fallback = highestNeighbour(byCountry)
  if (fallback === null) return null
  const imports = Object.entries(netImportMwByCountry).filter(([, powerMw]) => powerMw > 0)
  const importedMw = imports.reduce((sum, [, powerMw]) => sum + powerMw, 0)
  const unmapped = imports.map(([country]) => country).filter((country) => !byCountry.has(country))
  const unmappedCountries = [...new Set(unmapped.map(servedCountry))].sort()
  if (importedMw === 0) return { gCo2eqPerKwh: production.gCo2eqPerKwh, unmappedCountries }
  const importedEmissions = imports.reduce(
    (sum, [country, powerMw]) => sum + powerMw * (byCountry.get(country) ?? fallback),
    0,
  )
  return {
    gCo2eqPerKwh:
      (production.gCo2eqPerKwh * production.totalMw + importedEmissions) / (production.totalMw + importedMw),
    unmappedCountries,
  }
}

function latestByCountry(intensities: readonly CountryIntensity[], year: number): Map<string, number> {
  const latest = new Map<string, CountryIntensity>()
  for (const row of intensities) {
    const kept = latest.get(row.country)
    if (row.year <= year && (kept === undefined || row.year > kept.year)) latest.set(row.country, row)
  }
  return new Map([...latest].map(([country, row]) => [country, row.gCo2eqPerKwh]))
}

function highestNeighbour(byCountry: ReadonlyMap<string, number>): number | null {
  const known = neighbourCountries.flatMap((country) => byCountry.get(country) ?? [])
  return known.length === 0 ? null : Math.max(...known)
}
