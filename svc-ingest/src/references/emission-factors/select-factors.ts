import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import { completeFactors, type EmissionFactor } from '@hexawatt/shared/methodology/emission-factors'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { parseDate, parseValidityEnd } from './dates.ts'
import type { FactorLine } from './payload.ts'

/** Attribute of the element in the database (lower case) → the production types it stands for. */
const typesByAttribute: Readonly<Record<string, readonly ProductionType[]>> = {
  'centrale charbon': ['FOSSIL_HARD_COAL'],
  'centrale fioul': ['FOSSIL_OIL'],
  'centrale gaz': ['FOSSIL_GAS'],
  'centrale nucléaire': ['NUCLEAR'],
  'éolien en mer': ['WIND_OFFSHORE'],
  'éolien terrestre': ['WIND_ONSHORE'],
  géothermie: ['GEOTHERMAL'],
  hydraulique: ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR'],
  photovoltaïque: ['SOLAR'],
}

/** The database has one photovoltaic element per place of manufacture; this word ticks the one it recommends. */
const defaultTick = /par défaut/i

/** A factor outside these bounds is a mistake of the source (kgCO2e/kWh). */
const maxKgCo2ePerKwh = 2

/**
 * The element of the database for each production type: valid `Elément` lines (never `Poste`, which would count twice) of
 * "Electricité > Moyen de production" for mainland France, completed by the legacy values.
 *
 * @throws UpstreamError `unusable` when a type has no element or more than one: a set is replaced whole or not at all
 */
export function selectFactors(lines: readonly FactorLine[]): EmissionFactor[] {
  const candidates = Map.groupBy(lines.filter(isProductionElement), (line) => line.Nom_attribut_français.toLowerCase())
  return completeFactors(
    Object.entries(typesByAttribute).flatMap(([attribute, types]) => {
      const line = onlyElement(attribute, candidates.get(attribute) ?? [])
      return types.map((productionType) => toFactor(productionType, line))
    }),
  )
}

function isProductionElement(line: FactorLine): boolean {
  return (
    line.Type_Ligne === 'Elément' &&
    line["Statut_de_l'élément"].startsWith('Valide') &&
    line.Code_de_la_catégorie.startsWith('Electricité > Moyen de production') &&
    line.Unité_français === 'kgCO2e/kWh' &&
    line.Localisation_géographique === 'France continentale'
  )
}

function onlyElement(attribute: string, candidates: readonly FactorLine[]): FactorLine {
  const chosen =
    candidates.length > 1 ? candidates.filter((line) => defaultTick.test(line.Nom_frontière_français)) : candidates
  const [line, another] = chosen
  if (line !== undefined && another === undefined) return line
  throw new UpstreamError('unusable', `the database has ${candidates.length} valid elements for "${attribute}"`)
}

function toFactor(productionType: ProductionType, line: FactorLine): EmissionFactor {
  const kgCo2ePerKwh = line.Total_poste_non_décomposé
  if (typeof kgCo2ePerKwh !== 'number' || !(kgCo2ePerKwh > 0 && kgCo2ePerKwh <= maxKgCo2ePerKwh)) {
    throw new UpstreamError('unusable', `the factor of ${productionType} is not plausible: ${kgCo2ePerKwh} kgCO2e/kWh`)
  }
  return {
    productionType,
    // Three decimals of a gram: removes the binary error of × 1000, keeps every digit of the source.
    gCo2eqPerKwh: Number((kgCo2ePerKwh * 1000).toFixed(3)),
    elementId: line["Identifiant_de_l'élément"],
    elementName: `${line.Nom_base_français}, ${line.Nom_attribut_français}`,
    boundaryName: line.Nom_frontière_français,
    modifiedOn: parseDate(line.Date_de_modification),
    validUntil: parseValidityEnd(line.Période_de_validité),
    isFallback: false,
  }
}
