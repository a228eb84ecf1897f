import { round2 } from '@hexawatt/shared/bounds/numbers'
import type { HistoryPoint, PointProvenance } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { toGlobalScore, toScoreLevel } from '@hexawatt/shared/methodology/score/composite'
import { computeMeanComposite } from '@hexawatt/shared/methodology/score/composition'
import type { PointValues } from '../../points/point-values.ts'
import type { PointsForm } from '../points-body.ts'

// Plain reference implementation that the fast path must equal: docs/develop/fast-day-encoders.md.

/** Points in a form, as `writePoints` writes them. */
export function writePlainBody(
  form: PointsForm,
  points: readonly PointValues[],
  weights: ScoreWeights | null,
  isFirst: boolean,
): string {
  const served = points.map((point) => toServedPoint(point, weights))
  if (form === 'json') {
    const text = served.map((point) => JSON.stringify(point)).join(',')
    return isFirst || text === '' ? text : `,${text}`
  }
  const exported = points.map((point, index) => ({ ...served[index], provenance: toProvenance(point) }))
  if (form === 'ndjson') return exported.map((point) => `${JSON.stringify(point)}\n`).join('')
  return exported.map((point) => `${Object.values(point).join(',')}\r\n`).join('')
}

/** The point of the contract under a weighting; null = the national one. */
function toServedPoint(point: PointValues, weights: ScoreWeights | null): HistoryPoint {
  const score = weights === null ? point.globalScore : toGlobalScore(computeMeanComposite(point.parts, weights))
  return {
    timestamp: formatUtc(point.epochSeconds),
    globalScore: score,
    level: toScoreLevel(score),
    confidence: point.confidence,
    carbonSlotStart: point.carbonSlotStartSeconds === null ? null : formatUtc(point.carbonSlotStartSeconds),
    carbonIntensityGco2Kwh: divideHundredths(point.carbonHundredths),
    carbonIntensityConsumptionGco2Kwh: divideHundredths(point.consumptionHundredths),
    lowCarbonPct: divideHundredths(point.lowCarbonHundredths),
    spotPriceEurPerMWh: divideHundredths(point.spotPriceHundredths),
  }
}

function toProvenance({ samples, backfilledSamples }: PointValues): PointProvenance {
  if (backfilledSamples === 0) return 'live'
  return backfilledSamples === samples ? 'backfilled' : 'mixed'
}

/** A value in whole hundredths, as it is served. */
export function toPlainHundredths(value: number): number {
  return Math.round(round2(value) * 100)
}

const divideHundredths = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

const formatUtc = (epochSeconds: number): string => new Date(epochSeconds * 1_000).toISOString().replace('.000Z', 'Z')
