import { blockHours, cheapestBlock, savingOf } from './best-block.ts'
import type { LeadClass } from './lead-classes.ts'
import type { HourOutcome, Method, Target } from './replayed-issue.ts'
import { spearman } from './spearman.ts'

/** Sums over the hours and issues of one lead class; they add up over issues, so that a total is the sum of its months. */
export type Tally = {
  issues: number
  /** Hours with a realised value and a value of every method: all methods are judged on the same ones. */
  hours: number
  /** Hours without one of these; they count for nothing. */
  skippedHours: number
  /** Issues of which every hour of the class counts, so that a best block can be told. */
  windows: number
  /** Σ (mean of the window − its best block), unit of the target. */
  achievable: number
  byMethod: Readonly<Record<Method, MethodTally>>
}

/** Sums of one method. */
export type MethodTally = {
  absoluteError: number
  squaredError: number
  /** Σ of the rank correlation of an issue, over the issues that have one. */
  rankCorrelation: number
  rankedIssues: number
  /** Σ (mean of the window − block that the method would have chosen), unit of the target. */
  saved: number
}

type KnownHour = { realised: number; said: Record<Method, number> }

const noMethodTally: MethodTally = {
  absoluteError: 0,
  squaredError: 0,
  rankCorrelation: 0,
  rankedIssues: 0,
  saved: 0,
}

/** The tally of no issue. */
export const emptyTally: Tally = {
  issues: 0,
  hours: 0,
  skippedHours: 0,
  windows: 0,
  achievable: 0,
  byMethod: { forecast: noMethodTally, flat: noMethodTally, sameHour: noMethodTally },
}

/**
 * Judges one issue on one lead class.
 *
 * @param outcomes the hours of the issue, ascending
 */
export function tallyOf(outcomes: readonly HourOutcome[], { firstLead, lastLead }: LeadClass, target: Target): Tally {
  const ofClass = outcomes.filter(({ lead }) => lead >= firstLead && lead <= lastLead)
  const known = ofClass.flatMap((outcome) => knownHour(outcome) ?? [])
  const isWholeWindow = known.length === lastLead - firstLead + 1 && known.length >= blockHours
  const costs = isWholeWindow ? known.map(({ realised }) => costOf(realised, target)) : null
  return {
    issues: 1,
    hours: known.length,
    skippedHours: ofClass.length - known.length,
    windows: costs === null ? 0 : 1,
    achievable: costs === null ? 0 : savingOf(costs, cheapestBlock(costs)),
    byMethod: ofEveryMethod((method) => methodTally(known, costs, method, target)),
  }
}

/** Both together. */
export function addTallies(a: Tally, b: Tally): Tally {
  return {
    issues: a.issues + b.issues,
    hours: a.hours + b.hours,
    skippedHours: a.skippedHours + b.skippedHours,
    windows: a.windows + b.windows,
    achievable: a.achievable + b.achievable,
    byMethod: ofEveryMethod((method) => addMethodTallies(a.byMethod[method], b.byMethod[method])),
  }
}

function methodTally(
  known: readonly KnownHour[],
  costs: readonly number[] | null,
  method: Method,
  target: Target,
): MethodTally {
  const errors = known.map(({ realised, said }) => said[method] - realised)
  const said = known.map((hour) => hour.said[method])
  const rank = spearman(
    said,
    known.map(({ realised }) => realised),
  )
  const chosen = cheapestBlock(said.map((value) => costOf(value, target)))
  return {
    absoluteError: errors.reduce((sum, error) => sum + Math.abs(error), 0),
    squaredError: errors.reduce((sum, error) => sum + error ** 2, 0),
    rankCorrelation: rank ?? 0,
    rankedIssues: rank === null ? 0 : 1,
    saved: costs === null ? 0 : savingOf(costs, chosen),
  }
}

function addMethodTallies(a: MethodTally, b: MethodTally): MethodTally {
  return {
    absoluteError: a.absoluteError + b.absoluteError,
    squaredError: a.squaredError + b.squaredError,
    rankCorrelation: a.rankCorrelation + b.rankCorrelation,
    rankedIssues: a.rankedIssues + b.rankedIssues,
    saved: a.saved + b.saved,
  }
}

function knownHour({ realised, said }: HourOutcome): KnownHour | null {
  const { forecast, flat, sameHour } = said
  if (realised === null || forecast === null || flat === null || sameHour === null) return null
  return { realised, said: { forecast, flat, sameHour } }
}

/** Less is better: a high score is a low cost. */
const costOf = (value: number, target: Target): number => (target === 'score' ? -value : value)

function ofEveryMethod(make: (method: Method) => MethodTally): Record<Method, MethodTally> {
  return { forecast: make('forecast'), flat: make('flat'), sameHour: make('sameHour') }
}
