import { compareContracts } from '@hexawatt/shared/contract/internal/compare-contracts'
import {
  acceptedProfile,
  ComparisonArguments,
  type ComparisonRequest,
} from '@hexawatt/shared/contract/internal/contract-comparison'
import { TariffsResponse } from '@hexawatt/shared/contract/planning/contracts'
import { AppError, quoteInput } from '@hexawatt/shared/errors/app-error'
import * as v from 'valibot'
import { makeServiceRequest } from '../cache/uncached-responses.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Forward } from '../upstream/forward.ts'
import { toServiceProblem } from '../upstream/service-problem.ts'
import { getForwardedOperation, type ServiceRequest, type ServiceResponse } from '../upstream/service-request.ts'

/**
 * Makes the call of the tool `compare_contracts`: the price table of svc-score and the arguments of the tool go to svc-history in the body of one POST. The
 * arguments are in no address, cache or log line.
 */
export function createContractComparison(forward: Forward) {
  /** @throws AppError `invalid_parameter`, `unknown_parameter`, or as the services refuse */
  return async function compare(
    context: RequestContext,
    sent: Readonly<Record<string, unknown>>,
  ): Promise<ServiceResponse> {
    const asked = parseArguments(sent)
    const { caller, request } = context
    const operation = getForwardedOperation('getTariffs')
    const admitted = { context, operation, query: '', caller, contentType: 'application/json', language: null } as const
    const { signal } = request
    const forTable = makeServiceRequest(admitted, { accept: 'application/json', conditions: {}, signal })
    const { contracts, adders } = v.parse(TariffsResponse, await readJson(await forward(forTable)))
    const body: ComparisonRequest = { arguments: asked, table: { contracts, adders } }
    const forComparison: ServiceRequest = { ...forTable, operation: compareContracts, body: JSON.stringify(body) }
    return forward(forComparison)
  }
}

async function readJson(response: ServiceResponse): Promise<unknown> {
  if (response.status !== 200 || !(response.body instanceof Uint8Array)) throw toServiceProblem(response)
  return JSON.parse(new TextDecoder().decode(response.body))
}

/** @throws AppError `invalid_parameter`, `unknown_parameter`. It names the place of a wrong number of the profile, and repeats none. */
function parseArguments(sent: Readonly<Record<string, unknown>>): ComparisonArguments {
  const read = v.safeParse(ComparisonArguments, sent)
  if (read.success) return read.output
  const [issue] = read.issues
  const [name = '', index] = (issue.path ?? []).map(({ key }) => String(key))
  const known = Object.keys(ComparisonArguments.entries)
  if (!known.includes(name)) {
    throw new AppError('unknown_parameter', {
      detail: `Argument ${quoteInput(name)} is not known; known are ${known.join(', ')}.`,
    })
  }
  const value = sent[name]
  const isMissing = value === undefined
  const place = name === 'loadKwh' && index !== undefined ? `${name}[${index}]` : name
  const came = name === 'loadKwh' ? describeProfile(value) : quoteInput(JSON.stringify(value) ?? '')
  throw new AppError('invalid_parameter', {
    detail: `Argument "${place}" ${isMissing ? 'was not received' : `(received ${came}) is not valid`}; accepted is ${isMissing && name === 'loadKwh' ? acceptedProfile : issue.message}.`,
  })
}

/** What came, without any figure of the customer. */
function describeProfile(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length} values` : `a value of the type ${typeof value}`
}
