import { callThisMachineDirectly } from '@hexawatt/shared/config/direct-calls'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { listenOrExit, runProgram } from '@hexawatt/shared/program/run-program'
import { createApp, startIngest } from './app.ts'
import { createDeps } from './deps.ts'
import { Env } from './env.ts'

callThisMachineDirectly(Bun.env)
const env = parseEnv(Env, Bun.env)
const deps = await createDeps(env)
const app = createApp(deps)
const port = listenOrExit(app, env.INTERNAL_PORT, env.INTERNAL_HOST, deps.logger)
let ingest: Awaited<ReturnType<typeof startIngest>> | null = null
// Before ingestion starts: workers run while the rest still starts, and must survive a lost connection from the beginning.
runProgram({
  logger: deps.logger,
  exitWithStdin: env.EXIT_WITH_STDIN,
  drain: deps.drain,
  // No client sends requests to this program: it stops at once, and its port answers until its jobs are done.
  drainMs: 0,
  finish: async () => ingest?.stop(),
  // The queue gives a job that did not end to another program, or to this one after its start.
  finishTimeoutMs: env.STOP_TIMEOUT_MS,
  async close() {
    await app.stop()
    await deps.close()
  },
})
ingest = await startIngest(deps)
deps.logger.info({ port, mode: deps.mode }, 'ingesting')
