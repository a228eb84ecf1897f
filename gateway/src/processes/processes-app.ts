import { createEdge, type EdgeDeps } from '@hexawatt/shared/http/edge'
import type { Drain } from '@hexawatt/shared/program/drain'
import { acceptingCondition, createHealthRoutes } from '@hexawatt/shared/program/health'
import { type Metrics, zoneInfoName } from '@hexawatt/shared/telemetry/metrics'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { GatewayProcess } from './gateway-process.ts'

/** Longest time one process may take for its health, ms: somewhat more than its own checks may take. */
const readinessTimeoutMs = 1_500

/** Longest time one process may take for its metrics, ms. */
const metricsTimeoutMs = 3_000

const Readiness = v.object({ failing: v.array(v.string()) })

export type ProcessesAppDeps = Pick<EdgeDeps, 'logger' | 'publicBaseUrl'> & {
  processes: readonly Pick<GatewayProcess, 'index' | 'get' | 'isListening'>[]
  drain: Drain
  /** Of this process. */
  metrics: Metrics
}

/**
 * Health and metrics of all processes of a gateway. Ready when every process is; accepting while one of them listens. The samples of a process have the label
 * `process`: sums would jump back whenever a process is restarted, and a rate over them would be wrong.
 */
export function createProcessesApp({ processes, drain, metrics, logger, publicBaseUrl }: ProcessesAppDeps) {
  async function askFailing({ index, get }: ProcessesAppDeps['processes'][number]): Promise<string[]> {
    try {
      return v.parse(Readiness, await (await get('/readyz', readinessTimeoutMs)).json()).failing
    } catch {
      return [`process-${index}`]
    }
  }
  /** Whether a listening process reports that it accepts requests; a process that is too busy to report counts as accepting. */
  async function askIsAccepting({ get }: ProcessesAppDeps['processes'][number]): Promise<boolean> {
    const response = await get(`/readyz/${acceptingCondition}`, readinessTimeoutMs).catch(() => null)
    return response === null || response.ok
  }
  async function askMetrics({ get }: ProcessesAppDeps['processes'][number]): Promise<string> {
    const text = await (await get('/metrics', metricsTimeoutMs)).text()
    // Reported once for the gateway, by this process: other metrics are joined with it.
    return readMetricBlocks(text)
      .filter((block) => !block.startsWith(`# HELP ${zoneInfoName} `))
      .join('')
  }

  return new Elysia()
    .use(createEdge({ logger: logger.child({}, { level: 'warn' }), metrics: null, publicBaseUrl }))
    .use(
      createHealthRoutes({
        async failing() {
          if (drain.hasBegun()) return [acceptingCondition]
          return [...new Set((await Promise.all(processes.map(askFailing))).flat())]
        },
        async isAccepting() {
          if (drain.hasBegun()) return false
          return (await Promise.all(processes.filter(({ isListening }) => isListening()).map(askIsAccepting))).includes(
            true,
          )
        },
        metrics: {
          contentType: metrics.contentType,
          zone: metrics.zone,
          async text() {
            // The samples of a process that does not answer are absent, as they would be if it were a gateway of its own.
            const texts = await Promise.allSettled([metrics.text(), ...processes.map(askMetrics)])
            return mergeExpositions(texts.flatMap((text) => (text.status === 'fulfilled' ? [text.value] : [])))
          },
        },
      }),
    )
}

/**
 * Merges several expositions in Prometheus's text format: every metric once, with the samples of all of them.
 * @param texts as prom-client writes them
 */
function mergeExpositions(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>()
  for (const block of texts.flatMap(readMetricBlocks)) {
    const [help = '', type = '', ...samples] = block.trimEnd().split('\n')
    const head = `${help}\n${type}`
    metrics.set(head, [...(metrics.get(head) ?? []), ...samples])
  }
  return [...metrics].map(([head, samples]) => `${[head, ...samples].join('\n')}\n`).join('\n')
}

/** The metrics of an exposition: `# HELP`, `# TYPE` and the samples of each. */
function readMetricBlocks(text: string): string[] {
  return text.split(/^(?=# HELP )/m)
}
