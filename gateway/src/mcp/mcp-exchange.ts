import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { AppError, quoteInput } from '@hexawatt/shared/errors/app-error'
import { documentVersion } from '@hexawatt/shared/openapi/document'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { encodedResponse } from '../cache/uncached-responses.ts'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { CallTool } from './call-tool.ts'
import { listedTools } from './listed-tools.ts'
import { toolNamed } from './tool-list.ts'

const instructions =
  'Facts and plans about electricity in mainland France: state of the grid now, forecast of the coming hours, best time to run a load, colours of the three-colour tariff, summaries of the past. Instants are ISO 8601 in UTC. null is unknown, never zero. A refusal is a problem whose detail says what to change.'

/** Accepts any `tools/call`: the package then checks the parameters itself and answers malformed ones with -32602. With its schema here it would answer -32603. */
const anyToolCall = CallToolRequestSchema.omit({ params: true }).loose()

/** Shared by all servers, which would each make one. It validates nothing here. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** The transport reads only the headers of the request; its address is part of no answer. */
const transportUrl = `http://localhost${callMcp.path}`

/** Answers one message. */
export type Exchange = (context: RequestContext, message: object) => Promise<GatewayResponse>

/** Has the official package answer messages, each by a server and a transport of its own, as a protocol without sessions requires. */
export function createExchange(callTool: CallTool): Exchange {
  /** @throws AppError `invalid_body` for what the transport refuses */
  return async function exchange(context, message) {
    const dataHeaders: Record<string, string> = {}
    const server = new Server(
      { name: 'hexawatt', title: 'Hexawatt', version: documentVersion },
      { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...listedTools] }))
    server.setRequestHandler(anyToolCall, async (request) => {
      const { params } = CallToolRequestSchema.parse(request)
      const tool = toolNamed(params.name)
      if (tool === null) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${quoteInput(params.name)}`)
      const { result, headers } = await callTool(context, tool, params.arguments ?? {})
      Object.assign(dataHeaders, headers)
      return result
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const request = new Request(transportUrl, { method: 'POST', headers: transportHeaders(context) })
      const response = await transport.handleRequest(request, { parsedBody: message })
      return await gatewayResponse(context, response, dataHeaders)
    } finally {
      await server.close()
    }
  }
}

/** The headers that the transport reads. The gateway has made the checks of the others before, with its own refusals. */
function transportHeaders({ request }: RequestContext): Record<string, string> {
  const version = request.headers.get('mcp-protocol-version')
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
  }
}

/** The transport's response as the gateway sends it. @throws AppError `invalid_body` */
async function gatewayResponse(
  { request }: RequestContext,
  response: Response,
  dataHeaders: Readonly<Record<string, string>>,
): Promise<GatewayResponse> {
  if (response.status === 202) return { status: 202, headers: {}, body: null }
  const text = await response.text()
  if (response.status !== 200) throw new AppError('invalid_body', { detail: refusedMessage(text) })
  const headers = { ...dataHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' }
  return encodedResponse(headers, new TextEncoder().encode(text), request.headers.get('accept-encoding'))
}

function refusedMessage(text: string): string {
  const { error } = Object(JSON.parse(text))
  return `The message is not accepted: ${quoteInput(String(Object(error).message))}.`
}
