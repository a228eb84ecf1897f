import { type ConsumptionForecast, forecastConsumption, type ImportHour } from '../../imports/consumption-forecast.ts'
import { findFrozenConsumptionLevels } from '../../imports/import-table.ts'
import { computeGenerationMw } from '../../intensity.ts'
import type { EmissionRule } from '../analog-forecast.ts'
import { computeBand, findBandBucket } from '../bands.ts'
import {
  type BandedValue,
  type BandLevels,
  consumptionQuantityOfRule,
  type ForecastIssueHour,
} from '../forecast-issue.ts'
import type { RefinedIssue } from '../refinements/refined-issue.ts'

/** The members of an issue's hour that forecast consumption. */
export type ConsumptionOfHour = Pick<
  ForecastIssueHour,
  (typeof consumptionQuantityOfRule)[EmissionRule] | 'consumptionSpreads'
>

const unknown: BandedValue = { value: null, band: null }
export const noConsumption: ConsumptionOfHour = {
  consumptionCarbon: unknown,
  directConsumptionCarbon: unknown,
  consumptionSpreads: { lifeCycle: null, direct: null },
}

/** Hours of an issue as they say nothing of consumption yet. */
type IssuedProduction = Pick<ForecastIssueHour, 'startMs' | 'lead' | 'carbon' | 'directCarbon' | 'powerMwByType'>

/** The intensity of consumption of the hours of an issue, from the production that they serve; null when no imports are known. */
export function forecastIssuedConsumption(
  projected: Pick<RefinedIssue, 'axis' | 'traits'> | null,
  hours: readonly IssuedProduction[],
  imports: readonly ImportHour[],
): ConsumptionForecast | null {
  const production = hours.map(({ startMs, lead, carbon, directCarbon, powerMwByType }) => ({
    startMs,
    lead,
    productionMw: powerMwByType && computeGenerationMw(powerMwByType),
    gCo2PerKwhByRule: { lifeCycle: carbon.value, direct: directCarbon.value },
  }))
  return forecastConsumption(projected, production, imports)
}

/** The values of an hour with their bands; a value without a spread has none. */
export function addConsumptionBands(
  ofHour: ConsumptionForecast['hours'][number] | undefined,
  bandLead: number,
  levels: BandLevels,
): ConsumptionOfHour {
  if (ofHour === undefined) return noConsumption
  const addBand = (rule: EmissionRule): BandedValue => {
    const forecast = ofHour[rule]
    if (forecast === null) return unknown
    const { gCo2PerKwh, spread } = forecast
    const ofBucket = levels[consumptionQuantityOfRule[rule]][findBandBucket(bandLead)]
    const band =
      spread === null ? null : computeBand(gCo2PerKwh, spread, ofBucket ?? findFrozenConsumptionLevels(rule, bandLead))
    return { value: gCo2PerKwh, band }
  }
  return {
    consumptionCarbon: addBand('lifeCycle'),
    directConsumptionCarbon: addBand('direct'),
    consumptionSpreads: { lifeCycle: ofHour.lifeCycle?.spread ?? null, direct: ofHour.direct?.spread ?? null },
  }
}
