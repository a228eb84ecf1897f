import { divideShare, roundFigure, roundKnown } from './period-figures.ts'
import type { PricedCurve } from './priced-curve.ts'
import type { Comparison } from './statement.ts'

/** Costs up to this difference are equal, EUR: binary noise picks no contract. */
const equalEur = 1e-9

/** Costs of the compared hours before rounding. */
export type ComparedCosts = {
  basis: Comparison['basis']
  /** By contract: EUR of the energy, of the subscription (NaN where unknown), and of both by the basis. */
  energyEur: readonly number[]
  subscriptionEur: readonly number[]
  comparedEur: readonly number[]
  comparedKwh: number
  comparedMinutes: number
  /** By day of the axis. */
  comparedMinutesOfDay: Float64Array
}

/** Sums the costs of the hours whose price is known under every contract; null where there is no such hour. */
export function sumComparedCosts({ axis, pieces, contracts, prices, isCompared }: PricedCurve): ComparedCosts | null {
  const comparedMinutesOfDay = new Float64Array(axis.days.length)
  const coveredMinutesOfDay = new Float64Array(axis.days.length)
  const energyEur = contracts.map(() => 0)
  let [comparedKwh, comparedMinutes] = [0, 0]
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const day = axis.dayIndex[pieces.hour[piece] ?? 0] ?? 0
    const [minutes, energyKwh] = [pieces.minutes[piece] ?? 0, pieces.energyKwh[piece] ?? 0]
    coveredMinutesOfDay[day] = (coveredMinutesOfDay[day] ?? 0) + minutes
    if (isCompared[piece] !== 1) continue
    comparedMinutesOfDay[day] = (comparedMinutesOfDay[day] ?? 0) + minutes
    comparedKwh += energyKwh
    comparedMinutes += minutes
    for (let index = 0; index < energyEur.length; index += 1) {
      energyEur[index] = (energyEur[index] ?? 0) + energyKwh * (prices[index]?.[piece] ?? Number.NaN)
    }
  }
  if (comparedMinutes === 0) return null
  const shareOfDay = comparedMinutesOfDay.map((minutes, day) =>
    minutes > 0 ? minutes / (coveredMinutesOfDay[day] ?? 1) : 0,
  )
  const subscriptionEur = contracts.map(({ subscriptionEurOfDay }) =>
    // A day that is not compared counts for nothing, even if its subscription is unknown.
    shareOfDay.reduce(
      (sum, share, day) => (share > 0 ? sum + share * (subscriptionEurOfDay[day] ?? Number.NaN) : sum),
      0,
    ),
  )
  const basis = subscriptionEur.some(Number.isNaN) ? 'energy' : 'total'
  const comparedEur = energyEur.map((eur, index) => (basis === 'total' ? eur + (subscriptionEur[index] ?? 0) : eur))
  return { basis, energyEur, subscriptionEur, comparedEur, comparedKwh, comparedMinutes, comparedMinutesOfDay }
}

/** What one contract costs more than another: with the subscriptions if both are known, whatever that of a third one. */
export function compareTwo(
  { energyEur, subscriptionEur }: ComparedCosts,
  one: number,
  other: number,
): { basis: Comparison['basis']; excessEur: number } {
  const ofEnergyEur = (energyEur[one] ?? 0) - (energyEur[other] ?? 0)
  const ofSubscriptionEur = (subscriptionEur[one] ?? Number.NaN) - (subscriptionEur[other] ?? Number.NaN)
  return Number.isNaN(ofSubscriptionEur)
    ? { basis: 'energy', excessEur: ofEnergyEur }
    : { basis: 'total', excessEur: ofEnergyEur + ofSubscriptionEur }
}

/** Index of the cheapest contract; of equal costs the preferred one, else the first; -1 if none is eligible. */
export function findCheapest(costs: ComparedCosts, isEligible: (index: number) => boolean, preferred: number): number {
  const { comparedEur } = costs
  const eligible = comparedEur.flatMap((eur, index) => (isEligible(index) ? [{ eur, index }] : []))
  const lowest = Math.min(...eligible.map(({ eur }) => eur))
  const cheapest = eligible.filter(({ eur }) => eur <= lowest + equalEur)
  return (cheapest.find(({ index }) => index === preferred) ?? cheapest[0])?.index ?? -1
}

/** Compares the contracts with each other and with the current one. */
export function compareContracts(priced: PricedCurve, costs: ComparedCosts, currentIndex: number): Comparison | null {
  const { contracts, pieces } = priced
  const best = findCheapest(costs, () => true, currentIndex)
  const bestKey = contracts[best]?.key
  if (bestKey === undefined) return null
  const currentEur = costs.comparedEur[currentIndex] ?? Number.NaN
  return {
    basis: costs.basis,
    comparedKwh: roundFigure(costs.comparedKwh),
    comparedHours: roundFigure(costs.comparedMinutes / 60),
    comparedShare:
      divideShare(
        costs.comparedKwh,
        pieces.energyKwh.reduce((sum, kwh) => sum + kwh, 0),
      ) ?? 0,
    contracts: contracts.map(({ key }, index) => {
      const comparedEur = costs.comparedEur[index] ?? Number.NaN
      return {
        key,
        energyEur: roundFigure(costs.energyEur[index] ?? Number.NaN),
        subscriptionEur: roundKnown(costs.subscriptionEur[index] ?? Number.NaN),
        comparedEur: roundFigure(comparedEur),
        differenceToCurrentEur: roundKnown(comparedEur - currentEur),
      }
    }),
    best: bestKey,
    current: contracts[currentIndex]?.key ?? null,
    withoutSubscription: contracts.flatMap(({ key }, index) =>
      Number.isNaN(costs.subscriptionEur[index]) ? [key] : [],
    ),
  }
}
