import { round2 } from '@hexawatt/shared/bounds/numbers'
import type { HistoryPoint, PointProvenance } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import {
  averageSubScores,
  computeComposite,
  toGlobalScore,
  toScoreLevel,
} from '@hexawatt/shared/methodology/score/composite'
import type { PointValues } from '../../points/point-values.ts'
import type { PointsForm } from '../points-body.ts'

// What the fast path must equal, written for a reader: docs/develop/fast-day-encoders.md.

/** Points in a form, as `pointsBody` writes them. */
export function plainBody(
  form: PointsForm,
  points: readonly PointValues[],
  weights: ScoreWeights | null,
  isFirst: boolean,
): string {
  const served = points.map((point) => servedPoint(point, weights))
  if (form === 'json') {
    const text = served.map((point) => JSON.stringify(point)).join(',')
    return isFirst || text === '' ? text : `,${text}`
  }
  const exported = points.map((point, index) => ({ ...served[index], provenance: provenanceOf(point) }))
  if (form === 'ndjson') return exported.map((point) => `${JSON.stringify(point)}\n`).join('')
  return exported.map((point) => `${Object.values(point).join(',')}\r\n`).join('')
}

/** The point of the contract under a weighting; null = the national one. */
function servedPoint(point: PointValues, weights: ScoreWeights | null): HistoryPoint {
  const score = weights === null ? point.globalScore : plainScore(weights, point.samples, point.subScoreTenths)
  return {
    timestamp: utcText(point.epochSeconds),
    globalScore: score,
    level: toScoreLevel(score),
    confidence: point.confidence,
    carbonSlotStart: point.carbonSlotStartSeconds === null ? null : utcText(point.carbonSlotStartSeconds),
    carbonIntensityGco2Kwh: fromHundredths(point.carbonHundredths),
    carbonIntensityConsumptionGco2Kwh: fromHundredths(point.consumptionHundredths),
    lowCarbonPct: fromHundredths(point.lowCarbonHundredths),
    spotPriceEurPerMWh: fromHundredths(point.spotPriceHundredths),
  }
}

function provenanceOf({ samples, backfilledSamples }: PointValues): PointProvenance {
  if (backfilledSamples === 0) return 'live'
  return backfilledSamples === samples ? 'backfilled' : 'mixed'
}

/** The score of the mean of some points. */
function plainScore(
  weights: ScoreWeights,
  samples: number,
  [price, carbon, grid, adequacy]: PointValues['subScoreTenths'],
): number {
  return toGlobalScore(computeComposite(averageSubScores({ price, carbon, grid, adequacy }, samples), weights))
}

/** A value in whole hundredths, as it is served. */
export function plainHundredths(value: number): number {
  return Math.round(round2(value) * 100)
}

const fromHundredths = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

const utcText = (epochSeconds: number): string => new Date(epochSeconds * 1_000).toISOString().replace('.000Z', 'Z')
