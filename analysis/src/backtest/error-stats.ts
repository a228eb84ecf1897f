import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import {
  computeClassErrors,
  type ForecasterErrors,
  type LeadClass,
} from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { type HourOutcome, type Method, methods, type Target } from './replayed-issue.ts'
import { computeSpearman } from './spearman.ts'

/** Sums over the hours and issues of one lead class. Sums add up over issues, so a total is the sum of its months. */
export type ErrorStats = {
  issues: number
  /** Hours with a realised value and a value of every method, none published: all methods are compared on the same hours. */
  hours: number
  /** Hours that lack one of these values and are therefore omitted. */
  skippedHours: number
  /** Issues of which every hour of the class is known, so that the best block is known, too. */
  windows: number
  /** Σ (mean of the window − its best block), unit of the target. */
  achievable: number
  byMethod: Readonly<Record<Method, MethodErrors>>
}

/** Sums of one method. */
export type MethodErrors = ForecasterErrors & {
  /** Σ of the rank correlation of an issue, over the issues that have one. */
  rankCorrelation: number
  rankedIssues: number
}

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
export function computeErrorStats(outcomes: readonly HourOutcome[], leadClass: LeadClass, target: Target): ErrorStats {
  const { known, byForecaster, ...sums } = computeClassErrors(outcomes, leadClass, methods, target === 'score')
  const realised = known.map((hour) => hour.realised)
  return {
    issues: 1,
    ...sums,
    byMethod: recordFromEntries(methods, (method) => {
      const rank = computeSpearman(
        known.map(({ predicted }) => predicted[method]),
        realised,
      )
      return { ...byForecaster[method], rankCorrelation: rank ?? 0, rankedIssues: rank === null ? 0 : 1 }
    }),
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

function addMethodErrors(a: MethodErrors, b: MethodErrors): MethodErrors {
  return {
    ...addForecasterErrors(a, b),
    rankCorrelation: a.rankCorrelation + b.rankCorrelation,
    rankedIssues: a.rankedIssues + b.rankedIssues,
  }
}

/** The sum of the errors of one forecaster in two sets of issues. */
export function addForecasterErrors(a: ForecasterErrors, b: ForecasterErrors): ForecasterErrors {
  return {
    error: a.error + b.error,
    absoluteError: a.absoluteError + b.absoluteError,
    squaredError: a.squaredError + b.squaredError,
    saved: a.saved + b.saved,
  }
}
