import type * as v from 'valibot'
import { createRepeatedMap } from '../bounds/repeated-map.ts'
import type { ParameterSchema } from '../contract/entry/operation.ts'
import { findCapability } from '../contract/query/parameter.ts'
import { AppError } from '../errors/app-error.ts'
import { describeFields } from '../openapi/describe-fields.ts'
import {
  type ParsedQuery,
  parseParameters,
  type QueriedOperation,
  type ReceivedParameters,
  readParameters,
} from './parse-query.ts'
import type { Principal } from './principal.ts'

/** The part of an operation that describes the plan features it requires. */
export type RestrictedOperation = QueriedOperation & {
  readonly capability: 'analytics' | null
  readonly response: v.GenericSchema | null
}

/**
 * Checks whether the plan of the caller includes the operation and its parameters. Call it before the values are parsed.
 *
 * @returns error `plan_capability_required`; null when the plan includes everything
 */
export function findMissingCapability(
  { query, capability, response }: RestrictedOperation,
  received: ReceivedParameters,
  caller: { readonly principal: Principal },
): AppError | null {
  if (capability !== null && !caller.principal.entitlements[capability]) {
    return createAnalyticsRefusal(caller.principal.plan, response)
  }
  if (caller.principal.entitlements.customWeights) return null
  const restricted = received.map(([name]) => name).filter((name) => needsCustomWeights(query.entries[name]))
  return restricted.length === 0 ? null : createWeightingRefusal(caller.principal.plan, [...new Set(restricted)])
}

function needsCustomWeights(parameter: ParameterSchema | undefined): boolean {
  return parameter !== undefined && findCapability(parameter) === 'customWeights'
}

/** Maximum number of parsed queries of one operation in memory. */
const maxKnownQueries = 128

/**
 * Creates the query parser of an operation for a service. The gateway has parsed the query too, but may run another version. A repeated query is parsed
 * at most twice; the plan features of the caller are checked at every call.
 */
export function createCallQueryParser<const Operation extends RestrictedOperation>(operation: Operation) {
  const knownByText = createRepeatedMap<{ received: ReceivedParameters; query: ParsedQuery<Operation> }>(
    maxKnownQueries,
  )

  /** @throws AppError `unknown_parameter`, `plan_capability_required`, then as `parseParameters` does */
  return function parseCallQuery(text: string, principal: Principal): ParsedQuery<Operation> {
    const known = knownByText.get(text)
    const received = known?.received ?? readParameters(operation, text)
    const refusal = findMissingCapability(operation, received, { principal })
    if (refusal !== null) throw refusal
    if (known !== undefined) return known.query
    const query = parseParameters(operation, received)
    knownByText.set(text, () => ({ received, query }))
    return query
  }
}

function createAnalyticsRefusal(plan: Principal['plan'], response: v.GenericSchema | null): AppError {
  return new AppError('plan_capability_required', {
    detail: `Analytics are not included in the plan ${plan}; /api/plans lists the plans that include them. responseFields lists the fields of the response.`,
    extras: {
      requiredCapability: 'analytics',
      // A customer can prepare an integration before buying the plan.
      ...(response === null ? {} : { responseFields: describeFields(response) }),
    },
  })
}

function createWeightingRefusal(plan: Principal['plan'], names: readonly string[]): AppError {
  return new AppError('plan_capability_required', {
    detail: `Choosing a weighting (received ${names.join(', ')}) is not included in the plan ${plan}; /api/plans lists the plans that include it. Without these parameters the national weighting applies.`,
    extras: { requiredCapability: 'customWeights' },
  })
}
