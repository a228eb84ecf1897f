import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type HourOutcome, type Method, methods, type Target } from './replayed-issue.ts'
import { spearman } from './spearman.ts'

/** Hours of a forecast that are evaluated together. The first full hour after the issue has lead 1. */
export type LeadClass = { name: string; firstLead: number; lastLead: number }

export const leadClasses: readonly LeadClass[] = [
  { name: '1–6 h', firstLead: 1, lastLead: 6 },
  { name: '7–24 h', firstLead: 7, lastLead: 24 },
  { name: '25–48 h', firstLead: 25, lastLead: 48 },
]

/** Sums over the hours and issues of one lead class. Sums add up over issues, so a total is the sum of its months. */
export type ErrorStats = {
  issues: number
  /** Hours with a realised value and a value of every method, none published: all methods are compared on the same hours. */
  hours: number
  /** Hours that lack one of these and are left out. */
  skippedHours: number
  /** Issues of which every hour of the class is known, so that the best block is known, too. */
  windows: number
  /** Σ (mean of the window − its best block), unit of the target. */
  achievable: number
  byMethod: Readonly<Record<Method, MethodErrors>>
}

/** Sums of one method. */
export type MethodErrors = {
  /** Σ (predicted − realised): its mean is the bias. */
  error: number
  absoluteError: number
  squaredError: number
  /** Σ of the rank correlation of an issue, over the issues that have one. */
  rankCorrelation: number
  rankedIssues: number
  /** Σ (mean of the window − block that the method would have chosen), unit of the target. */
  saved: number
}

export type KnownHour = { realised: number; predicted: Record<Method, number>; isPublished: boolean }

const noMethodErrors: MethodErrors = {
  error: 0,
  absoluteError: 0,
  squaredError: 0,
  rankCorrelation: 0,
  rankedIssues: 0,
  saved: 0,
}

/** Stats of zero issues. */
export const noErrorStats: ErrorStats = {
  issues: 0,
  hours: 0,
  skippedHours: 0,
  windows: 0,
  achievable: 0,
  byMethod: recordFromEntries(methods, () => noMethodErrors),
}

/**
 * Computes the stats of one issue in one lead class.
 *
 * @param outcomes the hours of the issue, ascending
 */
export function errorStatsOf(
  outcomes: readonly HourOutcome[],
  { firstLead, lastLead }: LeadClass,
  target: Target,
): ErrorStats {
  const ofClass = outcomes.filter(({ lead }) => lead >= firstLead && lead <= lastLead)
  const known = ofClass.flatMap((outcome) => knownHour(outcome) ?? [])
  const isWholeWindow = known.length === lastLead - firstLead + 1 && known.length >= blockHours
  const costs = isWholeWindow ? known.map(({ realised }) => costOf(realised, target)) : null
  return {
    issues: 1,
    hours: known.filter(({ isPublished }) => !isPublished).length,
    skippedHours: ofClass.length - known.length,
    windows: costs === null ? 0 : 1,
    achievable: costs === null ? 0 : savingOf(costs, cheapestBlock(costs)),
    byMethod: recordFromEntries(methods, (method) => methodErrors(known, costs, method, target)),
  }
}

/** The sum of two. */
export function addErrorStats(a: ErrorStats, b: ErrorStats): ErrorStats {
  return {
    issues: a.issues + b.issues,
    hours: a.hours + b.hours,
    skippedHours: a.skippedHours + b.skippedHours,
    windows: a.windows + b.windows,
    achievable: a.achievable + b.achievable,
    byMethod: recordFromEntries(methods, (method) => addMethodErrors(a.byMethod[method], b.byMethod[method])),
  }
}

function methodErrors(
  known: readonly KnownHour[],
  costs: readonly number[] | null,
  method: Method,
  target: Target,
): MethodErrors {
  const judged = known.filter(({ isPublished }) => !isPublished)
  const errors = judged.map(({ realised, predicted }) => predicted[method] - realised)
  const predicted = known.map((hour) => hour.predicted[method])
  const rank = spearman(
    predicted,
    known.map(({ realised }) => realised),
  )
  const chosen = cheapestBlock(predicted.map((value) => costOf(value, target)))
  return {
    error: errors.reduce((sum, error) => sum + error, 0),
    absoluteError: errors.reduce((sum, error) => sum + Math.abs(error), 0),
    squaredError: errors.reduce((sum, error) => sum + error ** 2, 0),
    rankCorrelation: rank ?? 0,
    rankedIssues: rank === null ? 0 : 1,
    saved: costs === null ? 0 : savingOf(costs, chosen),
  }
}

function addMethodErrors(a: MethodErrors, b: MethodErrors): MethodErrors {
  return {
    error: a.error + b.error,
    absoluteError: a.absoluteError + b.absoluteError,
    squaredError: a.squaredError + b.squaredError,
    rankCorrelation: a.rankCorrelation + b.rankCorrelation,
    rankedIssues: a.rankedIssues + b.rankedIssues,
    saved: a.saved + b.saved,
  }
}

/** An hour with all its values; null when one is missing. */
export function knownHour({ realised, predicted, isPublished }: HourOutcome): KnownHour | null {
  const { analog, carryOver, flat, sameHour } = predicted
  if (realised === null || analog === null || carryOver === null || flat === null || sameHour === null) return null
  return { realised, predicted: { analog, carryOver, flat, sameHour }, isPublished }
}

/** Less is better: a high score is a low cost. */
const costOf = (value: number, target: Target): number => (target === 'score' ? -value : value)

/** Length of the run of a flexible load, hours. */
export const blockHours = 4

/** First index of the cheapest block of four consecutive hours; the earliest of equals. There are costs for at least one block. */
export function cheapestBlock(costs: readonly number[]): number {
  let best = 0
  for (let start = 1; start + blockHours <= costs.length; start += 1) {
    if (blockMean(costs, start) < blockMean(costs, best)) best = start
  }
  return best
}

/** Mean of the four values from `start` on. */
export function blockMean(values: readonly number[], start: number): number {
  return values.slice(start, start + blockHours).reduce((sum, value) => sum + value, 0) / blockHours
}

/**
 * What the block at `start` saves against a run at any time of the window: mean of the window − mean of the block, in the unit
 * of the costs; negative when the block is dearer.
 */
export function savingOf(costs: readonly number[], start: number): number {
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length - blockMean(costs, start)
}
