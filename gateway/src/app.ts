import { type EdgeDeps, edge } from '@hexawatt/shared/http/edge'
import type { Drain } from '@hexawatt/shared/program/drain'
import { health, type ReadinessCheck, type StartCondition } from '@hexawatt/shared/program/health'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { Elysia } from 'elysia'
import type { HandleRequest } from './http/handle-request.ts'

/** Idle time-out of a connection after its first request, s: above the longest wait for a service, and twice the window of a slow reader (paced-body). */
const usualIdleTimeoutSeconds = 30

/**
 * The bodies that are taken are small: messages to `/mcp`, forms of `/account`, events of the payment provider, which are the largest (a
 * subscription with its items has some 10 KiB). The HTTP parser refuses larger ones with a bare 413.
 */
export const maxRequestBodyBytes = 64 * 1024

/**
 * The public HTTP application. The handling of a request wraps the framework's, which has no routes here: its router and its context, which
 * nobody reads, would cost 1 µs of the 20 of a request.
 *
 * @param idleTimeoutSeconds only tests set it
 */
export function createApp(handleRequest: HandleRequest, idleTimeoutSeconds = usualIdleTimeoutSeconds) {
  const serve = {
    idleTimeout: idleTimeoutSeconds,
    maxRequestBodySize: maxRequestBodyBytes,
    // Otherwise Bun also prints every body that is cut off to the standard error.
    development: false,
  }
  const app = new Elysia({ serve })
  const handle = (request: Request) => handleRequest(request, app.server)
  return app.wrap(() => handle)
}

export type InternalAppDeps = Pick<EdgeDeps, 'logger' | 'publicBaseUrl'> & {
  metrics: Metrics
  checks: Readonly<Record<string, ReadinessCheck>>
  conditions: Readonly<Record<string, StartCondition>>
  drain: Drain
}

/**
 * Health and metrics, for the internal port. Probes are not measured, and logged only when they fail: they would outnumber the clients'
 * requests.
 */
export function createInternalApp({ logger, metrics, publicBaseUrl, checks, conditions, drain }: InternalAppDeps) {
  const probeEdge = edge({
    logger: logger.child({}, { level: 'warn' }),
    metrics: null,
    publicBaseUrl,
  })
  return new Elysia().use(probeEdge).use(health(metrics, checks, drain, conditions))
}
