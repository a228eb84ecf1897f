import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { Comparison, Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'

/** Costs below this are shown with cents, EUR. */
const wholeEurosFrom = 100

/** Decimals of all costs of a comparison: those that stand together are rounded alike. */
export const findCostDecimals = ({ contracts }: Comparison): 0 | 2 =>
  Math.max(...contracts.map(({ comparedEur }) => Math.abs(comparedEur))) < wholeEurosFrom ? 2 : 0

/**
 * Break-evens whose amounts agree with the shown costs, which are rounded before they are subtracted. Tempo is left out where the answer already says that
 * it is the cheapest.
 */
export function agreeBreakEvens({ comparison, breakEvens }: Statement): Statement['breakEvens'] {
  if (comparison === null) return breakEvens
  const decimals = findCostDecimals(comparison)
  const costOf = (key: string): number =>
    roundHalfAwayFromZero(comparison.contracts.find((one) => one.key === key)?.comparedEur ?? Number.NaN, decimals)
  type Compared = { key: string; reference: string; basis: Comparison['basis'] }
  const differenceOf = ({ key, reference }: Compared): number =>
    Math.max(0, roundHalfAwayFromZero(costOf(reference) - costOf(key), decimals))
  return {
    tempo: breakEvens.tempo
      .filter(({ key, intoRedOffPeak }) => intoRedOffPeak.state !== 'already' || comparison.best !== key)
      .map((breakEven) =>
        breakEven.intoRedOffPeak.state === 'already' && breakEven.basis === comparison.basis
          ? { ...breakEven, intoRedOffPeak: { state: 'already', marginEur: differenceOf(breakEven) } }
          : breakEven,
      ),
    offPeak: breakEvens.offPeak.map((breakEven) =>
      breakEven.answer.state === 'already' && breakEven.basis === comparison.basis
        ? { ...breakEven, answer: { state: 'already', marginEur: differenceOf(breakEven) } }
        : breakEven,
    ),
  }
}
