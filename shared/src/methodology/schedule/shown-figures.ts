import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import type { PlanFigures } from './plan-figures.ts'

/** Decimals of the figures that the API serves: a load of 1 kWh saves less than a cent. */
export const servedDecimals = { eur: 4, gCo2eq: 2, score: 0 } as const

/** Decimals of the figures in texts, on the page and on the command line. */
export const shownDecimals = { eur: 2, gCo2eq: 0, score: 0 } as const

type Figures = { eur: number | null; gCo2eq: number | null; score: number | null }

/** What a plan comes to, in the figures that the API serves. */
export function servedFigures(plan: PlanFigures): Figures {
  return rounded(
    { eur: plan.cost?.eur ?? null, gCo2eq: plan.carbon?.gCo2eq ?? null, score: plan.score },
    servedDecimals,
  )
}

/** What a plan comes to, in the figures of texts: rounded from the served ones, so that page, command line and sentences agree. */
export function shownFigures(plan: PlanFigures): Figures {
  return rounded(servedFigures(plan), shownDecimals)
}

/**
 * What a plan saves next to a baseline (euros, grams) and gains (points of the score). Each is the difference of the two figures that are shown next
 * to it: a reader who subtracts them finds the same.
 *
 * @param figuresOf what is shown of both
 */
export function savingOfFigures(
  plan: PlanFigures,
  baseline: PlanFigures,
  figuresOf: typeof servedFigures | typeof shownFigures,
): Figures {
  const [own, other] = [figuresOf(plan), figuresOf(baseline)]
  const saved = {
    eur: difference(other.eur, own.eur),
    gCo2eq: difference(other.gCo2eq, own.gCo2eq),
    score: difference(own.score, other.score),
  }
  // A subtraction brings the binary error back.
  return rounded(saved, servedDecimals)
}

function rounded({ eur, gCo2eq, score }: Figures, decimals: Readonly<Record<keyof Figures, number>>): Figures {
  return {
    eur: eur === null ? null : roundHalfAwayFromZero(eur, decimals.eur),
    gCo2eq: gCo2eq === null ? null : roundHalfAwayFromZero(gCo2eq, decimals.gCo2eq),
    score: score === null ? null : roundHalfAwayFromZero(score, decimals.score),
  }
}

function difference(minuend: number | null, subtrahend: number | null): number | null {
  return minuend === null || subtrahend === null ? null : minuend - subtrahend
}
