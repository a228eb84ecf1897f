import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { commonHeaders } from '@hexawatt/shared/http/bodies/response-headers'
import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import { commandRoutes } from './cli/command-routes.ts'
import type { Deps } from './deps.ts'
import { pageRoutes } from './http/page-routes.ts'

/** Largest body, bytes: the gateway forwards no larger one. */
const maxRequestBodyBytes = 64 * 1024

/**
 * The program behind the gateway: health for the operator, and the pages, for the gateway only.
 *
 * @param environment that the commands which a container of the gateway sends take their stores from
 */
export function createApp(deps: Deps, environment: EnvSource) {
  return new Elysia({
    name: 'svc-web',
    strictPath: true,
    systemRouter: false,
    serve: { maxRequestBodySize: maxRequestBodyBytes },
  })
    .use(edge({ ...deps, successLevel: 'debug', headersOfProblems: commonHeaders.toJSON() }))
    .use(health(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(commandRoutes(environment, deps.acceptedTokens))
    .use(pageRoutes(deps.pages, deps.acceptedTokens))
}
