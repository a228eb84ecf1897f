import type { EmissionFactorsMetadata } from '../contract/carbon-intensity.ts'

/** Emission factor of one production type, with what an auditor needs to find it again. */
export type EmissionFactor = {
  productionType: string
  gCo2eqPerKwh: number
  /** Element of the agency's database; null for a legacy value. */
  elementId: string | null
  elementName: string
  boundaryName: string
  /** `YYYY-MM-DD`; null for a legacy value. */
  modifiedOn: string | null
  /** Last day of validity, `YYYY-MM-DD`; null when the database gives none. */
  validUntil: string | null
  isFallback: boolean
}

export type FactorSet = {
  source: string
  license: string
  databaseVersion: string
  /** ISO 8601, UTC. */
  lastSyncedAt: string
  factors: EmissionFactor[]
}

/**
 * The database has no valid element for these: legacy values (methodology, "Carbon, production boundary"), listed in
 * `fallbackFactors` of every answer.
 */
const legacyFactors: readonly EmissionFactor[] = [
  legacyFactor('BIOMASS', 230, 'biomasse, valeur historique'),
  legacyFactor('WASTE', 494, 'déchets, valeur historique'),
]

/** Adds to the agency's elements what they lack: pumped storage (takes hydro's factor) and the legacy values. */
export function completeFactors(elements: readonly EmissionFactor[]): EmissionFactor[] {
  const hydro = elements.find((factor) => factor.productionType === 'HYDRO_WATER_RESERVOIR')
  const storage = hydro === undefined ? [] : [{ ...hydro, productionType: 'HYDRO_PUMPED_STORAGE' }]
  return [...elements, ...storage, ...legacyFactors].sort(byProductionType)
}

/** `productionType → gCO2eq/kWh` of a set. */
export function gCo2eqPerKwhByType(set: FactorSet): Record<string, number> {
  return Object.fromEntries(set.factors.map((factor) => [factor.productionType, factor.gCo2eqPerKwh]))
}

/**
 * Provenance of the factors as the interface serves it.
 *
 * @param today civil date `YYYY-MM-DD` against which validity is judged
 */
export function factorsMetadata(
  set: FactorSet,
  unmappedProductionTypes: string[],
  today: string,
): EmissionFactorsMetadata {
  const typesWhere = (test: (factor: EmissionFactor) => boolean): string[] =>
    set.factors
      .filter(test)
      .map((factor) => factor.productionType)
      .sort()
  const expiredValidityFactors = typesWhere(({ validUntil }) => validUntil !== null && validUntil < today)
  const fallbackFactors = typesWhere(({ isFallback }) => isFallback)
  return {
    source: `${set.source} ${set.databaseVersion}`,
    license: set.license,
    lastSyncedAt: set.lastSyncedAt,
    mostRecentAdemeModification:
      set.factors
        .flatMap(({ modifiedOn }) => modifiedOn ?? [])
        .sort()
        .at(-1) ?? '',
    expiredValidityFactors,
    fallbackFactors,
    unmappedProductionTypes,
    factorBoundaries: Object.fromEntries(set.factors.map((factor) => [factor.productionType, factor.boundaryName])),
    containsExpiredValidity: expiredValidityFactors.length > 0,
    containsFallbackValues: fallbackFactors.length > 0,
  }
}

function legacyFactor(productionType: string, gCo2eqPerKwh: number, elementName: string): EmissionFactor {
  return {
    productionType,
    gCo2eqPerKwh,
    elementId: null,
    elementName,
    boundaryName: 'valeur historique, hors base',
    modifiedOn: null,
    validUntil: null,
    isFallback: true,
  }
}

const byProductionType = (a: EmissionFactor, b: EmissionFactor): number =>
  a.productionType < b.productionType ? -1 : 1
