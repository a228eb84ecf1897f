import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { commonHeaders } from '@hexawatt/shared/http/bodies/response-headers'
import { createEdge } from '@hexawatt/shared/http/edge'
import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { createHealth } from '@hexawatt/shared/program/health'
import { Elysia } from 'elysia'
import { createCommandRoutes } from './cli/command-routes.ts'
import type { Deps } from './deps.ts'
import { createPageRoutes } from './http/page-routes.ts'

/**
 * The HTTP application of svc-web: health for probes, and pages and commands for the gateway only.
 *
 * @param environment from which commands that a gateway's container sends take the addresses of their stores
 */
export function createApp(deps: Deps, environment: EnvSource) {
  return new Elysia({
    name: 'svc-web',
    strictPath: true,
    systemRouter: false,
    serve: { maxRequestBodySize: maxRequestBodyBytes },
  })
    .use(createEdge({ ...deps, successLevel: 'debug', headersOfProblems: commonHeaders.toJSON() }))
    .use(createHealth(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(createCommandRoutes(environment, deps.acceptedTokens))
    .use(createPageRoutes(deps.pages, deps.acceptedTokens, deps.showError))
}
