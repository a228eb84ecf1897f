import type { ExplainedScore } from '../../contract/explanation/explained-score.ts'
import type { KnownDimensions } from '../../methodology/score/known-dimensions.ts'
import type { ScoredSlot } from '../../methodology/score/score-slot.ts'
import { findExpectedConsumption, findPossibleGeneration } from '../../methodology/score/sub-scores/adequacy-score.ts'
import {
  fullImbalanceEurPerMwh,
  maxImbalancePoints,
  minSpotEurPerMwh,
} from '../../methodology/score/sub-scores/grid-score.ts'
import {
  type Anchor,
  carbonAnchors,
  consumptionAnchors,
  findAnchors,
  interpolateLinearly,
  marginAnchors,
  priceAnchors,
  residualLoadAnchors,
  signalScores,
} from '../../methodology/score/sub-scores/scales.ts'
import type { ScoreInputs } from '../../methodology/score/sub-scores/score-inputs.ts'
import type { AdequacyBasis, GridBasis, Rated } from '../../methodology/score/sub-scores/sub-scores.ts'

type SubScores = Pick<ExplainedScore, 'price' | 'carbon' | 'grid' | 'adequacy'>

/** The four sub-scores of a scored hour with their inputs and scales. */
export function explainSubScores(
  inputs: ScoreInputs,
  { startMs, subScores, known }: ScoredSlot,
  at: Temporal.Instant,
): SubScores {
  const { price, carbon, grid, adequacy } = subScores
  return {
    price: {
      value: price.value,
      isKnown: known.price,
      basis: price.basis.kind,
      eurPerMwh: price.basis.eurPerMwh,
      scale: explainScale(priceAnchors, price.basis.eurPerMwh),
    },
    carbon: {
      value: carbon.value,
      isKnown: known.carbon,
      basis: carbon.basis.kind,
      gCo2PerKwh: carbon.basis.gCo2eqPerKwh,
      scale: explainScale(carbonAnchors, carbon.basis.gCo2eqPerKwh),
    },
    grid: explainGrid(inputs, grid, known, price.basis.eurPerMwh),
    adequacy: { isKnown: known.adequacy, ...explainAdequacy(inputs, adequacy, startMs, at) },
  }
}

function explainScale(anchors: readonly Anchor[], input: number): SubScores['price']['scale'] {
  const toAnchor = ([x, score]: Anchor) => ({ input: x, score })
  const [lower, upper] = findAnchors(anchors, input)
  return {
    anchors: anchors.map(toAnchor),
    input,
    lower: toAnchor(lower),
    upper: toAnchor(upper),
    unrounded: interpolateLinearly(anchors, input),
  }
}

function explainGrid(
  { imbalance }: ScoreInputs,
  { value, basis }: Rated<GridBasis>,
  known: KnownDimensions,
  spotEurPerMwh: number,
): SubScores['grid'] {
  const isKnown = known.grid
  if (basis.kind === 'adequacy') return { value, isKnown, basis: 'adequacy', signal: null }
  const explained = imbalance && {
    ...imbalance,
    spotEurPerMwh,
    minSpotEurPerMwh,
    excessEurPerMwh: imbalance.negativePriceEurPerMwh - 2 * Math.max(spotEurPerMwh, minSpotEurPerMwh),
    fullExcessEurPerMwh: fullImbalanceEurPerMwh,
    maxPoints: maxImbalancePoints,
  }
  const signal = {
    level: basis.level,
    scoresByLevel: [...signalScores],
    imbalance: explained,
    deductedPoints: basis.imbalancePoints,
  }
  return { value, isKnown, basis: 'signal', signal }
}

function explainAdequacy(
  inputs: ScoreInputs,
  { value, basis }: Rated<AdequacyBasis>,
  startMs: number,
  at: Temporal.Instant,
): Omit<SubScores['adequacy'], 'isKnown'> {
  if (basis.kind === 'margin') return { value, ...explainMargin(inputs, basis.margin, startMs, at) }
  const { kind, consumptionMw: consumptionMW } = basis
  const common = { value, basis: kind, consumptionMW, margin: null }
  if (basis.kind !== 'residual_load') {
    return { ...common, windAndSolarMW: null, scale: explainScale(consumptionAnchors, consumptionMW) }
  }
  const { windAndSolarMw } = basis
  const scale = explainScale(residualLoadAnchors, consumptionMW - windAndSolarMw)
  return { ...common, windAndSolarMW: windAndSolarMw, scale }
}

function explainMargin(
  inputs: ScoreInputs,
  margin: number,
  startMs: number,
  at: Temporal.Instant,
): Omit<SubScores['adequacy'], 'isKnown' | 'value'> {
  const { consumptionMw } = findExpectedConsumption(inputs, startMs, at, null)
  const generation = findPossibleGeneration(inputs, startMs)
  if (generation === null || consumptionMw === null) throw new Error('a margin without its inputs')
  const { programmable, windAndSolar } = generation
  return {
    basis: 'margin',
    consumptionMW: consumptionMw,
    windAndSolarMW: generation.windAndSolarMw,
    margin: {
      capacities: programmable.map(({ productionType, installedMw, unavailableMw, availableMw }) => {
        return { productionType, installedMW: installedMw, unavailableMW: unavailableMw, availableMW: availableMw }
      }),
      availableMW: generation.programmableMw,
      runOfRiverMW: generation.runOfRiverMw,
      windAndSolar: windAndSolar.map(({ productionType, powerMw }) => ({ productionType, powerMW: powerMw })),
      generationMW: generation.totalMw,
      margin,
    },
    scale: explainScale(marginAnchors, margin),
  }
}
