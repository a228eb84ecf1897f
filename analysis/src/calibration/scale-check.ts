import {
  type Anchor,
  carbonAnchors,
  consumptionAnchors,
  priceAnchors,
  residualLoadAnchors,
} from '@hexawatt/shared/methodology/score/sub-scores/scales'
import type { CalibrationSamples } from './calibration-samples.ts'

/** Percentiles that are printed. */
export const printedPercents = [2, 10, 25, 50, 75, 90, 98] as const

/** One percentile of the record and the frozen anchor at this percentile; null when there is no anchor. */
export type PercentileCheck = { percent: number; value: number; frozen: number | null }

/** A scale and the percentiles of the record that it was derived from. */
export type ScaleCheck = { name: string; hours: number; percentiles: PercentileCheck[] }

/** Percentile of each anchor, in their order; the far ends of price and carbon are set, not calibrated. */
const anchorPercents = {
  price: printedPercents,
  carbon: [2, 25, 50, 75, 90, 98],
  consumption: printedPercents,
  residualLoad: printedPercents,
} as const

/** Every scale that was taken from recorded values. Consumption in GW, which is how its anchors are rounded. */
export function checkScales(samples: CalibrationSamples): ScaleCheck[] {
  const consumptionGw = samples.consumption.map((powerMw) => powerMw / 1000)
  const bothYearsGw = samples.consumptionOfBothYears.map((powerMw) => powerMw / 1000)
  const residualLoadGw = samples.residualLoad.map((powerMw) => powerMw / 1000)
  return [
    checkScale('price, EUR/MWh', samples.price, priceAnchors, anchorPercents.price),
    checkScale('carbon, g/kWh', samples.carbon, carbonAnchors, anchorPercents.carbon),
    checkScale('residual load, GW', residualLoadGw, residualLoadAnchors.map(toGw), anchorPercents.residualLoad),
    checkScale('consumption, GW, both years', bothYearsGw, consumptionAnchors.map(toGw), anchorPercents.consumption),
    checkScale('consumption, GW, the year alone', consumptionGw, [], []),
  ]
}

/** The scales of which the shipped weeks hold values; a few weeks are no year, so that theirs differ from the anchors. */
export function checkShippedScales({
  carbon,
  consumption,
}: Pick<CalibrationSamples, 'carbon' | 'consumption'>): ScaleCheck[] {
  const consumptionGw = consumption.map((powerMw) => powerMw / 1000)
  return [
    checkScale('carbon, g/kWh', carbon, carbonAnchors, anchorPercents.carbon),
    checkScale('consumption, GW', consumptionGw, consumptionAnchors.map(toGw), anchorPercents.consumption),
  ]
}

const toGw = ([powerMw, score]: Anchor): Anchor => [powerMw / 1000, score]

function checkScale(
  name: string,
  samples: readonly number[],
  anchors: readonly Anchor[],
  percents: readonly number[],
): ScaleCheck {
  const ascending = samples.toSorted((a, b) => a - b)
  const frozenByPercent = new Map(percents.map((percent, index) => [percent, anchors[index]?.[0] ?? null]))
  return {
    name,
    hours: samples.length,
    percentiles: printedPercents.map((percent) => ({
      percent,
      value: computePercentile(ascending, percent),
      frozen: frozenByPercent.get(percent) ?? null,
    })),
  }
}

/**
 * Percentile with linear interpolation between the two nearest values: at rank `(n − 1) · percent / 100` counted from 0.
 *
 * @param ascending at least one value, sorted
 * @throws RangeError when there is no value
 */
export function computePercentile(ascending: readonly number[], percent: number): number {
  const rank = ((ascending.length - 1) * percent) / 100
  const below = ascending[Math.floor(rank)]
  const above = ascending[Math.ceil(rank)]
  if (below === undefined || above === undefined) throw new RangeError('A percentile needs at least one value.')
  return below + (rank - Math.floor(rank)) * (above - below)
}
