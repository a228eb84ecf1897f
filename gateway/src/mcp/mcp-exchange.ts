import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { AppError, quoteInput } from '@hexawatt/shared/errors/app-error'
import { documentVersion } from '@hexawatt/shared/openapi/document'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { encodeResponse } from '../cache/uncached-responses.ts'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { CallTool } from './call-tool.ts'
import { listedTools } from './listed-tools.ts'
import { findTool } from './tool-list.ts'

const instructions =
  'Facts and plans about electricity in mainland France: state of the grid now, forecast of the coming hours, best time to run a load, colours of the three-colour tariff, summaries of the past. Instants are ISO 8601 in UTC. null means unknown, never zero. A refusal is a problem body whose detail says what to change.'

/**
 * Accepts any `tools/call`: the package then checks the parameters itself and answers malformed ones with -32602. With a schema here it would answer -32603.
 */
const anyToolCall = CallToolRequestSchema.omit({ params: true }).loose()

/** Shared, because each server would make its own. It validates nothing here. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** The transport reads only the headers of the request; its address is not part of any answer. */
const transportUrl = `http://localhost${callMcp.path}`

/** Answers one message. */
export type Exchange = (context: RequestContext, message: object) => Promise<GatewayResponse>

/** Lets the official package answer messages, each with its own server and transport, as a protocol without sessions requires. */
export function createExchange(callTool: CallTool): Exchange {
  /** @throws AppError `invalid_body` when the transport refuses the message */
  return async function exchange(context, message) {
    const dataHeaders: Record<string, string> = {}
    const server = new Server(
      { name: 'hexawatt', title: 'Hexawatt', version: documentVersion },
      { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...listedTools] }))
    server.setRequestHandler(anyToolCall, async (request) => {
      const { params } = CallToolRequestSchema.parse(request)
      const tool = findTool(params.name)
      if (tool === null) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${quoteInput(params.name)}`)
      const { result, headers } = await callTool(context, tool, params.arguments ?? {})
      Object.assign(dataHeaders, headers)
      return result
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const request = new Request(transportUrl, { method: 'POST', headers: makeTransportHeaders(context) })
      const response = await transport.handleRequest(request, { parsedBody: message })
      return await makeGatewayResponse(context, response, dataHeaders)
    } finally {
      await server.close()
    }
  }
}

/** The headers that the transport reads. The gateway has already checked the other headers, with its own refusals. */
function makeTransportHeaders({ request }: RequestContext): Record<string, string> {
  const version = request.headers.get('mcp-protocol-version')
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
  }
}

/** The transport's response as the gateway sends it. @throws AppError `invalid_body` */
async function makeGatewayResponse(
  { request }: RequestContext,
  response: Response,
  dataHeaders: Readonly<Record<string, string>>,
): Promise<GatewayResponse> {
  if (response.status === 202) return { status: 202, headers: {}, body: null }
  const text = await response.text()
  if (response.status !== 200) throw new AppError('invalid_body', { detail: refuseMessage(text) })
  const headers = { ...dataHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' }
  return encodeResponse(headers, new TextEncoder().encode(text), request.headers.get('accept-encoding'))
}

function refuseMessage(text: string): string {
  const { error } = Object(JSON.parse(text))
  return `The message is not accepted: ${quoteInput(String(Object(error).message))}.`
}
