import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import { completeFactors, type EmissionFactor } from '@hexawatt/shared/methodology/emission-factors'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { parseDate, parseValidityEnd } from './dates.ts'
import { type FactorLine, toPlainName } from './factor-lines.ts'

/** Attribute of the element in the database, in its plain spelling → the production types it stands for. */
const typesByAttribute: Readonly<Record<string, readonly ProductionType[]>> = {
  'centrale charbon': ['FOSSIL_HARD_COAL'],
  'centrale fioul': ['FOSSIL_OIL'],
  'centrale gaz': ['FOSSIL_GAS'],
  'centrale nucleaire': ['NUCLEAR'],
  'eolien en mer': ['WIND_OFFSHORE'],
  'eolien terrestre': ['WIND_ONSHORE'],
  geothermie: ['GEOTHERMAL'],
  hydraulique: ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR'],
  photovoltaique: ['SOLAR'],
}

/** The database has one photovoltaic element per place of manufacture; this word ticks the one it recommends. */
const defaultTick = 'par defaut'

/** A factor outside these bounds is a mistake of the source (kgCO2e/kWh). */
const maxKgCo2ePerKwh = 2

/**
 * The element of the database for each production type, completed by the legacy values.
 *
 * @param lines the lines of production means
 * @throws UpstreamError `unusable` when a type has no element or more than one: a set is replaced whole or not at all
 */
export function selectFactors(lines: readonly FactorLine[]): EmissionFactor[] {
  const candidates = Map.groupBy(lines, (line) => toPlainName(line.Nom_attribut_français))
  return completeFactors(
    Object.entries(typesByAttribute).flatMap(([attribute, types]) => {
      const line = findOnlyElement(attribute, candidates.get(attribute) ?? [])
      return types.map((productionType) => toFactor(productionType, line))
    }),
  )
}

function findOnlyElement(attribute: string, candidates: readonly FactorLine[]): FactorLine {
  const chosen =
    candidates.length > 1
      ? candidates.filter((line) => toPlainName(line.Nom_frontière_français).includes(defaultTick))
      : candidates
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
    gCo2eqPerKwh: roundHalfAwayFromZero(kgCo2ePerKwh * 1_000, 3),
    elementId: line["Identifiant_de_l'élément"],
    elementName: `${line.Nom_base_français}, ${line.Nom_attribut_français}`,
    boundaryName: line.Nom_frontière_français,
    modifiedOn: parseDate(line.Date_de_modification),
    validUntil: parseValidityEnd(line.Période_de_validité),
    isFallback: false,
  }
}
