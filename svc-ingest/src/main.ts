import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { listenOrExit, runProgram } from '@hexawatt/shared/http/run-program'
import { createApp, startIngest } from './app.ts'
import { createDeps } from './deps.ts'
import { Env } from './env.ts'

const env = parseEnv(Env, Bun.env)
const deps = await createDeps(env)
const app = createApp(deps)
const port = listenOrExit(app, env.INTERNAL_PORT, env.INTERNAL_HOST, deps.logger)
let ingest: Awaited<ReturnType<typeof startIngest>> | null = null
// Before ingestion starts: workers run while the rest still starts, and must survive a lost connection from the beginning.
runProgram({
  logger: deps.logger,
  exitWithStdin: env.EXIT_WITH_STDIN,
  async stop() {
    await app.stop()
    await ingest?.stop()
    await deps.close()
  },
})
ingest = await startIngest(deps)
deps.logger.info({ port, mode: deps.mode }, 'ingesting')
