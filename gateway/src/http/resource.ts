import { AppError } from '@hexawatt/shared/errors/app-error'
import { createPreflightHeaders, readRequestHeaders } from '@hexawatt/shared/http/bodies/response-headers'
import type { GatewayResponse } from './gateway-response.ts'
import type { RequestContext } from './request-context.ts'

/** The methods of a path, and the response to OPTIONS there, a CORS preflight or not. */
export type PathMethods = {
  readonly names: readonly string[]
  readonly optionsResponse: (context: RequestContext) => GatewayResponse | Promise<GatewayResponse>
}

/** Makes the methods of a path that pages of other sites may ask. @param requestHeaders that scripts in a browser may send */
function publicMethods(names: readonly string[], requestHeaders: string): PathMethods {
  const optionsResponse = { status: 204, headers: createPreflightHeaders(names, requestHeaders), body: null }
  return { names, optionsResponse: () => optionsResponse }
}

const mcpHeaders =
  'X-Api-Key, Authorization, X-Request-Id, Traceparent, Accept, Content-Type, Mcp-Protocol-Version, Mcp-Session-Id'

/** The methods of everything that is only read. */
export const readMethods = publicMethods(['GET', 'HEAD', 'OPTIONS'], readRequestHeaders)
/** Programs that read events in a browser with a key, which EventSource cannot send, also send its headers. */
export const eventsMethods = publicMethods(
  ['GET', 'HEAD', 'OPTIONS'],
  `${readRequestHeaders}, Last-Event-ID, Cache-Control`,
)
export const mcpMethods = publicMethods(['POST', 'OPTIONS'], mcpHeaders)

/** Answers a request; a page in memory is not a promise. */
export type AnswerResource = (context: RequestContext) => GatewayResponse | Promise<GatewayResponse>

/** A path with its methods and the handler that answers them. */
export type Resource = { readonly path: string; readonly methods: PathMethods; readonly answer: AnswerResource }

/** A step before the answer; it refuses the request by throwing an AppError. */
export type Step = (hook: { context: RequestContext }) => void | Promise<void>

/** The refusal of a method. */
export function methodNotAllowed(method: string, { names }: PathMethods): AppError {
  const allow = names.join(', ')
  return new AppError('method_not_allowed', {
    detail: `${method} is not possible here; use ${allow}.`,
    headers: { allow },
  })
}
