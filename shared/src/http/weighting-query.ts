import { roundHalfAwayFromZero } from '../bounds/numbers.ts'
import { findProfile, nationalWeights, profileNames, weightSumTolerance } from '../contract/profiles.ts'
import { type RequestedWeighting, weightingParameters } from '../contract/query/weighting-parameters.ts'
import type { ScoreWeights } from '../contract/values/score-weights.ts'
import { AppError, quoteInput } from '../errors/app-error.ts'

/** A weighting and its name in the response: the name of a preset, `custom`, or null for the default. */
export type Weighting = { weights: ScoreWeights; profileApplied: string | null }

/** The weighting of a request without weighting parameters. */
export const defaultWeighting: Weighting = { weights: nationalWeights, profileApplied: null }

const { profile: _, ...weights } = weightingParameters
const weightNames = Object.keys(weights)
const weightList = weightNames.join(', ')

/** The weighting of a parsed query. */
export function toWeighting({ profile, wPrice, wCarbon, wGrid, wAdequacy }: RequestedWeighting): Weighting {
  if (profile !== undefined) return { weights: profile.weights, profileApplied: profile.name }
  if (wPrice === undefined || wCarbon === undefined || wGrid === undefined || wAdequacy === undefined) {
    return defaultWeighting
  }
  return { weights: { price: wPrice, carbon: wCarbon, grid: wGrid, adequacy: wAdequacy }, profileApplied: 'custom' }
}

type Values = ReadonlyMap<string, string>

/**
 * Checks which weighting parameters were given together, before their values are parsed: a query with one weight must first be told which weights are
 * missing.
 *
 * @throws AppError `profile_and_weights_exclusive`, `unknown_profile`, `weights_incomplete`
 */
export function refuseWeightingChoice(values: Values): void {
  const given = weightNames.filter((name) => values.has(name))
  const profile = values.get('profile')
  if (profile !== undefined) {
    if (given.length > 0) throw createExclusiveError(values, given)
    if (findProfile(profile) === null) throw createUnknownProfileError(profile)
  } else if (given.length > 0 && given.length < weightNames.length) {
    throw createIncompleteError(values, given)
  }
}

/** Compared decimals of the sum; further decimals are binary noise. */
const sumDecimals = 12

/** Checks the sum of four valid weights. @throws AppError `weights_sum_invalid` */
export function refuseWeightSum(values: Values): void {
  if (!values.has('wPrice')) return
  const sum = weightNames.reduce((total, name) => total + Number(values.get(name)), 0)
  const excess = Math.abs(roundHalfAwayFromZero(sum - 1, sumDecimals))
  if (excess > weightSumTolerance) throw createWrongSumError(values, roundHalfAwayFromZero(sum, sumDecimals))
}

function createUnknownProfileError(received: string): AppError {
  return new AppError('unknown_profile', {
    detail: `Query parameter "profile" (received ${quoteInput(received)}) is unknown; accepted are: ${profileNames.join(', ')}.`,
  })
}

function createExclusiveError(values: Values, given: readonly string[]): AppError {
  return new AppError('profile_and_weights_exclusive', {
    detail: `Received ${listReceived(values, ['profile', ...given])}; accepted is either profile, or ${weightList} together.`,
  })
}

function createIncompleteError(values: Values, given: readonly string[]): AppError {
  const missing = weightNames.filter((name) => !values.has(name)).join(', ')
  return new AppError('weights_incomplete', {
    detail: `Received ${listReceived(values, given)} without ${missing}; accepted are ${weightList} together.`,
  })
}

function createWrongSumError(values: Values, sum: number): AppError {
  return new AppError('weights_sum_invalid', {
    detail: `Received ${listReceived(values, weightNames)}, together ${sum}; accepted is a sum of 1, within ${weightSumTolerance}.`,
  })
}

const listReceived = (values: Values, names: readonly string[]): string =>
  names.map((name) => `${name} ${quoteInput(values.get(name) ?? '')}`).join(', ')
