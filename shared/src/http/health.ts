import { Elysia } from 'elysia'
import type { Metrics } from '../telemetry/metrics.ts'

/** One thing a program needs; resolves when it works and rejects when it does not. */
export type ReadinessCheck = () => Promise<unknown>

/** Longest a readiness check may take, ms. */
const checkTimeoutMs = 1_000

/**
 * `/healthz` (the process answers), `/readyz` (200 when every check passes, else 503 with the names of those that do not)
 * and `/metrics` (Prometheus). For the internal port only.
 */
export function health(metrics: Metrics, checks: Readonly<Record<string, ReadinessCheck>>) {
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

async function failingChecks(checks: Readonly<Record<string, ReadinessCheck>>): Promise<string[]> {
  const names = Object.keys(checks)
  const results = await Promise.allSettled(Object.values(checks).map((check) => withTimeout(check())))
  return names.filter((_, index) => results[index]?.status === 'rejected')
}

function withTimeout(promise: Promise<unknown>): Promise<unknown> {
  const late = Bun.sleep(checkTimeoutMs).then(() => Promise.reject(new Error('timeout')))
  return Promise.race([promise, late])
}
