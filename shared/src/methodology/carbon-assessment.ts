import type { EmissionFactorsMetadata } from '../contract/carbon/carbon-intensity.ts'
import { coreProductionTypes, isGeneration } from '../grid/production-types.ts'
import { hourMs, isoSeconds } from '../time/instant.ts'
import { parisDate, toParisYear } from '../time/paris.ts'
import { describeFactors, type FactorSet, toGCo2eqPerKwhByType } from './emission-factors.ts'
import {
  findCompleteHourAt,
  findLatestCompleteHour,
  groupByHour,
  type HourlyMeans,
  type SlotValue,
  type ValuesByHour,
} from './hourly-means.ts'
import {
  type CountryIntensity,
  computeConsumptionIntensity,
  computeProductionIntensity,
  type PowerMwByType,
  type ValuedImport,
  valueBorders,
} from './intensity.ts'
import { computeNetImports, type Exchanged, findExchanged, type ImportBasis } from './net-imports.ts'

/** Greatest lag of the hourly feed before the quarter-hourly mix replaces it. */
export const hourlyFeedMaxLagMs = 3 * hourMs

/** Days of rows that define the expected types and borders, in addition to the types and borders that are always expected. */
export const seenDays = 7

export type CarbonInputs = {
  /** Values of the last {@link seenDays} days, each slot in its newest version. */
  generationByType: readonly SlotValue[]
  generationMix15min: readonly SlotValue[]
  physicalFlows: readonly SlotValue[]
  /** Commercial exchanges of the last hours; needed only where flows are missing. */
  exchangeSchedules: readonly SlotValue[]
  factorSet: FactorSet
  countryIntensities: readonly CountryIntensity[]
}

/** Carbon intensity of one hour with its origin; unrounded, storable as JSON. */
export type CarbonAssessment = {
  slotStart: string
  slotEnd: string
  slotSource: 'generation_by_type' | 'generation_mix_15min'
  productionGCo2eqPerKwh: number
  consumptionGCo2eqPerKwh: number | null
  /** Source of the imports in the consumption value; null without a consumption value. */
  importBasis: ImportBasis | null
  /** Countries whose border has no physical flow in the hour, sorted: why the imports are estimated, or the consumption value is null. */
  missingBorders: string[]
  unmappedImportCountries: string[] | null
  totalGenerationMw: number
  lowCarbonPct: number
  renewablePct: number
  mix: { productionType: string; powerMw: number }[]
  emissionFactors: EmissionFactorsMetadata
}

/**
 * Carbon intensity of the latest complete hour, both boundaries (docs/methodology/carbon.md).
 *
 * @param now the data's clock
 * @returns null when no hour is complete or nothing is generated in it
 */
export function assessCarbon(inputs: CarbonInputs, now: Temporal.Instant): CarbonAssessment | null {
  const chosen = chooseHour(inputs, now)
  return chosen && assessHour(inputs, groupBordersByHour(inputs), chosen, now)
}

/**
 * An assessment with commercial exchanges in place of the flows that it lacks. Equal to {@link assessCarbon} of inputs with these exchanges.
 */
export function addExchanges(assessment: CarbonAssessment, inputs: BorderInputs): CarbonAssessment {
  const production = {
    gCo2eqPerKwh: assessment.productionGCo2eqPerKwh,
    totalMw: assessment.totalGenerationMw,
  }
  const start = Temporal.Instant.from(assessment.slotStart)
  return {
    ...assessment,
    ...assessConsumption(production, groupBordersByHour(inputs), start, inputs.countryIntensities),
  }
}

/**
 * Makes the assessment of any hour of some inputs, from the hourly feed where that is complete, else from the quarter-hourly mix if the inputs hold it. Equal
 * to {@link assessCarbon} for the hour that it chooses.
 *
 * @returns gives null when the hour is not complete or nothing is generated in it
 */
export function createHourAssessment(
  inputs: CarbonInputs,
  now: Temporal.Instant,
): (start: Temporal.Instant) => CarbonAssessment | null {
  const generationByType = groupGenerationByHour(inputs.generationByType)
  const generationMix15min = groupGenerationByHour(inputs.generationMix15min)
  const borders = groupBordersByHour(inputs)
  return ({ epochMilliseconds: startMs }) => {
    const hourly = findCompleteHourAt(generationByType, startMs)
    if (hourly !== null) return assessHour(inputs, borders, { hour: hourly, source: 'generation_by_type' }, now)
    const mix = findCompleteHourAt(generationMix15min, startMs)
    return mix && assessHour(inputs, borders, { hour: mix, source: 'generation_mix_15min' }, now)
  }
}

/**
 * Assesses an hour whose means are known.
 *
 * @param now decides which emission factors have expired
 * @returns null when nothing is generated in it
 */
export function assessHour(
  inputs: CarbonInputs,
  borders: BordersByHour,
  { hour, source }: ChosenHour,
  now: Temporal.Instant,
): CarbonAssessment | null {
  const production = computeProductionIntensity(
    sumPowerByType(hour.meanBySeries),
    toGCo2eqPerKwhByType(inputs.factorSet),
  )
  if (production === null) return null
  const today = parisDate(now).toString()
  return {
    slotStart: isoSeconds(hour.start),
    slotEnd: isoSeconds(hour.end),
    slotSource: source,
    productionGCo2eqPerKwh: production.gCo2eqPerKwh,
    ...assessConsumption(production, borders, hour.start, inputs.countryIntensities),
    totalGenerationMw: production.totalMw,
    lowCarbonPct: production.lowCarbonPct,
    renewablePct: production.renewablePct,
    mix: production.mix,
    emissionFactors: describeFactors(inputs.factorSet, production.unmappedProductionTypes, today),
  }
}

/** Net imports of an assessed hour with their intensities, exports included, and the commercial exchanges that they rest on, if they do. */
export type AssessedBorders = { borders: ValuedImport[]; exchanged: Exchanged | null }

/** The borders in the consumption value of an assessment, in the order of its sums; null without a consumption value. */
export function findBorders(assessment: CarbonAssessment, inputs: BorderInputs): AssessedBorders | null {
  const start = Temporal.Instant.from(assessment.slotStart)
  const { flows, exchanges } = groupBordersByHour(inputs)
  const { basis, netMwByCountry } = computeNetImports(flows, exchanges, start.epochMilliseconds)
  const borders = netMwByCountry && valueBorders(netMwByCountry, inputs.countryIntensities, toParisYear(start))
  if (borders === null) return null
  const exchanged = basis === 'exchange_schedules' ? findExchanged(flows, exchanges, start.epochMilliseconds) : null
  return { borders, exchanged }
}

type BorderInputs = Pick<CarbonInputs, 'physicalFlows' | 'exchangeSchedules' | 'countryIntensities'>
export type BordersByHour = { flows: ValuesByHour; exchanges: ValuesByHour }

function groupBordersByHour(inputs: Omit<BorderInputs, 'countryIntensities'>): BordersByHour {
  return { flows: groupByHour(inputs.physicalFlows), exchanges: groupByHour(inputs.exchangeSchedules) }
}

type ConsumptionPart = Pick<
  CarbonAssessment,
  'consumptionGCo2eqPerKwh' | 'importBasis' | 'missingBorders' | 'unmappedImportCountries'
>

function assessConsumption(
  production: { gCo2eqPerKwh: number; totalMw: number },
  { flows, exchanges }: BordersByHour,
  start: Temporal.Instant,
  intensities: readonly CountryIntensity[],
): ConsumptionPart {
  const { basis, netMwByCountry, missingBorders } = computeNetImports(flows, exchanges, start.epochMilliseconds)
  const year = toParisYear(start)
  const consumption =
    netMwByCountry === null ? null : computeConsumptionIntensity(production, netMwByCountry, intensities, year)
  return {
    consumptionGCo2eqPerKwh: consumption?.gCo2eqPerKwh ?? null,
    importBasis: consumption && basis,
    missingBorders,
    unmappedImportCountries: consumption?.unmappedCountries ?? null,
  }
}

/** Values of generation by hour. Storage, which earlier versions stored as a type, is not expected of an hour. */
function groupGenerationByHour(values: readonly SlotValue[]): ValuesByHour {
  const isOfGeneration = ({ series }: SlotValue): boolean => isGeneration(series)
  return groupByHour(values.every(isOfGeneration) ? values : values.filter(isOfGeneration), coreProductionTypes)
}

type ChosenHour = { hour: HourlyMeans; source: CarbonAssessment['slotSource'] }

function chooseHour(inputs: CarbonInputs, now: Temporal.Instant): ChosenHour | null {
  const hourly = findLatestCompleteHour(groupGenerationByHour(inputs.generationByType), now)
  const fromHourly: ChosenHour | null = hourly && { hour: hourly, source: 'generation_by_type' }
  if (hourly !== null && computeLagMs(hourly, now) <= hourlyFeedMaxLagMs) return fromHourly
  const mix = findLatestCompleteHour(groupGenerationByHour(inputs.generationMix15min), now)
  const mixIsNewer = mix !== null && (hourly === null || computeLagMs(mix, now) < computeLagMs(hourly, now))
  return mixIsNewer ? { hour: mix, source: 'generation_mix_15min' } : fromHourly
}

/** `TYPE/PART` series of the quarter-hourly mix add up to their type (biomass + biogas → BIOMASS). */
export function sumPowerByType(powerMwBySeries: Readonly<Record<string, number>>): PowerMwByType {
  const powerMwByType: Record<string, number> = {}
  for (const [series, powerMw] of Object.entries(powerMwBySeries)) {
    const productionType = series.split('/', 1)[0] ?? series
    powerMwByType[productionType] = (powerMwByType[productionType] ?? 0) + powerMw
  }
  return powerMwByType
}

const computeLagMs = (hour: HourlyMeans, now: Temporal.Instant): number =>
  now.epochMilliseconds - hour.end.epochMilliseconds
