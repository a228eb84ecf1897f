import { type Operation, streamedTypes, usualTypes } from '../contract/operations.ts'
import { type ProblemCode, problemTable } from '../contract/problem.ts'
import { refTo, schemaNameOf } from './component-schemas.ts'
import type { MediaType, Response } from './document-types.ts'
import { problemsOf, strayCodes } from './operation-problems.ts'
import { recordedAnswers } from './recorded-examples.ts'
import { headersOfAnswer, headersOfProblem, headersOfStrayProblem } from './response-headers.ts'

type Content = Record<string, MediaType>

/** How a streamed answer is written under its further types. */
const streamedAs = {
  'text/csv':
    'Points as a table: a header row with the names of HistoryPoint and provenance, empty where there is no value (RFC 4180).',
  'application/x-ndjson': 'One HistoryPoint per line, as JSON, with provenance as its last key.',
} as const

/** Every response of an operation, by status. */
export function responsesOf(operation: Operation): Record<string, Response> {
  const problems = [...problemsOf(operation)].map(([status, codes]) => [
    String(status),
    problemResponse(codes, headersOfProblem(operation, status)),
  ])
  return {
    '200': {
      description: `${operation.summary}.`,
      headers: headersOfAnswer(operation, 200),
      content: { ...usualContent(operation), ...streamedContent(operation) },
    },
    '304': {
      description:
        'The data are still those of the ETag in If-None-Match (or of If-Modified-Since). No body; does not count against the month.',
      headers: headersOfAnswer(operation, 304),
    },
    ...Object.fromEntries(problems),
  }
}

/** Responses that belong to no operation. */
export function strayResponses(): Record<string, Response> {
  return {
    NotFound: problemResponse([strayCodes[0]], headersOfStrayProblem(404)),
    MethodNotAllowed: problemResponse([strayCodes[1]], headersOfStrayProblem(405)),
  }
}

function usualContent(operation: Operation): Content {
  const schema = refTo('schemas', schemaNameOf(operation.response))
  const media = { schema, examples: { recorded: refTo('examples', operation.id) } }
  return Object.fromEntries(usualTypes.map((type) => [type, media]))
}

function streamedContent(operation: Operation): Content {
  const { streamed = {} } = recordedAnswers[operation.id]
  const types = streamedTypes(operation) ?? []
  return Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string', description: streamedAs[type] }, example: streamed[type] ?? '' },
    ]),
  )
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
