import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { createEdge, type EdgeDeps } from '@hexawatt/shared/http/edge'
import type { Drain } from '@hexawatt/shared/program/drain'
import { createHealth, type ReadinessCheck, type StartCondition } from '@hexawatt/shared/program/health'
import { listenOrExit, runProgram, toStopOptions } from '@hexawatt/shared/program/run-program'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { Elysia } from 'elysia'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import type { Env } from './env.ts'
import { boundSendBuffers } from './http/native/send-buffers.ts'
import { warnOfSettings } from './moved-settings.ts'
import type { ProcessListening } from './processes/gateway-process.ts'

/**
 * Runs a gateway in this process: the only one, or one of several that share the public port.
 * @param source of the settings, some of which belong to svc-web
 */
export async function serve(env: Env, source: EnvSource): Promise<void> {
  const deps = await createDeps(env)
  const { logger } = deps
  // With several processes the first one warns for all.
  if ((env.GATEWAY_PROCESS ?? 0) === 0) warnOfSettings(env, source, logger)
  const isOneOfSeveral = env.GATEWAY_PROCESS !== undefined
  const app = createApp(deps.http)
  const port = listenOrExit(app, env.PORT, env.HOST, logger, isOneOfSeveral)
  const internalApp = createInternalApp(deps)
  const internalPort = listenOrExit(internalApp, env.INTERNAL_PORT, env.INTERNAL_HOST, logger)
  await boundSendBuffers(port, logger)

  runProgram({
    logger,
    drain: deps.drain,
    ...toStopOptions(env),
    finish: () => app.stop(),
    cutOff: () => app.stop(true),
    async close() {
      // Health and metrics are answered until the requests are done.
      await internalApp.stop()
      await deps.close()
    },
  })
  // Announced only now: a reader of this message may send a signal, and signals are handled from here on.
  const listening: ProcessListening = { port, internalPort }
  logger.info(listening, isOneOfSeveral ? 'gateway process listens' : 'gateway listens')
  if (isOneOfSeveral) process.send?.(listening)
}

export type InternalAppDeps = Pick<EdgeDeps, 'logger' | 'publicBaseUrl'> & {
  metrics: Metrics
  checks: Readonly<Record<string, ReadinessCheck>>
  conditions: Readonly<Record<string, StartCondition>>
  drain: Drain
}

/** Health and metrics, for the internal port. Probes are not measured, and logged only when they fail: they would outnumber the clients' requests. */
export function createInternalApp({ logger, metrics, publicBaseUrl, checks, conditions, drain }: InternalAppDeps) {
  const probeEdge = createEdge({
    logger: logger.child({}, { level: 'warn' }),
    metrics: null,
    publicBaseUrl,
  })
  return new Elysia().use(probeEdge).use(createHealth(metrics, checks, drain, conditions))
}
