import type { McpTool } from '@hexawatt/shared/contract/formats/mcp-tools'
import { compareContracts } from '@hexawatt/shared/contract/internal/compare-contracts'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import type { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { toAppError } from '@hexawatt/shared/errors/app-error'
import { createProblemDetails } from '@hexawatt/shared/errors/problem-response'
import { createInvalidParameterError } from '@hexawatt/shared/http/parse-query'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { makeServiceRequest } from '../cache/uncached-responses.ts'
import { type RequestContext, traceOf } from '../http/request-context.ts'
import { readSentQuery } from '../pipeline/check-request.ts'
import { chooseSentenceLanguage } from '../pipeline/operation-routes.ts'
import type { Forward } from '../upstream/forward.ts'
import { toServiceProblem } from '../upstream/service-problem.ts'
import type { ServiceResponse } from '../upstream/service-request.ts'
import { createContractComparison } from './compare-contracts.ts'
import { getToolOperation, type ToolOperationId } from './tool-list.ts'

/** Arguments of a tool, as the client sent them. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** The result of a tool, and the headers about its data. */
export type ToolOutcome = { result: CallToolResult; headers: Readonly<Record<string, string>> }

export type CallToolDeps = { forward: Forward; publicBaseUrl: string; logger: Logger; clock: Clock }

/** A 200 of an operation, or its refusal. */
type Answer = { text: string; body: Record<string, unknown>; headers: Readonly<Record<string, string>> }
type Refusal = { problem: ProblemDetails; retryAfterSeconds: number | undefined }
type NamedAnswer = [name: string, answer: Answer | Refusal]

/** Makes the call of a tool: its arguments become the query of its operation, which checks the arguments and the plan's rights as GET does. */
export function createCallTool({ forward, publicBaseUrl, logger, clock }: CallToolDeps) {
  const rareLog = createRareLog({ logger })
  const compare = createContractComparison(forward)

  /** @throws AppError of the operation's refusal */
  async function answerOf(context: RequestContext, id: ToolOperationId, args: ToolArguments): Promise<Answer> {
    const { caller } = context
    const operation = getToolOperation(id)
    const { text: query } = readSentQuery(operation, queryOf(args), clock.now)
    const language = chooseSentenceLanguage(operation, context.request.headers)
    const admitted = { context, operation, query, caller, contentType: 'application/json', language } as const
    const { signal } = context.request
    const asked = makeServiceRequest(admitted, { accept: 'application/json', conditions: {}, signal })
    return toAnswer(await forward(asked))
  }

  /** The problem body that the operation itself answers. @param instance path of the operation */
  function toRefusal(context: RequestContext, instance: string, error: unknown): Refusal {
    const refusal = toAppError(error)
    if (refusal.status === 500 && !context.request.signal.aborted) {
      rareLog.error({ err: refusal.options.cause ?? error, requestId: context.requestId }, 'tool failed')
    }
    const place = { publicBaseUrl, instance, traceId: traceOf(context).traceId }
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
      return toRefusal(context, getToolOperation(id).path, error)
    }
  }

  /** The answer of the tool itself. */
  async function askOwn(context: RequestContext, id: McpTool['operation'], args: ToolArguments) {
    if (id !== compareContracts.id) return ask(context, id, args)
    try {
      return toAnswer(await compare(context, args))
    } catch (error) {
      return toRefusal(context, callMcp.path, error)
    }
  }

  /** Never throws: a refusal is a result too, with the operation's problem body. */
  return async function callTool(context: RequestContext, tool: McpTool, args: ToolArguments): Promise<ToolOutcome> {
    const joins = Object.entries(tool.joins).filter(([, id]) => id !== tool.operation)
    const asked = joins.map(async ([name, id]): Promise<NamedAnswer> => [name, await ask(context, id)])
    const [own, ...others] = await Promise.all([askOwn(context, tool.operation, args), ...asked])
    if ('problem' in own) return makeRefusedResult(own)
    const { text, body } = others.length === 0 ? own : joinAnswers(tool, own, others)
    const headers = joinDataHeaders([own, ...others.map(([, answer]) => answer)])
    const note = modeNotes[headers[dataModeHeader] ?? '']
    return { result: { content: makeContent(text, note), structuredContent: body }, headers }
  }
}
export type CallTool = ReturnType<typeof createCallTool>

/** @throws AppError of the refusal */
function toAnswer(response: ServiceResponse): Answer {
  if (response.status !== 200 || !(response.body instanceof Uint8Array)) throw toServiceProblem(response)
  const text = new TextDecoder().decode(response.body)
  return { text, body: JSON.parse(text), headers: response.headers }
}

/**
 * The arguments as a query.
 * @throws AppError `invalid_parameter` for a value that no query can hold
 */
function queryOf(args: ToolArguments): string {
  const pairs = Object.entries(args).map(([name, value]): [string, string] => {
    if (typeof value === 'string' || typeof value === 'number') return [name, String(value)]
    throw createInvalidParameterError(name, JSON.stringify(value), 'a string or a number')
  })
  return new URLSearchParams(pairs).toString()
}

/** One object made of several answers: null where an operation refuses, with its problem in `unavailable`. */
function joinAnswers(
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

/** A language model must not overlook the data mode, whose header is not shown to it. */
const modeNotes: Readonly<Record<string, string>> = {
  demo: 'X-Data-Mode: demo. These data are invented; they say nothing about the real grid.',
  replay: 'X-Data-Mode: replay. These data were recorded in the past; they do not describe the present.',
}

function makeRefusedResult({ problem, retryAfterSeconds }: Refusal): ToolOutcome {
  // The HTTP answer is a 200, which does not carry the operation's Retry-After.
  const wait = retryAfterSeconds === undefined ? undefined : `Ask again no sooner than in ${retryAfterSeconds} seconds.`
  // Without structured content: it would have to match the output schema, which clients check for errors too.
  return { result: { content: makeContent(JSON.stringify(problem), wait), isError: true }, headers: {} }
}

function makeContent(text: string, note: string | undefined): CallToolResult['content'] {
  const texts = note === undefined ? [text] : [text, note]
  return texts.map((one) => ({ type: 'text', text: one }))
}

/** The headers about the data: degraded as soon as one of the answers is. */
function joinDataHeaders(answers: readonly (Answer | Refusal)[]): Record<string, string> {
  const given = answers.flatMap((answer) => ('headers' in answer ? [answer.headers] : []))
  return Object.fromEntries(
    [dataModeHeader, confidenceHeader, 'content-language'].flatMap((name) => {
      const value = given.map((headers) => headers[name]).find((one) => one !== undefined)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
