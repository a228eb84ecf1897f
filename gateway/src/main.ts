import { listenOrExit, runProgram, stopOptions } from '@hexawatt/shared/http/run-program'
import { createApp, createInternalApp } from './app.ts'
import { createDeps } from './deps.ts'
import { type Env, readEnv } from './env.ts'
import { boundSendBuffers } from './http/send-buffers.ts'
import { createOperatorApp } from './operator/operator-app.ts'

const env = readEnv(Bun.env)
const deps = await createDeps(env)
const { logger } = deps
const app = createApp(deps.handleRequest)
const port = listenOrExit(app, env.PORT, env.HOST, logger)
const internalApp = createInternalApp(deps)
const internalPort = listenOrExit(internalApp, env.INTERNAL_PORT, env.INTERNAL_HOST, logger)
const operatorApp = startOperatorApp(env)
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
// Whoever reads this may send signals: they are handled by now.
logger.info({ port, internalPort, operatorPort: operatorApp?.port ?? null }, 'gateway listens')

/** The operator's listener; null without a token. */
function startOperatorApp({ OPERATOR_TOKEN, OPERATOR_TOKEN_PREVIOUS, OPERATOR_PORT, OPERATOR_HOST }: Env) {
  if (OPERATOR_TOKEN === undefined) return null
  const { accounts, usageOf, publicBaseUrl } = deps
  const app = createOperatorApp({
    logger,
    publicBaseUrl,
    tokens: { current: OPERATOR_TOKEN, previous: OPERATOR_TOKEN_PREVIOUS ?? null },
    monotonicMs: () => performance.now(),
    accounts,
    usageOf,
  })
  return { app, port: listenOrExit(app, OPERATOR_PORT, OPERATOR_HOST, logger) }
}
