import * as v from 'valibot'
import type { QuerySchema } from '../contract/entry/operation.ts'
import { isIgnoredPlace } from '../contract/query/facade-parameters.ts'
import { AppError, quoteInput } from '../errors/app-error.ts'
import { refuseWeightingChoice, refuseWeightSum } from './weighting-query.ts'

/** An operation, as far as its query is concerned. */
export type QueriedOperation = { readonly query: QuerySchema; readonly isFacade: boolean }

/** What a query holds, by the names and types of the contract; times of day are not resolved yet. */
export type ParsedQuery<Operation extends QueriedOperation> = v.InferOutput<Operation['query']>

/** The parameters of a query, in the order of the operation. All have names that it takes; a repeated one stays repeated. */
export type ReceivedParameters = readonly (readonly [name: string, value: string])[]

/** The query of an address without its question mark, '' without one. Cheaper than building a URL. */
export function extractQuery(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/**
 * Reads the names of a query. Values are parsed by {@link parseParameters}: missing rights of the plan are reported in between.
 *
 * @param refuse makes the refusal of a parameter that the operation does not have
 * @throws AppError `unknown_parameter`: a typo must not silently mean the default. A façade drops what it does not know
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
 * Parses the values of a query by the schemas of the contract. Rules between parameters, and the clock, are the concern of the operation; the rules of
 * a weighting are checked here, because several operations take one.
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

/** The messages of the contract's schemas say what is accepted. */
function toRefusal(issue: v.BaseIssue<unknown>, values: ReadonlyMap<string, string>): AppError {
  const name = v.getDotPath(issue) ?? ''
  return createInvalidParameterError(name, values.get(name) ?? '', issue.message)
}

/**
 * The refusal of one value.
 *
 * @param accepted the accepted values, in words
 */
export function createInvalidParameterError(name: string, received: string, accepted: string): AppError {
  return new AppError('invalid_parameter', {
    detail: `Query parameter "${name}" (received ${quoteInput(received)}) is not valid; accepted is ${accepted}.`,
  })
}

/** One of the values would be ignored silently. */
function createRepeatedParameterError(received: ReceivedParameters): AppError {
  const names = received.map(([name]) => name)
  const [name, first] = received.find(([one], index) => names.lastIndexOf(one) > index) ?? ['', '']
  return new AppError('invalid_parameter', {
    detail: `Query parameter ${quoteInput(name)} was received more than once (first ${quoteInput(first)}); accepted is one value.`,
  })
}

/**
 * The refusal of a parameter that an operation does not have.
 *
 * @param value null = it is not repeated
 * @param note a sentence that may help, after a space
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
    detail: `Query parameter ${quoteInput(name)}${received} is not known; ${remedy}.${note}`,
  })
}
