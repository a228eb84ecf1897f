import { roundHalfAwayFromZero, roundOrNull } from '@hexawatt/shared/bounds/numbers'
import { CarbonIntensityResponse, MixEntry } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import type { DashboardExchanges } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import type { GenerationSource } from '@hexawatt/shared/contract/formats/electricity-maps-mix'
import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import * as v from 'valibot'

/** Names of Electricity Maps by production type, as it names the types of the European transmission operators: waste is biomass, marine power is unknown. */
const sourceByType: Readonly<Record<string, GenerationSource | 'hydro discharge'>> = {
  BIOMASS: 'biomass',
  FOSSIL_GAS: 'gas',
  FOSSIL_HARD_COAL: 'coal',
  FOSSIL_OIL: 'oil',
  GEOTHERMAL: 'geothermal',
  HYDRO_PUMPED_STORAGE: 'hydro discharge',
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 'hydro',
  HYDRO_WATER_RESERVOIR: 'hydro',
  MARINE: 'unknown',
  NUCLEAR: 'nuclear',
  SOLAR: 'solar',
  WASTE: 'biomass',
  WIND_OFFSHORE: 'wind',
  WIND_ONSHORE: 'wind',
} satisfies Record<ProductionType, GenerationSource | 'hydro discharge'>

const renewableSources: readonly GenerationSource[] = ['biomass', 'geothermal', 'hydro', 'solar', 'wind']

/** Tolerates fields that a newer service adds. */
const { productionType, valueMW } = MixEntry.entries
const { totalGenerationMW } = CarbonIntensityResponse.entries
const Generation = v.object({ totalGenerationMW, mix: v.nullable(v.array(v.object({ productionType, valueMW }))) })

/** Whole megawatts or percent. */
export const round0 = (value: number): number => roundHalfAwayFromZero(value, 0)

/** Generation by source, MW; sources of which nothing is published are null. */
export function readGeneration(intensity: unknown) {
  const { totalGenerationMW: totalMw, mix } = v.parse(Generation, intensity)
  const mwBySource = new Map<string, number>()
  for (const { productionType: type, valueMW: mw } of mix ?? []) {
    const source = sourceByType[type ?? ''] ?? 'unknown'
    mwBySource.set(source, (mwBySource.get(source) ?? 0) + mw)
  }
  return { totalMw, find: (source: string): number | null => mwBySource.get(source) ?? null }
}
type Generated = ReturnType<typeof readGeneration>

/** Shares of generation, %. What storage discharges was generated before, and unknown sources are neither renewable nor free of fossil fuels. */
export function computeShares({ totalMw, find }: Generated): { fossilFree: number; renewable: number } {
  const withoutStorage = totalMw - (find('hydro discharge') ?? 0)
  const renewableMw = renewableSources.reduce((sum, source) => sum + (find(source) ?? 0), 0)
  const share = (mw: number): number => (100 * mw) / withoutStorage
  return { fossilFree: share(renewableMw + (find('nuclear') ?? 0)), renewable: share(renewableMw) }
}

/** Net imports and exports by neighbour, MW, both positive; totals are null while a border is unknown. */
export function splitExchanges(exchanges: DashboardExchanges | null) {
  const neighbours = exchanges?.neighbours ?? []
  const isExport = (netImportMw: number | null): boolean => netImportMw !== null && netImportMw < 0
  const exported = neighbours.filter(({ netImportMw }) => isExport(netImportMw))
  const imported = neighbours.filter(({ netImportMw }) => !isExport(netImportMw))
  const isKnown = exchanges !== null && exchanges.netImportMw !== null
  const sum = (entries: typeof neighbours): number | null =>
    isKnown ? Math.abs(entries.reduce((mw, { netImportMw }) => mw + (netImportMw ?? 0), 0)) : null
  const byCountry = (entries: typeof neighbours): Record<string, number | null> =>
    Object.fromEntries(
      entries.map(({ country, netImportMw }) => [country, roundOrNull(netImportMw, (mw) => round0(Math.abs(mw)))]),
    )
  return {
    imports: byCountry(imported),
    exports: byCountry(exported),
    importMw: sum(imported),
    exportMw: sum(exported),
  }
}

/**
 * Consumption by source: generation and imports, each reduced in proportion to the exports. Imports are unknown, because their mix is.
 * @returns a function that answers null for every source while exchanges are unknown
 */
export function divideConsumption({ totalMw, find }: Generated, importMw: number | null, exportMw: number | null) {
  if (importMw === null || exportMw === null) return { totalMw: null, find: () => null }
  const consumedMw = totalMw + importMw - exportMw
  const kept = consumedMw / (totalMw + importMw)
  return {
    totalMw: consumedMw,
    find(source: string): number | null {
      const mw = find(source)
      if (source === 'unknown') return ((mw ?? 0) + importMw) * kept
      return mw === null ? null : mw * kept
    },
  }
}
