import { Elysia } from 'elysia'
import { addReadGauges, type Metrics } from '../telemetry/metrics.ts'
import { withTimeout } from '../time/with-timeout.ts'
import type { Drain } from './drain.ts'

/** Checks one dependency: rejects when it does not work. */
export type ReadinessCheck = () => Promise<unknown>

/**
 * A condition of the start, such as a schema that this version can read. Returns null when the condition is met, otherwise a sentence about what is
 * missing, without secrets. Rejects while the state is unknown.
 */
export type StartCondition = () => Promise<string | null>

/** Timeout of a readiness check, ms. */
const checkTimeoutMs = 1_000

/** Name of the condition that fails in a stopping program, in addition to the names of its checks. */
export const acceptingCondition = 'accepting'

/**
 * For the internal port only:
 *
 * - `/healthz`: 200 until the process ends, also while it stops, because a liveness probe must not kill a program that finishes its work.
 * - `/readyz`: 200 when every check passes and every start condition is met, otherwise 503 with the names of the failing ones and what is missing;
 *   503 from the stop signal on. Names the zone of the installation.
 * - `/readyz/accepting`: for load balancers. 503 while a start condition is known not to be met, and from the stop signal on; otherwise 200 whatever
 *   the checks say, because a program without its stores can still answer some requests, while a program on an unreadable schema cannot.
 * - `/metrics`: Prometheus, with the same checks.
 */
export function createHealth(
  metrics: Metrics,
  checks: Readonly<Record<string, ReadinessCheck>>,
  drain: Drain,
  conditions: Readonly<Record<string, StartCondition>> = {},
) {
  addReadinessGauge(metrics, checks)
  return createHealthRoutes({
    failing: async () => (drain.hasBegun() ? [acceptingCondition] : failingChecks(checks)),
    missing: async () => (drain.hasBegun() ? {} : missingConditions(conditions)),
    isAccepting: async () => !drain.hasBegun() && Object.keys(await missingConditions(conditions)).length === 0,
    metrics,
  })
}

export type HealthSources = {
  /** Names of the failing checks. */
  failing: () => Promise<string[]>
  /** Missing conditions of the start, with a sentence each. */
  missing?: () => Promise<Record<string, string>>
  /** Whether load balancers may send requests. */
  isAccepting: () => Promise<boolean>
  metrics: Pick<Metrics, 'contentType' | 'text' | 'zone'>
}

/** Creates the routes of {@link createHealth}, for the state of this program or of others. */
export function createHealthRoutes({ failing, missing = async () => ({}), isAccepting, metrics }: HealthSources) {
  return new Elysia({ name: 'health', seed: {} })
    .get('/healthz', () => 'ok')
    .get('/readyz', async ({ status }) => {
      const [unmet, gaps] = await Promise.all([failing(), missing()])
      const names = [...unmet, ...Object.keys(gaps)]
      const isReady = names.length === 0
      const told = Object.keys(gaps).length === 0 ? {} : { missing: gaps }
      return status(isReady ? 200 : 503, { ready: isReady, failing: names, ...told, zone: metrics.zone })
    })
    .get(`/readyz/${acceptingCondition}`, async ({ status }) =>
      (await isAccepting()) ? acceptingCondition : status(503, 'not accepting'),
    )
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
        help: 'Readiness check of a dependency: 1 = passes, 0 = fails',
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

/** Reads the missing conditions. A condition whose store does not answer is not listed: the check of its store fails. */
async function missingConditions(
  conditions: Readonly<Record<string, StartCondition>>,
): Promise<Record<string, string>> {
  const entries = Object.entries(conditions).map(async ([name, condition]) => {
    const missing = await withTimeout(checkTimeoutMs, condition()).catch(() => null)
    return missing === null ? [] : [[name, missing] as const]
  })
  return Object.fromEntries((await Promise.all(entries)).flat())
}
