import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { CompositionSums } from '@hexawatt/shared/methodology/score/composition'
import { computeMeanScore, createWeigh } from '../fast/fast-rounding.ts'
import { type PointColumns, toColumns } from '../fast/point-columns.ts'
import { addScores, type HourScores, listScores, type ScoreTotals } from '../points/hour-sums.ts'
import { findPrevailingSet, type PointValues } from '../points/point-values.ts'
import { toDayNumber } from '../points/utc-span.ts'

type Numbers = readonly number[]
type NumbersOrNull = readonly (number | null)[]

/** Columns of hours: sums over the points of the hour, tenths and hundredths, and how many points have the value. */
export type HourColumns = {
  at: Numbers
  samples: Numbers
  backfilledSamples: Numbers
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

/**
 * Hourly points from the columns of their sums, by UTC day (see {@link toDayNumber}).
 *
 * @param scores sub-score sums of the same hours, in the order of time
 */
export function groupHourlyDays(columns: HourColumns, scores: readonly HourScores[]): Map<number, PointColumns> {
  const byDay = Map.groupBy(toHourlyPoints(columns, scores), ({ epochSeconds }) => toDayNumber(epochSeconds))
  return new Map([...byDay].map(([day, points]) => [day, toColumns(points)]))
}

function toHourlyPoints(columns: HourColumns, scores: readonly HourScores[]): PointValues[] {
  const takeParts = createPartTaker(scores)
  return columns.at.map((epochSeconds, index) => {
    const samples = readNumber(columns.samples, index)
    const parts = takeParts(epochSeconds)
    const carbonSamples = readNumber(columns.carbonSamples, index)
    return {
      epochSeconds,
      samples,
      backfilledSamples: readNumber(columns.backfilledSamples, index),
      parts,
      globalScore: computeNationalScore(parts),
      confidence: computeWholeMean(readNumber(columns.confidence, index), samples) ?? 0,
      carbonSlotStartSeconds: columns.carbonSlotStart[index] ?? null,
      carbonHundredths: computeWholeMean(readNumber(columns.production, index), carbonSamples),
      consumptionHundredths: computeWholeMean(
        readNumber(columns.consumption, index),
        readNumber(columns.consumptionSamples, index),
      ),
      lowCarbonHundredths: computeWholeMean(readNumber(columns.lowCarbon, index), carbonSamples),
      spotPriceHundredths: computeWholeMean(
        readNumber(columns.spotPrice, index),
        readNumber(columns.spotPriceSamples, index),
      ),
      versionSet: columns.versions[index] ?? '',
    }
  })
}

/** Takes the sums of one hour after the other, one part for each composition. */
function createPartTaker(scores: readonly HourScores[]): (epochSeconds: number) => CompositionSums[] {
  let next = 0
  return function takeParts(epochSeconds) {
    const first = next
    while (scores[next]?.hourStartSeconds === epochSeconds) next++
    if (next === first) throw new Error('an hour has sums of points and none of their sub-scores')
    return sumByComposition(scores.slice(first, next))
  }
}

/** Sums of points as one part for each composition. */
function sumByComposition(parts: readonly CompositionSums[]): CompositionSums[] {
  if (parts.length === 1) return [...parts]
  const totals: ScoreTotals = new Map()
  for (const part of parts) addScores(totals, part)
  return listScores(totals)
}

/** @throws when the columns differ in length, which the database rules out */
function readNumber(column: Numbers, index: number): number {
  const value = column[index]
  if (value === undefined) throw new Error('columns of different lengths')
  return value
}

/** Mean of whole numbers, rounded to a whole number; null when there is none. The quotient of whole numbers shows an exact half. */
export function computeWholeMean(sum: number, samples: number): number | null {
  return samples === 0 ? null : roundHalfAwayFromZero(sum / samples, 0)
}

const weighNationally = createWeigh(nationalWeights)

/** The mean score of some points under the national weights. */
function computeNationalScore(parts: readonly CompositionSums[]): number {
  const [only] = parts
  if (only === undefined || parts.length > 1) return computeMeanScore(parts, nationalWeights)
  const { composition, samples, price, carbon, grid, adequacy } = only
  return weighNationally(composition, samples, price, carbon, grid, adequacy)
}

/** Hundredths of a value; null where a point has none. */
type HundredthsKey = 'carbonHundredths' | 'consumptionHundredths' | 'lowCarbonHundredths' | 'spotPriceHundredths'

/** The mean of raw points as one hourly point, for an hour that the edge of a window cuts and that has no stored sum. */
export function computeHourMean(hourStartSeconds: number, points: readonly PointValues[]): PointValues {
  const samples = points.length
  const parts = sumByComposition(points.flatMap((point) => point.parts))
  const confidenceSum = points.reduce((sum, { confidence }) => sum + confidence, 0)
  return {
    epochSeconds: hourStartSeconds,
    samples,
    backfilledSamples: points.reduce((sum, { backfilledSamples }) => sum + backfilledSamples, 0),
    parts,
    globalScore: computeNationalScore(parts),
    confidence: computeWholeMean(confidenceSum, samples) ?? 0,
    carbonSlotStartSeconds: findNewest(points.map(({ carbonSlotStartSeconds }) => carbonSlotStartSeconds)),
    carbonHundredths: computeMean(points, 'carbonHundredths'),
    consumptionHundredths: computeMean(points, 'consumptionHundredths'),
    lowCarbonHundredths: computeMean(points, 'lowCarbonHundredths'),
    spotPriceHundredths: computeMean(points, 'spotPriceHundredths'),
    versionSet: findPrevailingSet(points),
  }
}

function computeMean(points: readonly PointValues[], key: HundredthsKey): number | null {
  const known = points.map((point) => point[key]).filter((value) => value !== null)
  return computeWholeMean(
    known.reduce((sum, value) => sum + value, 0),
    known.length,
  )
}

function findNewest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null)
  return known.length === 0 ? null : Math.max(...known)
}
