import { type EdgeDeps, edge } from '@hexawatt/shared/http/edge'
import { health, type ReadinessCheck } from '@hexawatt/shared/http/health'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { Elysia } from 'elysia'

export type InternalAppDeps = EdgeDeps & { checks: Readonly<Record<string, ReadinessCheck>> }

/**
 * Health and metrics, for the internal port. Probes have a registry of their own and are logged only when they go wrong:
 * they would drown the customers' requests.
 */
export function createInternalApp({ logger, metrics, publicBaseUrl, checks }: InternalAppDeps) {
  const probeEdge = edge({
    logger: logger.child({}, { level: 'warn' }),
    metrics: createMetrics('gateway-internal'),
    publicBaseUrl,
  })
  return new Elysia().use(probeEdge).use(health(metrics, checks))
}
