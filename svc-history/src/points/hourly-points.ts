import { nationalScore } from './fast-rounding.ts'
import { wholeMean } from './hundredths.ts'
import type { PointValues } from './point-values.ts'

type Numbers = readonly number[]
type NumbersOrNull = readonly (number | null)[]

/** Columns of hours: sums over the points of the hour, tenths and hundredths, and how many points have the value. */
export type HourColumns = {
  at: Numbers
  samples: Numbers
  backfilledSamples: Numbers
  price: Numbers
  carbon: Numbers
  grid: Numbers
  adequacy: Numbers
  confidence: Numbers
  carbonSlotStart: NumbersOrNull
  carbonSamples: Numbers
  production: Numbers
  lowCarbon: Numbers
  consumptionSamples: Numbers
  consumption: Numbers
  spotPriceSamples: Numbers
  spotPrice: Numbers
  versions: readonly string[]
}

/** Hourly points from the columns of their sums. */
export function hourlyPoints(columns: HourColumns): PointValues[] {
  return columns.at.map((epochSeconds, index) => {
    const samples = numberAt(columns.samples, index)
    const subScoreTenths = subScoresAt(columns, index)
    const carbonSamples = numberAt(columns.carbonSamples, index)
    return {
      epochSeconds,
      samples,
      backfilledSamples: numberAt(columns.backfilledSamples, index),
      subScoreTenths,
      globalScore: nationalScore(subScoreTenths, samples),
      confidence: wholeMean(numberAt(columns.confidence, index), samples) ?? 0,
      carbonSlotStartSeconds: columns.carbonSlotStart[index] ?? null,
      carbonHundredths: wholeMean(numberAt(columns.production, index), carbonSamples),
      consumptionHundredths: wholeMean(
        numberAt(columns.consumption, index),
        numberAt(columns.consumptionSamples, index),
      ),
      lowCarbonHundredths: wholeMean(numberAt(columns.lowCarbon, index), carbonSamples),
      spotPriceHundredths: wholeMean(numberAt(columns.spotPrice, index), numberAt(columns.spotPriceSamples, index)),
      versionSet: columns.versions[index] ?? '',
    }
  })
}

function subScoresAt({ price, carbon, grid, adequacy }: HourColumns, index: number): [number, number, number, number] {
  return [numberAt(price, index), numberAt(carbon, index), numberAt(grid, index), numberAt(adequacy, index)]
}

/** @throws when the columns are not of one length, which the database rules out */
function numberAt(column: Numbers, index: number): number {
  const value = column[index]
  if (value === undefined) throw new Error('columns of different lengths')
  return value
}
