import { isFacade, isFacadeOfPast } from '../contract/compat/electricity-maps-operations.ts'
import { eventStreamType, eventsOperation } from '../contract/events/events-operation.ts'
import { mcpOperation } from '../contract/mcp/mcp-operation.ts'
import {
  isClosedToDemo,
  isExport,
  isWeightingParameter,
  isWindowStart,
  type Operation,
  type StreamedType,
  streamedTypes,
  usualTypes,
} from '../contract/operations.ts'
import { type ProblemCode, problemTable } from '../contract/problem.ts'
import type { MediaType, Response } from './document-types.ts'
import { recordedAnswers } from './examples.ts'
import {
  hasLastModified,
  headersOfAnswer,
  headersOfEvents,
  headersOfMessage,
  headersOfProblem,
  headersOfUnroutedProblem,
} from './response-headers.ts'
import { refTo, schemaNameOf } from './schemas.ts'

type Content = Record<string, MediaType>

/** Formats of a streamed response beside JSON. */
function streamedAs({ id }: Operation, type: StreamedType): string {
  const isHistory = id === 'getScoreHistory'
  const point = isHistory ? 'HistoryPoint' : 'ArchivedForecastPoint (of the colours: ArchivedColorPoint)'
  if (type === 'application/x-ndjson') {
    return `One ${point} per line, as JSON${isHistory ? ', with provenance as its last key' : ''}.`
  }
  return `Points as a table: a header row with the names of ${point}${isHistory ? ' and provenance' : '; blue, white and red stand in place of probabilities'}, empty where there is no value (RFC 4180).`
}

/** Every response of an operation, by status. */
export function responsesOf(operation: Operation): Record<string, Response> {
  return {
    '200': {
      description: `${operation.summary}.`,
      headers: headersOfAnswer(operation, 200),
      content: { ...usualContent(operation), ...streamedContent(operation) },
    },
    '304': {
      description: `The data are still those of the ETag in If-None-Match${hasLastModified(operation) ? ' (or of If-Modified-Since)' : ''}. No body; does not count against the month.`,
      headers: headersOfAnswer(operation, 304),
    },
    ...problemResponses(problemsOf(operation), operation),
  }
}

/** Every response of `GET /v1/events`, by status. */
export function eventsResponses(): Record<string, Response> {
  const schema = { type: 'string', description: 'Server-sent events, in UTF-8, without an end.' }
  return {
    '200': {
      description: 'The stream. What a kind refuses is no event; a limit that is reached later is the event limit.',
      headers: headersOfEvents(),
      content: { [eventStreamType]: { schema, examples: { recorded: refTo('examples', eventsOperation.id) } } },
    },
    ...problemResponses(byStatus(eventsProblemCodes), eventsOperation),
  }
}

/** Every response of `POST /mcp`, by status. */
export function mcpResponses(): Record<string, Response> {
  const schema = { type: 'object', description: 'A response of JSON-RPC 2.0: result, or error.' }
  return {
    '200': {
      description:
        'The answer to a request. What a tool refuses stands in its result, with isError and the problem body of its operation.',
      headers: headersOfMessage(200),
      content: { 'application/json': { schema, examples: { recorded: refTo('examples', mcpOperation.id) } } },
    },
    '202': {
      description: 'A notification was taken. No body; does not count against the month.',
      headers: headersOfMessage(202),
    },
    ...problemResponses(byStatus(mcpProblemCodes), mcpOperation),
  }
}

/** Responses outside of operations. */
export function unroutedResponses(): Record<string, Response> {
  return {
    NotFound: problemResponse([unroutedCodes[0]], headersOfUnroutedProblem(404)),
    MethodNotAllowed: problemResponse([unroutedCodes[1]], headersOfUnroutedProblem(405)),
  }
}

function usualContent(operation: Operation): Content {
  const schema = refTo('schemas', schemaNameOf(operation.response))
  const media = { schema, examples: { recorded: refTo('examples', operation.id) } }
  if (isExport(operation)) return { [operation.exportedAs]: media }
  return Object.fromEntries(usualTypes.map((type) => [type, media]))
}

function streamedContent(operation: Operation): Content {
  const { streamed = {} } = recordedAnswers[operation.id]
  const types = streamedTypes(operation) ?? []
  return Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string', description: streamedAs(operation, type) }, example: streamed[type] ?? '' },
    ]),
  )
}

function problemResponses(
  codesByStatus: ReadonlyMap<number, readonly ProblemCode[]>,
  operation: Parameters<typeof headersOfProblem>[0],
): Record<string, Response> {
  const responses = [...codesByStatus].map(([status, codes]) => [
    String(status),
    problemResponse(codes, headersOfProblem(operation, status)),
  ])
  return Object.fromEntries(responses)
}

function problemResponse(codes: readonly ProblemCode[], headers: Response['headers']): Response {
  const lines = codes.map((code) => `- \`${code}\`: ${problemTable[code].title}. ${problemTable[code].remedy}`)
  const examples = Object.fromEntries(codes.map((code) => [code, refTo('examples', code)]))
  return {
    description: lines.join('\n'),
    headers,
    content: { 'application/problem+json': { schema: refTo('schemas', 'ProblemDetails'), examples } },
  }
}

/** Operations that refuse live data below a confidence of 50 (decisions §1). */
const canBeInsufficient: ReadonlySet<Operation['id']> = new Set([
  'getCarbonIntensity',
  'getCarbonRegions',
  'getScore',
  'getSchedule',
  'getGridStatus',
  'getTariffOutlook',
  'getElectricityMapsLatest',
])

/** Codes outside of operations: unknown path, or unknown method of a path. */
export const unroutedCodes = ['not_found', 'method_not_allowed'] as const satisfies ProblemCode[]

/** Every problem code of the operation, by status. */
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
    // For responses above 64 KiB, streamed or not, when one address reads many at once.
    'too_many_streams' as const,
    'internal_error' as const,
    ...(canBeInsufficient.has(operation.id) ? (['insufficient_data'] as const) : []),
    'service_unavailable' as const,
  ]
  return byStatus(codes)
}

function byStatus(codes: readonly ProblemCode[]): ReadonlyMap<number, ProblemCode[]> {
  const grouped = Map.groupBy<number, ProblemCode>(codes, (code) => problemTable[code].status)
  return new Map([...grouped].toSorted(([one], [other]) => one - other))
}

const ofKey = ['missing_api_key', 'invalid_api_key', 'revoked_api_key', 'expired_api_key'] as const
const ofPlan = ['upgrade_required', 'demo_limit_exceeded', 'overage_cap_exceeded'] as const

/** Every problem code of `GET /v1/events`. */
export const eventsProblemCodes: readonly ProblemCode[] = [
  'unknown_parameter',
  'invalid_parameter',
  ...ofKey,
  'plan_capability_required',
  'not_acceptable',
  'uri_too_long',
  'header_too_large',
  ...ofPlan,
  'rate_limited',
  'too_many_streams',
  'internal_error',
  'service_unavailable',
]

/** Every problem code of `POST /mcp`; those of its tools stand in their results. */
export const mcpProblemCodes: readonly ProblemCode[] = [
  'unknown_parameter',
  'invalid_body',
  ...ofKey,
  'plan_capability_required',
  'origin_not_allowed',
  'uri_too_long',
  'unsupported_media_type',
  'header_too_large',
  ...ofPlan,
  'rate_limited',
  'too_many_streams',
  'internal_error',
  'service_unavailable',
]

function takesWeighting({ queryParameters }: Operation): boolean {
  return queryParameters.some(isWeightingParameter)
}

function takesWindow({ queryParameters }: Operation): boolean {
  return queryParameters.some(isWindowStart)
}

function ofQuery(operation: Operation): ProblemCode[] {
  const ofWeighting: ProblemCode[] = [
    'unknown_profile',
    'profile_and_weights_exclusive',
    'weights_incomplete',
    'weights_sum_invalid',
  ]
  return [
    ...(isFacade(operation) ? [] : (['unknown_parameter'] as const)),
    ...(operation.queryParameters.length > 0 ? (['invalid_parameter'] as const) : []),
    ...(takesWeighting(operation) ? ofWeighting : []),
    ...(takesWindow(operation) ? (['invalid_range', 'window_too_large'] as const) : []),
    ...(operation.id === 'getElectricityMapsPastRange' ? (['invalid_range', 'window_too_large'] as const) : []),
    ...(operation.id === 'getSchedule' ? (['invalid_range', 'infeasible_schedule'] as const) : []),
  ]
}

function ofRights(operation: Operation): ProblemCode[] {
  const isLimited = takesWeighting(operation) || isClosedToDemo(operation)
  return [
    ...(isLimited ? (['plan_capability_required'] as const) : []),
    ...(takesWindow(operation) || isFacadeOfPast(operation) ? (['history_depth_exceeded'] as const) : []),
  ]
}
