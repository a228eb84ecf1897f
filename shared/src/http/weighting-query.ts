import { roundHalfAwayFromZero } from '../bounds/numbers.ts'
import { type Dimension, dimensions } from '../contract/dimensions.ts'
import { findProfile, nationalWeights, profiles, weightSumTolerance } from '../contract/profiles.ts'
import type { ScoreWeights } from '../contract/values/score-weights.ts'
import { weightingParameters } from '../contract/values/score-weights.ts'
import { AppError, quoted } from '../errors/app-error.ts'
import type { Principal } from './principal.ts'
import { invalidParameter, type QueryParameters, refuseRepeated } from './query-parameters.ts'

/** A weighting and its name in the response: null for the default, else the preset's name or `custom`. */
export type Weighting = { weights: ScoreWeights; profileApplied: string | null }

/** The weighting of a request without weighting parameters. */
export const defaultWeighting: Weighting = { weights: nationalWeights, profileApplied: null }

/** Parameter of each dimension's weight. */
const weightParameters = {
  price: 'wPrice',
  carbon: 'wCarbon',
  grid: 'wGrid',
  adequacy: 'wAdequacy',
} as const satisfies Record<Dimension, (typeof weightingParameters)[number]>

const weightNameList = Object.values(weightParameters)
const weightNames = weightNameList.join(', ')

/** 0 to 1 as a plain decimal: no sign, exponent or space, one digit before the point. */
const plainShare = /^(?:0(?:\.\d{1,30})?|1(?:\.0{1,30})?)$/

/** Decimals of the sum that are compared; further ones are binary noise. */
const sumDecimals = 12

/**
 * The weighting of a query. The order of the refusals is part of the interface: missing rights of the plan first (also when the values are
 * invalid), then invalid values.
 *
 * @throws AppError `plan_capability_required`, then `invalid_parameter` (any parameter twice), `profile_and_weights_exclusive`,
 *   `unknown_profile`, `weights_incomplete`, `invalid_parameter`, `weights_sum_invalid`
 */
export function readWeighting(query: QueryParameters, { plan, entitlements }: Principal): Weighting {
  const asked = weightingParameters.filter((name) => query.values.has(name))
  if (asked.length > 0 && !entitlements.customWeights) throw notInPlan(asked, plan)
  refuseRepeated(query)
  if (asked.length === 0) return defaultWeighting
  const profile = query.values.get('profile')
  if (profile === undefined) return { weights: readWeights(query), profileApplied: 'custom' }
  if (asked.length > 1) throw exclusive(query, asked)
  return readProfile(profile)
}

function readProfile(received: string): Weighting {
  const profile = findProfile(received)
  if (profile !== null) return { weights: profile.weights, profileApplied: profile.name }
  const names = profiles.map(({ name }) => name).join(', ')
  throw new AppError('unknown_profile', {
    detail: `Query parameter "profile" (received ${quoted(received)}) is not known; accepted are: ${names}.`,
  })
}

function readWeights(query: QueryParameters): ScoreWeights {
  const isMissing = (name: string): boolean => !query.values.has(name)
  if (weightNameList.some(isMissing)) throw incomplete(query, weightNameList.filter(isMissing))
  const weights: ScoreWeights = {
    price: readWeight(query, 'price'),
    carbon: readWeight(query, 'carbon'),
    grid: readWeight(query, 'grid'),
    adequacy: readWeight(query, 'adequacy'),
  }
  const sum = dimensions.reduce((total, dimension) => total + weights[dimension], 0)
  const excess = Math.abs(roundHalfAwayFromZero(sum - 1, sumDecimals))
  if (excess > weightSumTolerance) throw wrongSum(query, roundHalfAwayFromZero(sum, sumDecimals))
  return weights
}

function readWeight(query: QueryParameters, dimension: Dimension): number {
  const name = weightParameters[dimension]
  const received = query.values.get(name) ?? ''
  if (plainShare.test(received)) return Number(received)
  throw invalidParameter(name, received, 'a plain decimal number from 0 to 1, such as 0.25')
}

function notInPlan(asked: readonly string[], plan: Principal['plan']): AppError {
  return new AppError('plan_capability_required', {
    detail: `Choosing a weighting (received ${asked.join(', ')}) is not part of the plan ${plan}; /api/plans lists the plans that have it. Without these parameters the national weighting is served.`,
    extras: { requiredCapability: 'customWeights' },
  })
}

function exclusive(query: QueryParameters, asked: readonly string[]): AppError {
  return new AppError('profile_and_weights_exclusive', {
    detail: `Received ${received(query, asked)}; accepted is either profile alone, or ${weightNames} together.`,
  })
}

function incomplete(query: QueryParameters, missing: readonly string[]): AppError {
  const given = weightingParameters.filter((name) => query.values.has(name))
  return new AppError('weights_incomplete', {
    detail: `Received ${received(query, given)} without ${missing.join(', ')}; accepted are ${weightNames} together.`,
  })
}

function wrongSum(query: QueryParameters, sum: number): AppError {
  return new AppError('weights_sum_invalid', {
    detail: `Received ${received(query, weightNameList)}, together ${sum}; accepted is a sum of 1, within ${weightSumTolerance}.`,
  })
}

const received = (query: QueryParameters, names: readonly string[]): string =>
  names.map((name) => `${name} ${quoted(query.values.get(name) ?? '')}`).join(', ')
