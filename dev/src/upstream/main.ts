import { createDrain } from '@hexawatt/shared/program/drain'
import { listenOrExit, runProgram } from '@hexawatt/shared/program/run-program'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createClock } from '@hexawatt/shared/time/clock'
import { createUpstreamApp } from './app.ts'
import { readEnv } from './env.ts'
import { createGridSource } from './source.ts'

const env = readEnv(Bun.env)
const logger = createLogger('upstream', env.LOG_LEVEL)
const clock = createClock(env.CLOCK_OFFSET_MS)
const source = createGridSource({
  clock,
  replayOnly: env.REPLAY_ONLY,
  ...(env.REPLAY_DIR === undefined ? {} : { replayDir: env.REPLAY_DIR }),
})
const app = createUpstreamApp({
  clock,
  source,
  logger,
  credentials: { clientId: env.UPSTREAM_CLIENT_ID, clientSecret: env.UPSTREAM_CLIENT_SECRET },
  allowFaultControl: env.ALLOW_FAULT_CONTROL,
})
const port = listenOrExit(app, env.PORT, env.HOST, logger)
logger.info({ port, replay: env.REPLAY_DIR !== undefined }, 'demo upstream listens')
runProgram({
  logger,
  exitWithStdin: env.EXIT_WITH_STDIN,
  drain: createDrain(),
  drainMs: 0,
  finish: () => app.stop(true),
  finishTimeoutMs: 1_000,
  close: async () => undefined,
})
