import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { Elysia, NotFoundError } from 'elysia'
import type { AnswerRequest } from './http/answer-request.ts'
import type { GatewayResponse } from './http/gateway-response.ts'
import { createRequestContext, type RequestContext } from './http/request-context.ts'
import { completeAddress, requestTarget, requireSmallHeaders } from './http/request-target.ts'
import { type Resource, refuseMethod, type Step } from './http/resource.ts'
import type { RequestTraces } from './http/traces.ts'
import type { OperationResource } from './pipeline/operation-routes.ts'

/**
 * Idle time-out of a connection after its first request, s: longer than the longest wait for a service, and twice the window of a slow reader (paced-body).
 */
const usualIdleTimeoutSeconds = 30

export type AppDeps = {
  traces: RequestTraces
  answerRequest: AnswerRequest
  /** @throws AppError for a path without a route */
  answerUnknownPath: (context: RequestContext) => GatewayResponse | Promise<GatewayResponse>
  operations: readonly OperationResource[]
  /** Documents of the API, and the paths that are forwarded to svc-web. */
  pages: readonly Resource[]
}

/**
 * The public HTTP application. A request passes the hooks in the order in which they stand here; the steps between the route of an operation and its
 * answer are listed in `pipeline/operation-routes`.
 *
 * @param idleTimeoutSeconds only tests set it
 */
export function createApp(deps: AppDeps, idleTimeoutSeconds = usualIdleTimeoutSeconds) {
  const { traces, answerRequest, answerUnknownPath, operations, pages } = deps
  const app = new Elysia({
    serve: {
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: maxRequestBodyBytes,
      // Otherwise Bun also prints every cut-off body to standard error.
      development: false,
      // Errors thrown around the hooks, or while an error is answered: without this handler Bun would answer with a text of its own.
      error: (error) => answerRequest.refuse(makeContextWithoutRequest(), error),
    },
    // Paths are exact. Bun's own router would decode them.
    strictPath: true,
    systemRouter: false,
    // A host name may have any length.
    handler: { standardHostname: false },
  })
    .use(requestContext)
    .wrap((handle) => traces.trace(handle))
    .wrap((handle, request) => {
      completeAddress(request)
      return handle
    })
    .onRequest(function readHead(hook) {
      const { request } = hook
      hook.context = createRequestContext(request, app.server, traces.spanOf(request))
      // Runs first: no later step may read an address or a header that is too long.
      hook.context.target = requestTarget(request.url)
      requireSmallHeaders(request.headers)
    })
    .onError(async function refuse({ context, error, set }) {
      // The framework sends a `Response` unchanged only while this status is 200.
      set.status = 200
      if (!(error instanceof NotFoundError)) return answerRequest.refuse(context, error)
      try {
        return answerRequest.send(context, await answerUnknownPath(context))
      } catch (refusal) {
        return answerRequest.refuse(context, refusal)
      }
    })
    .mapResponse(function send({ context, responseValue }) {
      // A refusal is a `Response` already; every handler returns the answer of a resource.
      if (!(responseValue instanceof Response)) return answerRequest.send(context, responseValue as GatewayResponse)
    })
  for (const operation of operations) app.use(makeResourceRoutes(operation, operation.steps))
  for (const page of pages) app.use(makeResourceRoutes(page))
  return app
}

/** Context for an error that belongs to no known request. */
const makeContextWithoutRequest = (): RequestContext => createRequestContext(new Request('http://localhost/'), null)

/** Adds the request context to the context of every hook and handler. The first hook replaces the placeholder by the context of the request. */
const requestContext = new Elysia({ name: 'request context' }).decorate('context', makeContextWithoutRequest())

/** Makes the routes of a resource: its methods with their steps, OPTIONS, and 405 for every other method. */
function makeResourceRoutes({ path, methods, answer }: Resource, steps: readonly Step[] = []) {
  const routes = new Elysia().use(requestContext)
  for (const method of methods.names) {
    if (method === 'OPTIONS') continue
    // HEAD has its own route: otherwise the framework would answer GET and read the body for its length. Handlers read bodies themselves.
    routes.route(method, path, async ({ context }) => answer(context), { beforeHandle: [...steps], parse: 'none' })
  }
  return routes
    .options(path, ({ context }) => methods.optionsResponse(context))
    .all(path, ({ context }) => {
      throw refuseMethod(context.request.method, methods)
    })
}
