import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { weightedScore } from '../fast/fast-rounding.ts'
import { columnsOf, type PointColumns } from '../fast/point-columns.ts'
import { type PointValues, prevailingSet } from '../points/point-values.ts'
import { dayNumber } from '../points/utc-span.ts'

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

/** Hourly points from the columns of their sums, by UTC day (see {@link dayNumber}). */
export function hourlyDays(columns: HourColumns): Map<number, PointColumns> {
  const byDay = Map.groupBy(hourlyPoints(columns), ({ epochSeconds }) => dayNumber(epochSeconds))
  return new Map([...byDay].map(([day, points]) => [day, columnsOf(points)]))
}

function hourlyPoints(columns: HourColumns): PointValues[] {
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

/** @throws when the columns differ in length, which the database rules out */
function numberAt(column: Numbers, index: number): number {
  const value = column[index]
  if (value === undefined) throw new Error('columns of different lengths')
  return value
}

/** Mean of whole numbers, rounded to a whole number; null when there is none. The quotient of whole numbers shows an exact half. */
export function wholeMean(sum: number, samples: number): number | null {
  return samples === 0 ? null : roundHalfAwayFromZero(sum / samples, 0)
}

/** The score of the mean of some points under the national weights. */
function nationalScore([price, carbon, grid, adequacy]: PointValues['subScoreTenths'], samples: number): number {
  return weightedScore(nationalWeights, samples, price, carbon, grid, adequacy)
}

/** Hundredths of a value; null where a point has none. */
type HundredthsKey = 'carbonHundredths' | 'consumptionHundredths' | 'lowCarbonHundredths' | 'spotPriceHundredths'

/** The mean of raw points as one hourly point, for an hour that the edge of a window cuts and that has no stored sum. */
export function hourMean(hourStartSeconds: number, points: readonly PointValues[]): PointValues {
  const samples = points.length
  const subScoreTenths = [0, 1, 2, 3].map((dimension) =>
    points.reduce((sum, point) => sum + (point.subScoreTenths[dimension] ?? 0), 0),
  ) as [number, number, number, number]
  const confidenceSum = points.reduce((sum, { confidence }) => sum + confidence, 0)
  return {
    epochSeconds: hourStartSeconds,
    samples,
    backfilledSamples: points.reduce((sum, { backfilledSamples }) => sum + backfilledSamples, 0),
    subScoreTenths,
    globalScore: nationalScore(subScoreTenths, samples),
    confidence: wholeMean(confidenceSum, samples) ?? 0,
    carbonSlotStartSeconds: newest(points.map(({ carbonSlotStartSeconds }) => carbonSlotStartSeconds)),
    carbonHundredths: meanOf(points, 'carbonHundredths'),
    consumptionHundredths: meanOf(points, 'consumptionHundredths'),
    lowCarbonHundredths: meanOf(points, 'lowCarbonHundredths'),
    spotPriceHundredths: meanOf(points, 'spotPriceHundredths'),
    versionSet: prevailingSet(points),
  }
}

function meanOf(points: readonly PointValues[], key: HundredthsKey): number | null {
  const known = points.map((point) => point[key]).filter((value) => value !== null)
  return wholeMean(
    known.reduce((sum, value) => sum + value, 0),
    known.length,
  )
}

function newest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null)
  return known.length === 0 ? null : Math.max(...known)
}
