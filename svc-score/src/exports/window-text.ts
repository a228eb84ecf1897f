import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { addFrenchSpaces, formatFrenchNumber } from '@hexawatt/shared/methodology/score/texts/sentence'
import { type BestWindow, bestWindowHours } from './best-windows.ts'
import { toPricePerKwh } from './export-series.ts'

/** The text of a calendar entry, in French. */
export type WindowText = { summary: string; description: string }

/** Describes a best window. @param isByPrice whether it is the best one by the price under a contract, and not by the score */
export function describeWindow(window: BestWindow, isByPrice: boolean): WindowText {
  const { summary, description } = isByPrice ? describeCheapest(window) : describeBest(window)
  return { summary: addFrenchSpaces(summary), description: addFrenchSpaces(description) }
}

function describeBest({ slots }: BestWindow): WindowText {
  const score = writeScore(slots)
  const price = toPricePerKwh(computeMean(slots.map((slot) => slot.price.eurPerMwh)))
  const figures = [
    `Score moyen ${score} sur 100`,
    ...listGrams(slots),
    ...(price === null ? [] : [`${namePrice(slots)} ${writePrice(price)}`]),
  ]
  return {
    summary: `Meilleur moment (score ${score})`,
    description: `Les ${bestWindowHours} heures les plus favorables de la journée pour consommer. ${figures.join(', ')}.`,
  }
}

function describeCheapest({ slots, isRankFlat }: BestWindow): WindowText {
  const price = writePrice(computeMean(slots.map(({ contractPrice }) => contractPrice?.eurPerKwh ?? null)) ?? 0)
  const figures = [`${nameContractPrice(slots)} ${price}`, ...listGrams(slots), ...listScore(slots)]
  const hours = isRankFlat
    ? `Le prix de votre contrat est le même toute la journée : les ${bestWindowHours} heures qui émettent le moins`
    : `Les ${bestWindowHours} heures les moins chères de la journée avec votre contrat`
  return {
    summary: isRankFlat ? `Heures les moins émettrices (${price})` : `Heures les moins chères (${price})`,
    description: `${hours}. ${figures.join(', ')}.`,
  }
}

function listGrams(slots: BestWindow['slots']): string[] {
  const grams = computeMean(slots.map(({ carbon }) => carbon.gCo2PerKwh))
  return grams === null ? [] : [`${formatFrenchNumber(grams, 0)} g CO₂éq/kWh`]
}

function listScore(slots: BestWindow['slots']): string[] {
  const score = computeMean(slots.map(({ globalScore }) => globalScore))
  return score === null ? [] : [`score moyen ${roundHalfAwayFromZero(score, 0)} sur 100`]
}

function writeScore(slots: BestWindow['slots']): number {
  return roundHalfAwayFromZero(computeMean(slots.map(({ globalScore }) => globalScore)) ?? 0, 0)
}

/** A price beyond the auction is called an estimate, as on the page. */
function namePrice(slots: BestWindow['slots']): string {
  return slots.some(({ price }) => price.basis === 'estimate') ? 'prix estimé' : 'prix de marché'
}

/** A price that rests on a colour which is not published is an expected one. */
function nameContractPrice(slots: BestWindow['slots']): string {
  const bases = slots.map(({ contractPrice }) => contractPrice?.basis)
  if (bases.includes('expected')) return 'Prix attendu selon les probabilités des couleurs'
  return bases.includes('estimate') ? 'Prix estimé' : 'Prix'
}

/** null when one is unknown. */
function computeMean(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** A price as on a French bill, in cents. */
const writePrice = (eurPerKwh: number): string => `${formatFrenchNumber(eurPerKwh * 100, 1)} ct/kWh`
