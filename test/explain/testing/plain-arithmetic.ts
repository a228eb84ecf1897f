import type { ExplainedCarbon } from '@hexawatt/shared/contract/explanation/explained-carbon'
import type { ExplainedScore } from '@hexawatt/shared/contract/explanation/explained-score'

// What a reader of an answer does with pencil and paper: nothing of the project but types.

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Rounds half away from zero; what binary fractions add is cut first. */
export function roundByHand(value: number, decimals: number): number {
  const scaled = Number((Math.abs(value) * 10 ** decimals).toFixed(6))
  const rounded = Math.floor(scaled + 0.5) / 10 ** decimals
  return value < 0 ? -rounded : rounded
}

export type Intensities = { production: number; consumption: number | null; delta: number | null }

/** Both intensities, unrounded, from powers and factors alone; the delta from the rounded ones. */
export function computeIntensities({ production, consumption }: ExplainedCarbon): Intensities {
  const power = add(production.terms.map(({ powerMW }) => powerMW))
  const emissions = add(production.terms.map(({ powerMW, factor }) => powerMW * factor.gCo2PerKwh))
  const ofProduction = emissions / power
  if (consumption === null) return { production: ofProduction, consumption: null, delta: null }
  const imports = consumption.borders.filter(({ netImportMW }) => netImportMW > 0)
  const imported = add(imports.map(({ netImportMW }) => netImportMW))
  const importedEmissions = add(imports.map(({ netImportMW, gCo2PerKwh }) => netImportMW * gCo2PerKwh))
  const ofConsumption = (emissions + importedEmissions) / (power + imported)
  const delta = roundByHand(roundByHand(ofConsumption, 2) - roundByHand(ofProduction, 2), 2)
  return { production: ofProduction, consumption: ofConsumption, delta }
}

/** The score on a scale by its anchors. */
function rate(anchors: readonly { input: number; score: number }[], input: number): number {
  const [first, last] = [anchors[0], anchors.at(-1)]
  if (first === undefined || last === undefined) return Number.NaN
  if (input <= first.input) return first.score
  if (input >= last.input) return last.score
  const above = anchors.findIndex((anchor) => anchor.input >= input)
  const [from, to] = [anchors[above - 1] ?? first, anchors[above] ?? last]
  return from.score + ((to.score - from.score) * (input - from.input)) / (to.input - from.input)
}

export type SubScoresByHand = Record<'price' | 'carbon' | 'grid' | 'adequacy', number>

/** The four sub-scores from their inputs. */
export function computeSubScores({ price, carbon, grid, adequacy }: ExplainedScore): SubScoresByHand {
  const ofAdequacy = roundByHand(rate(adequacy.scale.anchors, findAdequacyInput(adequacy)), 1)
  return {
    price: roundByHand(rate(price.scale.anchors, price.eurPerMwh), 1),
    carbon: roundByHand(rate(carbon.scale.anchors, carbon.gCo2PerKwh), 1),
    grid: grid.signal === null ? ofAdequacy : rateSignal(grid.signal),
    adequacy: ofAdequacy,
  }
}

function findAdequacyInput({ basis, consumptionMW, windAndSolarMW, margin }: ExplainedScore['adequacy']): number {
  if (basis === 'residual_load') return consumptionMW - (windAndSolarMW ?? Number.NaN)
  if (margin === null) return consumptionMW
  const available = add(
    margin.capacities.map(({ installedMW, unavailableMW }) => Math.max(0, installedMW - unavailableMW)),
  )
  const weather = add(margin.windAndSolar.map(({ powerMW }) => powerMW))
  return (available + margin.runOfRiverMW + weather - consumptionMW) / consumptionMW
}

function rateSignal({ level, scoresByLevel, imbalance }: NonNullable<ExplainedScore['grid']['signal']>): number {
  const ofLevel = scoresByLevel[level] ?? Number.NaN
  if (imbalance === null || !imbalance.isUpward) return ofLevel
  const spot = Math.max(imbalance.spotEurPerMwh, imbalance.minSpotEurPerMwh)
  const share = (imbalance.negativePriceEurPerMwh - 2 * spot) / imbalance.fullExcessEurPerMwh
  return roundByHand(Math.max(0, ofLevel - imbalance.maxPoints * Math.min(1, Math.max(0, share))), 1)
}

/** The score from the sub-scores: version 2 leaves estimates out while the known dimensions carry at least half of the weight. */
export function computeGlobalScore({ composite }: ExplainedScore, values: SubScoresByHand): number {
  const { dimensions, version } = composite
  const known = dimensions.filter(({ isKnown }) => isKnown)
  const knownWeight = add(known.map(({ weightAsked }) => weightAsked))
  const counted = version === 2 && knownWeight >= 0.5 - 1e-9 ? known : dimensions
  const weight = add(counted.map(({ weightAsked }) => weightAsked))
  const sum = add(counted.map(({ dimension, weightAsked }) => weightAsked * values[dimension]))
  return roundByHand(sum / weight, 0)
}

/** The confidence from the availability of the feeds. */
export function computeConfidence({ confidence }: ExplainedScore): number {
  const { feeds, fallbackFactor } = confidence
  const weighted = add(feeds.map(({ weight, availability }) => weight * availability))
  return roundByHand((100 * fallbackFactor * weighted) / add(feeds.map(({ weight }) => weight)), 0)
}

type Shown = [name: string, shown: number, byHand: number]

/** The products and sums of an answer that its own terms do not give. */
export function listWrongSums(carbon: ExplainedCarbon | null, score: ExplainedScore): string[] {
  const shown = [
    ...(carbon === null ? [] : [...listProductionSums(carbon), ...listImportSums(carbon)]),
    ...listScoreSums(score),
  ]
  return shown.flatMap(([name, value, byHand]) =>
    Math.abs(value - byHand) <= 1e-9 * Math.max(1, Math.abs(byHand)) ? [] : [`${name}: ${value} instead of ${byHand}`],
  )
}

function listProductionSums({ production }: ExplainedCarbon): Shown[] {
  const { terms, sumPowerMW, sumEmissionsKg } = production
  return [
    ...terms.map(({ productionType, powerMW, factor, emissionsKg }): Shown => {
      return [productionType, emissionsKg, powerMW * factor.gCo2PerKwh]
    }),
    ['sumPowerMW', sumPowerMW, add(terms.map(({ powerMW }) => powerMW))],
    ['sumEmissionsKg', sumEmissionsKg, add(terms.map(({ emissionsKg }) => emissionsKg))],
    ['production', production.unroundedGCo2PerKwh, sumEmissionsKg / sumPowerMW],
  ]
}

function listImportSums({ production, consumption }: ExplainedCarbon): Shown[] {
  if (consumption === null) return []
  const { borders, importedMW, importedEmissionsKg, sumPowerMW, sumEmissionsKg, jointExchanges } = consumption
  return [
    ...borders.map(({ country, countedMW, gCo2PerKwh, emissionsKg }): Shown => {
      return [country, emissionsKg, countedMW * gCo2PerKwh]
    }),
    ...borders.map(({ country, netImportMW, countedMW }): Shown => [country, countedMW, Math.max(0, netImportMW)]),
    ...jointExchanges.flatMap(({ countries, powerMW, shares }) =>
      countries.map((country, at): Shown => {
        const netImport = borders.find((border) => border.country === country)?.netImportMW ?? Number.NaN
        return [`joint ${country}`, netImport, powerMW * (shares[at] ?? Number.NaN)]
      }),
    ),
    ['importedMW', importedMW, add(borders.map(({ countedMW }) => countedMW))],
    ['importedEmissionsKg', importedEmissionsKg, add(borders.map(({ emissionsKg }) => emissionsKg))],
    ['sumPowerMW of consumption', sumPowerMW, production.sumPowerMW + importedMW],
    ['sumEmissionsKg of consumption', sumEmissionsKg, production.sumEmissionsKg + importedEmissionsKg],
    ['consumption', consumption.unroundedGCo2PerKwh, sumEmissionsKg / sumPowerMW],
  ]
}

function listScoreSums({ price, carbon, adequacy, composite, confidence }: ExplainedScore): Shown[] {
  const { margin, consumptionMW } = adequacy
  const scales = { price, carbon, adequacy }
  return [
    ...Object.entries(scales).map(([name, { scale }]): Shown => [name, scale.unrounded, interpolate(scale)]),
    ...(margin === null
      ? []
      : ([
          ['availableMW', margin.availableMW, add(margin.capacities.map(({ availableMW }) => availableMW))],
          [
            'windAndSolarMW',
            adequacy.windAndSolarMW ?? Number.NaN,
            add(margin.windAndSolar.map(({ powerMW }) => powerMW)),
          ],
          [
            'generationMW',
            margin.generationMW,
            margin.availableMW + margin.runOfRiverMW + (adequacy.windAndSolarMW ?? 0),
          ],
          ['margin', margin.margin, (margin.generationMW - consumptionMW) / consumptionMW],
        ] satisfies Shown[])),
    ...composite.dimensions.map(({ dimension, value, weightCounted, product }): Shown => {
      return [`product of ${dimension}`, product, value * weightCounted]
    }),
    ['sumProducts', composite.sumProducts, add(composite.dimensions.map(({ product }) => product))],
    ['sumWeights', composite.sumWeights, add(composite.dimensions.map(({ weightCounted }) => weightCounted))],
    ['composite', composite.unrounded, roundByHand(composite.sumProducts / composite.sumWeights, 6)],
    ...confidence.feeds.map(({ feed, weight, availability, product }): Shown => [feed, product, weight * availability]),
    ['sumProducts of confidence', confidence.sumProducts, add(confidence.feeds.map(({ product }) => product))],
    ['sumWeights of confidence', confidence.sumWeights, add(confidence.feeds.map(({ weight }) => weight))],
  ]
}

function interpolate({ lower, upper, input }: ExplainedScore['price']['scale']): number {
  if (lower.input === upper.input) return upper.score
  return upper.score - ((upper.score - lower.score) * (upper.input - input)) / (upper.input - lower.input)
}
