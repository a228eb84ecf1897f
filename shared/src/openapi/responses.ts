import type { OperationEntry } from '../contract/entry/operation.ts'
import { eventStreamType } from '../contract/formats/live-events.ts'
import { isWeightingParameter, isWindowStart, usualTypes } from '../contract/operations.ts'
import { type ProblemCode, problemTable } from '../contract/problem.ts'
import { findRecordedAnswer } from './examples.ts'
import {
  hasLastModified,
  listAnswerHeaders,
  listDeprecationHeaders,
  listEventHeaders,
  listMessageHeaders,
  listProblemHeaders,
  listUnroutedProblemHeaders,
} from './response-headers.ts'
import { createReference, findBodyName } from './schemas/component-schemas.ts'
import type { MediaType, Response } from './schemas/document-types.ts'

type Content = Record<string, MediaType>
type Responses = Record<string, Response>

/** Every response of an operation, by status. */
export function createResponses(operation: OperationEntry): Responses {
  const responses = { ...successesOf[operation.kind](operation), ...createProblemResponses(operation) }
  const ofDeprecation = listDeprecationHeaders(operation)
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...ofDeprecation } },
    ]),
  )
}

/** The responses that are no problems, by the kind of the operation. */
const successesOf: Readonly<Record<OperationEntry['kind'], (operation: OperationEntry) => Responses>> = {
  read: (operation) => ({
    '200': {
      description: `${operation.summary}.`,
      headers: listAnswerHeaders(operation, 200),
      content: { ...createUsualContent(operation), ...createFurtherContent(operation) },
    },
    '304': {
      description: `The data are unchanged since the ETag in If-None-Match${hasLastModified(operation) ? ' (or since If-Modified-Since)' : ''}. No body; does not count against the monthly quota.`,
      headers: listAnswerHeaders(operation, 304),
    },
  }),
  events: (operation) => ({
    '200': {
      description:
        'The event stream. A kind whose GET answers with an error sends no event; a limit that is reached later is sent as the event limit.',
      headers: listEventHeaders(),
      content: {
        [eventStreamType]: addExample(operation, {
          type: 'string',
          description: 'Endless stream of server-sent events in UTF-8.',
        }),
      },
    },
  }),
  message: (operation) => ({
    '200': {
      description:
        'The response to a request. If a tool refuses, its result has isError and the problem body of its operation.',
      headers: listMessageHeaders(200),
      content: {
        'application/json': addExample(operation, {
          type: 'object',
          description: 'A JSON-RPC 2.0 response with result or error.',
        }),
      },
    },
    '202': {
      description: 'The notification was accepted. No body; does not count against the monthly quota.',
      headers: listMessageHeaders(202),
    },
  }),
}

/** Responses outside of operations. */
export function createUnroutedResponses(): Record<string, Response> {
  return {
    NotFound: createProblemResponse([unroutedCodes[0]], listUnroutedProblemHeaders(404)),
    MethodNotAllowed: createProblemResponse([unroutedCodes[1]], listUnroutedProblemHeaders(405)),
  }
}

/** A body with the recorded example of the operation. */
function addExample({ id }: OperationEntry, schema: MediaType['schema']): MediaType {
  return { schema, examples: { recorded: createReference('examples', id) } }
}

function createUsualContent(operation: OperationEntry): Content {
  const media = addExample(operation, createReference('schemas', findBodyName(operation)))
  const types = operation.exportedAs === null ? usualTypes : [operation.exportedAs]
  return Object.fromEntries(types.map((type) => [type, media]))
}

function createFurtherContent(operation: OperationEntry): Content {
  const { streamed = {} } = findRecordedAnswer(operation)
  return Object.fromEntries(
    Object.entries({ ...operation.streamedAs, ...operation.writtenAs }).map(([type, description]) => [
      type,
      { schema: { type: 'string', description }, example: streamed[type] ?? '' },
    ]),
  )
}

function createProblemResponses(operation: OperationEntry): Responses {
  const responses = [...listProblems(operation)].map(([status, codes]) => [
    String(status),
    createProblemResponse(codes, listProblemHeaders(operation, status)),
  ])
  return Object.fromEntries(responses)
}

function createProblemResponse(codes: readonly ProblemCode[], headers: Response['headers']): Response {
  const lines = codes.map((code) => `- \`${code}\`: ${problemTable[code].title}. ${problemTable[code].remedy}`)
  const examples = Object.fromEntries(codes.map((code) => [code, createReference('examples', code)]))
  return {
    description: lines.join('\n'),
    headers,
    content: { 'application/problem+json': { schema: createReference('schemas', 'ProblemDetails'), examples } },
  }
}

/** Codes outside of operations: unknown path, or unknown method of a path. */
const unroutedCodes = ['not_found', 'method_not_allowed'] as const satisfies ProblemCode[]

/** Lists every problem code of the operation by status: the codes that follow from its facts, and the codes of its entry. */
export function listProblems(operation: OperationEntry): ReadonlyMap<number, ProblemCode[]> {
  const codes: readonly ProblemCode[] = [
    ...listQueryProblems(operation),
    ...(operation.needsKey ? ofKey : []),
    ...listRightsProblems(operation),
    ...operation.problems,
    ...(operation.kind === 'message' ? [] : (['not_acceptable'] as const)),
    'uri_too_long',
    'header_too_large',
    ...(operation.needsKey ? ofPlan : []),
    'rate_limited',
    // For responses above 64 KiB, streamed or not, when one address reads many at once.
    'too_many_streams',
    'internal_error',
    'service_unavailable',
  ]
  const grouped = Map.groupBy<number, ProblemCode>(codes, (code) => problemTable[code].status)
  return new Map([...grouped].toSorted(([one], [other]) => one - other))
}

const ofKey = ['missing_api_key', 'invalid_api_key', 'revoked_api_key', 'expired_api_key'] as const
const ofPlan = ['upgrade_required', 'demo_limit_exceeded', 'overage_cap_exceeded'] as const

function hasWeightingParameters({ query }: OperationEntry): boolean {
  return Object.keys(query.entries).some(isWeightingParameter)
}

function hasWindowParameters({ query }: OperationEntry): boolean {
  return Object.keys(query.entries).some(isWindowStart)
}

function listQueryProblems(operation: OperationEntry): ProblemCode[] {
  const weightingProblems: ProblemCode[] = [
    'unknown_profile',
    'profile_and_weights_exclusive',
    'weights_incomplete',
    'weights_sum_invalid',
  ]
  return [
    ...(operation.isFacade ? [] : (['unknown_parameter'] as const)),
    ...(Object.keys(operation.query.entries).length > 0 ? (['invalid_parameter'] as const) : []),
    ...(hasWeightingParameters(operation) ? weightingProblems : []),
    ...(hasWindowParameters(operation) ? (['invalid_range', 'window_too_large'] as const) : []),
    ...(operation.past !== null ? (['invalid_range'] as const) : []),
  ]
}

function listRightsProblems(operation: OperationEntry): ProblemCode[] {
  const { capability, isClosedToDemo, past } = operation
  const isLimited = hasWeightingParameters(operation) || capability !== null || isClosedToDemo || past !== null
  return [
    ...(isLimited ? (['plan_capability_required'] as const) : []),
    ...(hasWindowParameters(operation) || past !== null ? (['history_depth_exceeded'] as const) : []),
  ]
}
