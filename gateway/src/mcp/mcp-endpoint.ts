import { AppError, quoted } from '@hexawatt/shared/errors/app-error'
import { documentVersion } from '@hexawatt/shared/openapi/document'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { encodedResponse } from '../cache/uncached-responses.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'
import { type GatewayResponse, responseHeaders } from '../http/gateway-response.ts'
import type { McpCall } from '../pipeline/run-pipeline.ts'
import { type CallToolDeps, createCallTool } from './call-tool.ts'
import { listedTools, toolNamed } from './tool-list.ts'

/** Messages of one account that are answered at once, on one gateway. */
export const maxMcpCallsPerAccount = 4

/** `Retry-After` of an account at that limit, s. */
const retryAfterSeconds = 1

/** Longest that a body may take to arrive, ms. */
const bodyTimeoutMs = 5_000

/** Longest that a message may take to answer, ms: a tool asks its services at once, and each has 5 s. */
const answerTimeoutMs = 8_000

const jsonType = /^application\/json\s*(?:;|$)/i

/** Hosts of pages on the user's own machine, such as the inspector of the protocol. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const instructions =
  'Facts and plans about electricity in mainland France: state of the grid now, best time to run a load, colours of the three-colour tariff, summaries of the past. Instants are ISO 8601 in UTC. null is unknown, never zero. A refusal is a problem whose detail says what to change.'

/** Nothing is validated by it, but each server would make one of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** Makes the answer to `POST /mcp`: one message of the Model Context Protocol, without a session and without a stream. */
export function createAnswerMcp(deps: CallToolDeps) {
  const callTool = createCallTool(deps)
  const calls = createConcurrencyLimit(maxMcpCallsPerAccount)
  const ownOrigin = new URL(deps.publicBaseUrl).origin

  /** @throws AppError `origin_not_allowed`: a page elsewhere, also one that rebinds its name to this address, must not act with a key */
  function requireKnownOrigin(origin: string | null): void {
    if (origin === null || origin === ownOrigin) return
    if (URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname)) return
    throw new AppError('origin_not_allowed', {
      detail: `Pages of the origin ${quoted(origin)} may not call this path; accepted are no Origin, ${ownOrigin}, and pages on localhost.`,
    })
  }

  /** Has the official package answer one message, by a server and a transport of its own, as a protocol without sessions requires. */
  async function exchange(call: McpCall, message: object): Promise<GatewayResponse> {
    const about: Record<string, string> = {}
    const server = new Server(
      { name: 'hexawatt', title: 'Hexawatt', version: documentVersion },
      { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...listedTools] }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const tool = toolNamed(params.name)
      if (tool === null) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${quoted(params.name)}`)
      const { result, headers } = await callTool(call, tool, params.arguments ?? {})
      Object.assign(about, headers)
      return result
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const request = new Request(`${deps.publicBaseUrl}/mcp`, { method: 'POST', headers: transportHeaders(call) })
      const response = await withTimeout(answerTimeoutMs, transport.handleRequest(request, { parsedBody: message }))
      return await gatewayResponse(call, response, about)
    } finally {
      await server.close()
    }
  }

  /**
   * @throws AppError `origin_not_allowed`, `unsupported_media_type`, `too_many_streams`, `invalid_body`, or `service_unavailable` when no
   *   answer came in time. What a tool refuses is no error but its result.
   */
  return async function answerMcp(call: McpCall): Promise<GatewayResponse> {
    const { request, counted } = call.context
    requireKnownOrigin(request.headers.get('origin'))
    requireJson(request.headers.get('content-type'))
    const release = calls.acquire(`${counted?.subject.kind} ${counted?.subject.id}`)
    if (release === null) throw tooManyCalls()
    try {
      return await exchange(call, await readMessage(request))
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      const detail = 'The message was not answered in time.'
      throw new AppError('service_unavailable', { detail, retryAfterSeconds, cause: error })
    } finally {
      release()
    }
  }
}

/** What the transport reads of the client's headers: its other checks have been made here, with our own refusals. */
function transportHeaders({ context }: McpCall): Record<string, string> {
  const version = context.request.headers.get('mcp-protocol-version')
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
  }
}

/** The transport's response as ours. @throws AppError `invalid_body` for what the transport refuses */
async function gatewayResponse(
  { context }: McpCall,
  response: Response,
  about: Readonly<Record<string, string>>,
): Promise<GatewayResponse> {
  if (response.status === 202) return { status: 202, headers: responseHeaders({}), body: null }
  const text = await response.text()
  if (response.status !== 200) throw new AppError('invalid_body', { detail: refusedMessage(text) })
  const headers = { ...about, 'content-type': 'application/json', 'cache-control': 'no-store' }
  return encodedResponse(headers, new TextEncoder().encode(text), context.request.headers.get('accept-encoding'))
}

function refusedMessage(text: string): string {
  const { error } = Object(JSON.parse(text))
  return `The message is not accepted: ${quoted(String(Object(error).message))}.`
}

/** @throws AppError `unsupported_media_type` */
function requireJson(contentType: string | null): void {
  if (contentType !== null && jsonType.test(contentType)) return
  throw new AppError('unsupported_media_type', {
    detail: `The body has the type ${quoted(contentType ?? '')}; accepted is application/json.`,
  })
}

/**
 * Reads the one message of a request. The HTTP parser bounds its size.
 *
 * @throws AppError `invalid_body`
 */
async function readMessage(request: Request): Promise<object> {
  const message = await parsedBody(request)
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new AppError('invalid_body', { detail: 'The body is not one JSON-RPC message; batches are not accepted.' })
}

async function parsedBody(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await withTimeout(bodyTimeoutMs, request.text()))
  } catch (error) {
    const isLate = error instanceof TimeoutError
    const detail = isLate ? `The body did not arrive within ${bodyTimeoutMs / 1_000} s.` : 'The body is not JSON.'
    throw new AppError('invalid_body', { detail })
  }
}

function tooManyCalls(): AppError {
  return new AppError('too_many_streams', {
    detail: `${maxMcpCallsPerAccount} messages of the account are being answered, which is as many as it may have at once.`,
    retryAfterSeconds,
  })
}
