import { listenOrExit, runProgram, stopOptions } from '@hexawatt/shared/program/run-program'
import { createApp, createInternalApp } from './app.ts'
import { createDeps, type Deps } from './deps.ts'
import type { Env } from './env.ts'
import { boundSendBuffers } from './http/native/send-buffers.ts'
import { createOperatorApp } from './operator/operator-app.ts'
import type { ProcessListening } from './processes/gateway-process.ts'

/** Runs a gateway in this process: the only one, or one of several that share the public port. */
export async function serve(env: Env): Promise<void> {
  const deps = await createDeps(env)
  const { logger } = deps
  const isOneOfSeveral = env.GATEWAY_PROCESS !== undefined
  const app = createApp(deps.http)
  const port = listenOrExit(app, env.PORT, env.HOST, logger, isOneOfSeveral)
  const internalApp = createInternalApp(deps)
  const internalPort = listenOrExit(internalApp, env.INTERNAL_PORT, env.INTERNAL_HOST, logger)
  const operatorApp = startOperatorApp(env, deps)
  await boundSendBuffers(port, logger)

  runProgram({
    logger,
    drain: deps.drain,
    ...stopOptions(env),
    finish: () => Promise.all([app.stop(), operatorApp?.app.stop()]),
    cutOff: () => Promise.all([app.stop(true), operatorApp?.app.stop(true)]),
    async close() {
      // Health and metrics are answered until the requests are done.
      await internalApp.stop()
      await deps.close()
    },
  })
  // Announced only now: a process that reads it may send a signal, and signals are handled from here on.
  const listening: ProcessListening = { port, internalPort, operatorPort: operatorApp?.port ?? null }
  logger.info(listening, isOneOfSeveral ? 'gateway process listens' : 'gateway listens')
  if (isOneOfSeveral) process.send?.(listening)
}

/** The operator's listener; null without a token. */
function startOperatorApp({ OPERATOR_TOKEN, OPERATOR_TOKEN_PREVIOUS, OPERATOR_PORT, OPERATOR_HOST }: Env, deps: Deps) {
  if (OPERATOR_TOKEN === undefined) return null
  const { accounts, logger, usageOf, publicBaseUrl, operator } = deps
  const app = createOperatorApp({
    logger,
    publicBaseUrl,
    tokens: { current: OPERATOR_TOKEN, previous: OPERATOR_TOKEN_PREVIOUS ?? null },
    monotonicMs: () => performance.now(),
    realTimeMs: () => Date.now(),
    accounts,
    usageOf,
    ...operator,
  })
  return { app, port: listenOrExit(app, OPERATOR_PORT, OPERATOR_HOST, logger) }
}
