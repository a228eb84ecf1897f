import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import type { PlanFigures } from './plan-figures.ts'

/** Decimals of the figures that the API serves: a load of 1 kWh saves less than a cent. */
export const servedDecimals = { eur: 4, gCo2eq: 2, score: 0 } as const

/** Decimals of the figures in texts, on the page and on the command line. */
export const shownDecimals = { eur: 2, gCo2eq: 0, score: 0 } as const

type Figures = { eur: number | null; gCo2eq: number | null; score: number | null }

/** Cost, emissions and score of a plan, rounded as the API serves them. */
export function roundServedFigures(plan: PlanFigures): Figures {
  return roundFigures(
    { eur: plan.cost?.eur ?? null, gCo2eq: plan.carbon?.gCo2eq ?? null, score: plan.score },
    servedDecimals,
  )
}

/** Cost, emissions and score of a plan as texts show them: rounded from the served figures, so that page, command line and sentences agree. */
export function roundShownFigures(plan: PlanFigures): Figures {
  return roundFigures(roundServedFigures(plan), shownDecimals)
}

/**
 * Euros and grams that a plan saves against a baseline, and points of the score that it gains. Each is the difference of the two figures that are shown
 * next to it: a reader who subtracts them finds the same.
 *
 * @param figuresOf rounds both plans as they are shown
 */
export function computeFigureSaving(
  plan: PlanFigures,
  baseline: PlanFigures,
  figuresOf: typeof roundServedFigures | typeof roundShownFigures,
): Figures {
  const [own, other] = [figuresOf(plan), figuresOf(baseline)]
  const saved = {
    eur: subtractOrNull(other.eur, own.eur),
    gCo2eq: subtractOrNull(other.gCo2eq, own.gCo2eq),
    score: subtractOrNull(own.score, other.score),
  }
  // A subtraction brings the binary error back.
  return roundFigures(saved, servedDecimals)
}

function roundFigures({ eur, gCo2eq, score }: Figures, decimals: Readonly<Record<keyof Figures, number>>): Figures {
  return {
    eur: eur === null ? null : roundHalfAwayFromZero(eur, decimals.eur),
    gCo2eq: gCo2eq === null ? null : roundHalfAwayFromZero(gCo2eq, decimals.gCo2eq),
    score: score === null ? null : roundHalfAwayFromZero(score, decimals.score),
  }
}

function subtractOrNull(minuend: number | null, subtrahend: number | null): number | null {
  return minuend === null || subtrahend === null ? null : minuend - subtrahend
}
