import { commonHeaders } from '@hexawatt/shared/http/bodies/response-headers'
import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import type { Deps } from './deps.ts'
import { pageRoutes } from './http/page-routes.ts'

/** Largest body, bytes: the gateway forwards no larger one. */
const maxRequestBodyBytes = 64 * 1024

/** The program behind the gateway: health for the operator, and the pages, for the gateway only. */
export function createApp(deps: Deps) {
  return new Elysia({
    name: 'svc-web',
    strictPath: true,
    systemRouter: false,
    serve: { maxRequestBodySize: maxRequestBodyBytes },
  })
    .use(edge({ ...deps, successLevel: 'debug', headersOfProblems: commonHeaders.toJSON() }))
    .use(health(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(pageRoutes(deps.pages, deps.acceptedTokens))
}
