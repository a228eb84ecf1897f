import * as v from 'valibot'
import type { QuerySchema } from '../contract/entry/operation.ts'
import { isIgnoredPlace } from '../contract/query/facade-parameters.ts'
import { AppError, quoteInput } from '../errors/app-error.ts'
import { refuseWeightingChoice, refuseWeightSum } from './weighting-query.ts'

/** The part of an operation that describes its query. */
export type QueriedOperation = { readonly query: QuerySchema; readonly isFacade: boolean }

/** Parsed query, with the names and types of the contract. Times of day are not resolved yet. */
export type ParsedQuery<Operation extends QueriedOperation> = v.InferOutput<Operation['query']>

/** Query parameters in the order of the operation. All names are known to the operation; a repeated parameter stays repeated. */
export type ReceivedParameters = readonly (readonly [name: string, value: string])[]

/** Extracts the query of a URL without its question mark; '' without a query. Cheaper than building a URL. */
export function extractQuery(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/**
 * Reads the names of a query. {@link parseParameters} parses the values later, because missing plan features are reported in between.
 *
 * @param refuse creates the error for an unknown parameter
 * @throws AppError `unknown_parameter`: a typo must not silently mean the default. A façade drops unknown parameters
 */
export function readParameters(
  operation: QueriedOperation,
  text: string,
  refuse: (name: string, value: string, accepted: readonly string[]) => AppError = createUnknownParameterError,
): ReceivedParameters {
  if (text === '') return []
  const accepted = Object.keys(operation.query.entries)
  const sent = [...new URLSearchParams(text)]
  const received = operation.isFacade ? sent.filter(([name]) => accepted.includes(name)) : sent
  const unknown = received.find(([name]) => !accepted.includes(name))
  if (unknown !== undefined) throw refuse(...unknown, accepted)
  const ordered: [name: string, value: string][] = []
  for (const name of accepted)
    for (const [sentName, value] of received) if (sentName === name) ordered.push([name, value])
  return ordered
}

/**
 * Parses the values of a query by the schemas of the contract. Each operation checks the rules between its parameters and the rules that need a clock;
 * the rules of a weighting are checked here, because several operations accept one.
 *
 * @throws AppError `invalid_parameter` for the first invalid value; `profile_and_weights_exclusive`, `unknown_profile`, `weights_incomplete`,
 *   `weights_sum_invalid`
 */
export function parseParameters<const Operation extends QueriedOperation>(
  operation: Operation,
  received: ReceivedParameters,
): ParsedQuery<Operation> {
  const values = new Map(received)
  if (values.size < received.length) throw createRepeatedParameterError(received)
  refuseWeightingChoice(values)
  const read = operation.isFacade ? received.filter(([name]) => !isIgnoredPlace(name, values)) : received
  const parsed = v.safeParse<Operation['query']>(operation.query, Object.fromEntries(read), { abortEarly: true })
  if (!parsed.success) throw toRefusal(parsed.issues[0], values)
  refuseWeightSum(values)
  return parsed.output
}

/** Uses the message of the contract schema, which names the accepted values. */
function toRefusal(issue: v.BaseIssue<unknown>, values: ReadonlyMap<string, string>): AppError {
  const name = v.getDotPath(issue) ?? ''
  return createInvalidParameterError(name, values.get(name) ?? '', issue.message)
}

/**
 * Error for one invalid value.
 *
 * @param accepted description of the accepted values
 */
export function createInvalidParameterError(name: string, received: string, accepted: string): AppError {
  return new AppError('invalid_parameter', {
    detail: `Query parameter "${name}" (received ${quoteInput(received)}) is not valid; accepted is ${accepted}.`,
  })
}

/** A repeated parameter is an error, because one of its values would be ignored silently. */
function createRepeatedParameterError(received: ReceivedParameters): AppError {
  const names = received.map(([name]) => name)
  const [name, first] = received.find(([one], index) => names.lastIndexOf(one) > index) ?? ['', '']
  return new AppError('invalid_parameter', {
    detail: `Query parameter ${quoteInput(name)} was given more than once (first value ${quoteInput(first)}); accepted is one value.`,
  })
}

/**
 * Error for a parameter that the operation does not have.
 *
 * @param value null = the error does not repeat the value
 * @param note a helpful sentence, with a leading space
 */
export function createUnknownParameterError(
  name: string,
  value: string | null,
  accepted: readonly string[],
  note = '',
): AppError {
  const remedy =
    accepted.length === 0 ? 'this endpoint takes no query parameters' : `accepted are: ${accepted.join(', ')}`
  const received = value === null ? '' : ` (received ${quoteInput(value)})`
  return new AppError('unknown_parameter', {
    detail: `Query parameter ${quoteInput(name)}${received} is unknown; ${remedy}.${note}`,
  })
}
