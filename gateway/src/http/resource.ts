import { AppError } from '@hexawatt/shared/errors/app-error'
import { createPreflightHeaders, readRequestHeaders } from '@hexawatt/shared/http/bodies/response-headers'
import type { GatewayResponse } from './gateway-response.ts'
import type { RequestContext } from './request-context.ts'

/** The methods of a path, and its response to OPTIONS, CORS preflight or not. */
export type PathMethods = {
  readonly names: readonly string[]
  readonly optionsResponse: (context: RequestContext) => GatewayResponse | Promise<GatewayResponse>
}

/** Makes the methods of a path that pages of other sites may call. @param requestHeaders headers that browser scripts may send */
function makePublicMethods(names: readonly string[], requestHeaders: string): PathMethods {
  const optionsResponse = { status: 204, headers: createPreflightHeaders(names, requestHeaders), body: null }
  return { names, optionsResponse: () => optionsResponse }
}

const mcpHeaders =
  'X-Api-Key, Authorization, X-Request-Id, Traceparent, Accept, Content-Type, Mcp-Protocol-Version, Mcp-Session-Id'

/** The methods of read-only resources. */
export const readMethods = makePublicMethods(['GET', 'HEAD', 'OPTIONS'], readRequestHeaders)
/** Browser programs that read events with a key, which EventSource cannot send, also send the headers of EventSource. */
export const eventsMethods = makePublicMethods(
  ['GET', 'HEAD', 'OPTIONS'],
  `${readRequestHeaders}, Last-Event-ID, Cache-Control`,
)
export const mcpMethods = makePublicMethods(['POST', 'OPTIONS'], mcpHeaders)

/** Answers a request; a page in memory is returned without a promise. */
export type AnswerResource = (context: RequestContext) => GatewayResponse | Promise<GatewayResponse>

/** A path with its methods and its handler. */
export type Resource = { readonly path: string; readonly methods: PathMethods; readonly answer: AnswerResource }

/** A step before the answer. It refuses the request by throwing an AppError. */
export type Step = (hook: { context: RequestContext }) => void | Promise<void>

/** The refusal of an unsupported method. */
export function refuseMethod(method: string, { names }: PathMethods): AppError {
  const allow = names.join(', ')
  return new AppError('method_not_allowed', {
    detail: `${method} is not supported here; use ${allow}.`,
    headers: { allow },
  })
}
