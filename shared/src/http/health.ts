import { Elysia } from 'elysia'
import { addReadGauges, type Metrics } from '../telemetry/metrics.ts'
import { withTimeout } from '../time/with-timeout.ts'

/** Checks one dependency: rejects when it does not work. */
export type ReadinessCheck = () => Promise<unknown>

/** Longest a readiness check may take, ms. */
const checkTimeoutMs = 1_000

/**
 * `/healthz` (the process answers), `/readyz` (200 when every check passes, else 503 with the names of those that do not)
 * and `/metrics` (Prometheus, with the same checks). For the internal port only.
 */
export function health(metrics: Metrics, checks: Readonly<Record<string, ReadinessCheck>>) {
  addReadinessGauge(metrics, checks)
  return new Elysia({ name: 'health', seed: {} })
    .get('/healthz', () => 'ok')
    .get('/readyz', async ({ status }) => {
      const failing = await failingChecks(checks)
      return status(failing.length === 0 ? 200 : 503, { ready: failing.length === 0, failing })
    })
    .get('/metrics', async ({ set }) => {
      set.headers['content-type'] = metrics.contentType
      return metrics.text()
    })
}

/** The checks as a gauge, so that monitoring sees failing dependencies in the metrics. */
function addReadinessGauge(metrics: Metrics, checks: Readonly<Record<string, ReadinessCheck>>): void {
  addReadGauges(metrics, {
    labelNames: ['check'],
    labels: ({ check }) => ({ check }),
    read: async () => {
      const failing = await failingChecks(checks)
      return Object.keys(checks).map((check) => ({ check, isFailing: failing.includes(check) }))
    },
    gauges: [
      {
        name: 'readiness_check_up',
        help: 'Readiness check of a dependency: 1 passes, 0 fails',
        value: ({ isFailing }) => (isFailing ? 0 : 1),
      },
    ],
  })
}

async function failingChecks(checks: Readonly<Record<string, ReadinessCheck>>): Promise<string[]> {
  const names = Object.keys(checks)
  const results = await Promise.allSettled(Object.values(checks).map((check) => withTimeout(checkTimeoutMs, check())))
  return names.filter((_, index) => results[index]?.status === 'rejected')
}
