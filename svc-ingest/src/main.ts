import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { runProgram } from '@hexawatt/shared/http/run-program'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import { Env } from './env.ts'
import { startIngest } from './ingest.ts'

const env = parseEnv(Env, Bun.env)
const deps = await createDeps(env)
const app = createApp(deps).listen({
  port: env.INTERNAL_PORT,
  hostname: env.INTERNAL_HOST,
  reusePort: false,
  maxRequestBodySize: 16 * 1024,
})
const ingest = await startIngest(deps)
deps.logger.info({ port: app.server?.port, mode: deps.mode }, 'ingesting')
runProgram({
  logger: deps.logger,
  exitWithStdin: env.EXIT_WITH_STDIN,
  async stop() {
    await app.stop()
    await ingest.stop()
    await deps.close()
  },
})
