import { Elysia } from 'elysia'
import type { Metrics } from '../telemetry/metrics.ts'
import { addReadGauges } from '../telemetry/read-gauges.ts'
import { withinTime } from '../time/within-time.ts'

/** One thing a program needs; resolves when it works and rejects when it does not. */
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

/** The checks as a gauge: what watches programs need not ask another address to learn which store is away. */
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
        help: 'Whether something that the program needs works: 1 or 0',
        value: ({ isFailing }) => (isFailing ? 0 : 1),
      },
    ],
  })
}

async function failingChecks(checks: Readonly<Record<string, ReadinessCheck>>): Promise<string[]> {
  const names = Object.keys(checks)
  const results = await Promise.allSettled(Object.values(checks).map((check) => withinTime(checkTimeoutMs, check())))
  return names.filter((_, index) => results[index]?.status === 'rejected')
}
