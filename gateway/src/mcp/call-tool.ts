import type { McpTool } from '@hexawatt/shared/contract/formats/mcp-tools'
import type { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { toAppError } from '@hexawatt/shared/errors/app-error'
import { createProblemDetails } from '@hexawatt/shared/errors/problem-response'
import { createInvalidParameterError } from '@hexawatt/shared/http/parse-query'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { serviceRequestOf } from '../cache/uncached-responses.ts'
import { type RequestContext, traceOf } from '../http/request-context.ts'
import { readSentQuery } from '../pipeline/check-request.ts'
import { languageOf } from '../pipeline/operation-routes.ts'
import type { Forward } from '../upstream/forward.ts'
import { serviceProblem } from '../upstream/service-problem.ts'
import { type ToolOperationId, toolOperation } from './tool-list.ts'

/** Arguments of a tool, as the client sent them. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** The result of a tool, and the headers about the data that it rests on. */
export type ToolOutcome = { result: CallToolResult; headers: Readonly<Record<string, string>> }

export type CallToolDeps = { forward: Forward; publicBaseUrl: string; logger: Logger; clock: Clock }

/** A 200 of an operation, or its refusal. */
type Answer = { text: string; body: Record<string, unknown>; headers: Readonly<Record<string, string>> }
type Refusal = { problem: ProblemDetails; retryAfterSeconds: number | undefined }
type NamedAnswer = [name: string, answer: Answer | Refusal]

/**
 * Makes the call of a tool: its arguments become the query of its operation, which checks them and the rights of the plan as it does for GET.
 */
export function createCallTool({ forward, publicBaseUrl, logger, clock }: CallToolDeps) {
  const rareLog = createRareLog({ logger })

  /** @throws AppError as the operation refuses */
  async function answerOf(context: RequestContext, id: ToolOperationId, args: ToolArguments): Promise<Answer> {
    const { caller } = context
    const operation = toolOperation(id)
    const { text: query } = readSentQuery(operation, queryOf(args), clock.now)
    const language = languageOf(operation, context.request.headers)
    const admitted = { context, operation, query, caller, contentType: 'application/json', language } as const
    const { signal } = context.request
    const asked = serviceRequestOf(admitted, { accept: 'application/json', conditions: {}, signal })
    const response = await forward(asked)
    if (response.status !== 200 || !(response.body instanceof Uint8Array)) throw serviceProblem(response)
    const text = new TextDecoder().decode(response.body)
    return { text, body: JSON.parse(text), headers: response.headers }
  }

  /** The problem body that the operation itself answers. */
  function refusalOf(context: RequestContext, id: ToolOperationId, error: unknown): Refusal {
    const refusal = toAppError(error)
    if (refusal.status === 500 && !context.request.signal.aborted) {
      rareLog.error({ err: refusal.options.cause ?? error, requestId: context.requestId }, 'tool failed')
    }
    const place = { publicBaseUrl, instance: toolOperation(id).path, traceId: traceOf(context).traceId }
    return { problem: createProblemDetails(refusal, place), retryAfterSeconds: refusal.options.retryAfterSeconds }
  }

  async function ask(
    context: RequestContext,
    id: ToolOperationId,
    args: ToolArguments = {},
  ): Promise<Answer | Refusal> {
    try {
      return await answerOf(context, id, args)
    } catch (error) {
      return refusalOf(context, id, error)
    }
  }

  /** Never throws: a refusal is a result that says so, with the problem body of the operation. */
  return async function callTool(context: RequestContext, tool: McpTool, args: ToolArguments): Promise<ToolOutcome> {
    const joins = Object.entries(tool.joins).filter(([, id]) => id !== tool.operation)
    const asked = joins.map(async ([name, id]): Promise<NamedAnswer> => [name, await ask(context, id)])
    const [own, ...others] = await Promise.all([ask(context, tool.operation, args), ...asked])
    if ('problem' in own) return refused(own)
    const { text, body } = others.length === 0 ? own : joined(tool, own, others)
    const headers = dataHeaders([own, ...others.map(([, answer]) => answer)])
    const note = modeNotes[headers[dataModeHeader] ?? '']
    return { result: { content: contentOf(text, note), structuredContent: body }, headers }
  }
}
export type CallTool = ReturnType<typeof createCallTool>

/**
 * The arguments as a query.
 *
 * @throws AppError `invalid_parameter` for a value that no query can hold
 */
function queryOf(args: ToolArguments): string {
  const pairs = Object.entries(args).map(([name, value]): [string, string] => {
    if (typeof value === 'string' || typeof value === 'number') return [name, String(value)]
    throw createInvalidParameterError(name, JSON.stringify(value), 'a string or a number')
  })
  return new URLSearchParams(pairs).toString()
}

/** One object of several answers: null where an operation refuses, with its problem in `unavailable`. */
function joined(
  { joins, operation }: McpTool,
  own: Answer,
  others: readonly NamedAnswer[],
): Pick<Answer, 'text' | 'body'> {
  const ownName = Object.entries(joins).find(([, id]) => id === operation)?.[0] ?? operation
  const parts = others.map(([name, answer]) => [name, 'body' in answer ? answer.body : null])
  const unavailable = others.flatMap(([, answer]) => ('problem' in answer ? [answer.problem] : []))
  const body = { [ownName]: own.body, ...Object.fromEntries(parts), unavailable }
  return { text: JSON.stringify(body), body }
}

/** What a language model must not overlook: the header of the data mode is not shown to it. */
const modeNotes: Readonly<Record<string, string>> = {
  demo: 'X-Data-Mode: demo. These data are invented; they say nothing about the real grid.',
  replay: 'X-Data-Mode: replay. These data are recorded; they are not those of the present.',
}

function refused({ problem, retryAfterSeconds }: Refusal): ToolOutcome {
  // The HTTP answer is a 200, which has no Retry-After of the operation.
  const wait = retryAfterSeconds === undefined ? undefined : `Ask again no sooner than in ${retryAfterSeconds} seconds.`
  // Without structured content, which must agree with the output schema: clients check that of errors too.
  return { result: { content: contentOf(JSON.stringify(problem), wait), isError: true }, headers: {} }
}

function contentOf(text: string, note: string | undefined): CallToolResult['content'] {
  const texts = note === undefined ? [text] : [text, note]
  return texts.map((one) => ({ type: 'text', text: one }))
}

/** The headers about the data: degraded as soon as one of the answers is. */
function dataHeaders(answers: readonly (Answer | Refusal)[]): Record<string, string> {
  const given = answers.flatMap((answer) => ('headers' in answer ? [answer.headers] : []))
  return Object.fromEntries(
    [dataModeHeader, confidenceHeader, 'content-language'].flatMap((name) => {
      const value = given.map((headers) => headers[name]).find((one) => one !== undefined)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
