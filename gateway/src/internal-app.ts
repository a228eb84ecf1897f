import { type EdgeDeps, edge } from '@hexawatt/shared/http/edge'
import { health, type ReadinessCheck } from '@hexawatt/shared/http/health'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { Elysia } from 'elysia'

export type InternalAppDeps = Pick<EdgeDeps, 'logger' | 'publicBaseUrl'> & {
  metrics: Metrics
  checks: Readonly<Record<string, ReadinessCheck>>
}

/**
 * Health and metrics, for the internal port. Probes are not measured, and logged only when they go wrong:
 * they would drown the customers' requests.
 */
export function createInternalApp({ logger, metrics, publicBaseUrl, checks }: InternalAppDeps) {
  const probeEdge = edge({
    logger: logger.child({}, { level: 'warn' }),
    metrics: null,
    publicBaseUrl,
  })
  return new Elysia().use(probeEdge).use(health(metrics, checks))
}
