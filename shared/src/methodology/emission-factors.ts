import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { EmissionFactorsMetadata } from '../contract/carbon/carbon-intensity.ts'
import { productionTypes } from '../grid/production-types.ts'

/** Emission factor of one production type, with its reference for auditors. */
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
 * Legacy values of types without a valid element (docs/methodology/carbon.md#production-boundary); every response lists them in
 * `fallbackFactors`.
 */
const legacyFactors: readonly EmissionFactor[] = [
  createLegacyFactor('BIOMASS', 230, 'biomasse, valeur historique'),
  createLegacyFactor('WASTE', 494, 'déchets, valeur historique'),
]

/** Adds to the agency's elements pumped storage (with hydro's factor) and the legacy values. */
export function completeFactors(elements: readonly EmissionFactor[]): EmissionFactor[] {
  const hydro = elements.find((factor) => factor.productionType === 'HYDRO_WATER_RESERVOIR')
  const storage = hydro === undefined ? [] : [{ ...hydro, productionType: 'HYDRO_PUMPED_STORAGE' }]
  return [...elements, ...storage, ...legacyFactors].sort(compareProductionTypes)
}

/** `productionType → gCO2eq/kWh` of a set. */
export function toGCo2eqPerKwhByType(set: FactorSet): Record<string, number> {
  return Object.fromEntries(set.factors.map((factor) => [factor.productionType, factor.gCo2eqPerKwh]))
}

/**
 * Provenance of the factors, as served.
 *
 * @param today civil date `YYYY-MM-DD` against which validity is judged
 */
export function describeFactors(
  set: FactorSet,
  unmappedProductionTypes: string[],
  today: string,
): EmissionFactorsMetadata {
  const listTypes = (test: (factor: EmissionFactor) => boolean): string[] =>
    set.factors
      .filter(test)
      .map((factor) => factor.productionType)
      .sort()
  const expiredValidityFactors = listTypes(({ validUntil }) => validUntil !== null && validUntil < today)
  const fallbackFactors = listTypes(({ isFallback }) => isFallback)
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

function createLegacyFactor(productionType: string, gCo2eqPerKwh: number, elementName: string): EmissionFactor {
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

const compareProductionTypes = (a: EmissionFactor, b: EmissionFactor): number =>
  a.productionType < b.productionType ? -1 : 1

/** Production elements of ADEME Base Carbone V23.6: id, type, kgCO2e/kWh × 1000, name, boundary, modified, valid until. */
const elements: readonly EmissionFactor[] = [
  createElement(
    '15565',
    'FOSSIL_HARD_COAL',
    1060,
    'Electricité, centrale charbon',
    'production',
    '2018-12-21',
    '2021-12-31',
  ),
  createElement('15564', 'FOSSIL_OIL', 730, 'Electricité, centrale fioul', 'production', '2018-12-21', '2021-12-31'),
  createElement('15563', 'FOSSIL_GAS', 418, 'Electricité, centrale gaz', 'production', '2018-12-21', '2021-12-31'),
  createElement(
    '42773',
    'NUCLEAR',
    3.7,
    'Electricité, centrale nucléaire',
    'production (Parc Français)',
    '2023-08-23',
    '2027-06-30',
  ),
  createElement('26034', 'WIND_OFFSHORE', 15.6, 'Électricité, éolien en mer', 'production', '2019-11-08', '2020-12-31'),
  createElement(
    '26033',
    'WIND_ONSHORE',
    14.1,
    'Électricité, éolien terrestre',
    'production',
    '2019-11-08',
    '2020-12-31',
  ),
  createElement('15561', 'GEOTHERMAL', 45, 'Electricité, géothermie', 'production', '2016-11-03', '2019-12-31'),
  createElement(
    '15562',
    'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
    6,
    'Electricité, hydraulique',
    'production',
    '2018-12-21',
    '2021-12-31',
  ),
  createElement(
    '15562',
    'HYDRO_WATER_RESERVOIR',
    6,
    'Electricité, hydraulique',
    'production',
    '2018-12-21',
    '2021-12-31',
  ),
  createElement(
    '34720',
    'SOLAR',
    43.9,
    'Électricité, photovoltaïque',
    'Fabrication Chine (Par défaut utilisé en France)',
    '2021-06-18',
    '2024-06-01',
  ),
]

export const factorSource = 'ADEME Base Carbone'
export const factorLicense = 'Licence Ouverte / Open Licence 2.0 (Etalab)'

/** The shipped set, used until the first synchronisation. */
export const seedFactorSet: FactorSet = {
  source: factorSource,
  license: factorLicense,
  databaseVersion: 'V23.6',
  // When these elements were extracted from the database.
  lastSyncedAt: '2026-11-21T01:20:00Z',
  factors: completeFactors(elements),
}

function createElement(
  elementId: string,
  productionType: string,
  gCo2eqPerKwh: number,
  elementName: string,
  boundaryName: string,
  modifiedOn: string,
  validUntil: string,
): EmissionFactor {
  return {
    productionType,
    gCo2eqPerKwh,
    elementId,
    elementName,
    boundaryName,
    modifiedOn,
    validUntil,
    isFallback: false,
  }
}

/** Direct factors of the operator, gCO2eq/kWh (éCO2mix): every other type counts 0, and waste counts as bioenergy. */
export const operatorDirectFactors: Readonly<Record<string, number>> = {
  ...recordFromEntries(productionTypes, () => 0),
  FOSSIL_GAS: 429,
  FOSSIL_HARD_COAL: 986,
  FOSSIL_OIL: 777,
  BIOMASS: 494,
  WASTE: 494,
}
