import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { listenOrExit, runProgram, toStopOptions } from '@hexawatt/shared/program/run-program'
import { createApp } from './app.ts'
import { createDeps, type Deps } from './deps.ts'
import { Env } from './env.ts'
import { createOperatorApp } from './operator/operator-app.ts'

const env = parseEnv(Env, Bun.env)
const deps = await createDeps(env)
const { logger } = deps
const app = createApp(deps, Bun.env)
const port = listenOrExit(app, env.INTERNAL_PORT, env.INTERNAL_HOST, logger)
const operator = startOperator(env, deps)
runProgram({
  ...deps,
  ...toStopOptions(env),
  finish: () => Promise.all([app.stop(), operator?.app.stop()]),
  cutOff: () => Promise.all([app.stop(true), operator?.app.stop(true)]),
})
// Announced only now: a reader of this message may send a signal, and signals are handled from here on.
logger.info({ port, operatorPort: operator?.port ?? null }, 'listening')

/** Starts the operator's listener, on a port that the gateway never forwards to; null without a token. */
function startOperator({ OPERATOR_TOKEN, OPERATOR_TOKEN_PREVIOUS, OPERATOR_PORT, OPERATOR_HOST }: Env, deps: Deps) {
  if (OPERATOR_TOKEN === undefined) return null
  const tokens = { current: OPERATOR_TOKEN, previous: OPERATOR_TOKEN_PREVIOUS ?? null }
  const operatorApp = createOperatorApp({ ...deps, tokens, monotonicMs: () => performance.now() })
  return { app: operatorApp, port: listenOrExit(operatorApp, OPERATOR_PORT, OPERATOR_HOST, deps.logger) }
}
