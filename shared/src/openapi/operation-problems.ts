import { isClosedToDemo, type Operation } from '../contract/operations.ts'
import { isWeightingParameter } from '../contract/parameters.ts'
import { type ProblemCode, problemTable } from '../contract/problem.ts'

/** Live answers below a confidence of 50 are refused on these (decisions §1). */
const canBeInsufficient: ReadonlySet<Operation['id']> = new Set(['getCarbonIntensity', 'getScore', 'getGridStatus'])

/** Codes that belong to no operation: nothing stands at the path, or the method is none of its. */
export const strayCodes = ['not_found', 'method_not_allowed'] as const satisfies ProblemCode[]

/** Every code that a call of the operation can be answered with, by status. */
export function problemsOf(operation: Operation): ReadonlyMap<number, ProblemCode[]> {
  const codes = [
    ...ofQuery(operation),
    ...(operation.needsKey ? ofKey : []),
    ...ofRights(operation),
    'not_acceptable' as const,
    'uri_too_long' as const,
    'header_too_large' as const,
    ...(operation.needsKey ? ofPlan : []),
    'rate_limited' as const,
    // Of any answer above 64 KiB, streamed or not, many of which are read from one address.
    'too_many_streams' as const,
    'internal_error' as const,
    ...(canBeInsufficient.has(operation.id) ? (['insufficient_data'] as const) : []),
    'service_unavailable' as const,
  ]
  const byStatus = Map.groupBy<number, ProblemCode>(codes, (code) => problemTable[code].status)
  return new Map([...byStatus].toSorted(([one], [other]) => one - other))
}

const ofKey = ['missing_api_key', 'invalid_api_key', 'revoked_api_key', 'expired_api_key'] as const
const ofPlan = ['upgrade_required', 'demo_limit_exceeded', 'overage_cap_exceeded'] as const

function takesWeighting({ queryParameters }: Operation): boolean {
  return queryParameters.some(isWeightingParameter)
}

function takesWindow({ queryParameters }: Operation): boolean {
  return queryParameters.some((name) => name === 'from')
}

function ofQuery(operation: Operation): ProblemCode[] {
  const ofWeighting: ProblemCode[] = [
    'unknown_profile',
    'profile_and_weights_exclusive',
    'weights_incomplete',
    'weights_sum_invalid',
  ]
  return [
    'unknown_parameter',
    ...(operation.queryParameters.length > 0 ? (['invalid_parameter'] as const) : []),
    ...(takesWeighting(operation) ? ofWeighting : []),
    ...(takesWindow(operation) ? (['invalid_range', 'window_too_large'] as const) : []),
  ]
}

function ofRights(operation: Operation): ProblemCode[] {
  const isLimited = takesWeighting(operation) || isClosedToDemo(operation)
  return [
    ...(isLimited ? (['plan_capability_required'] as const) : []),
    ...(takesWindow(operation) ? (['history_depth_exceeded'] as const) : []),
  ]
}
