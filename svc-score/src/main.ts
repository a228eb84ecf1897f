import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { listenOrExit } from '@hexawatt/shared/http/listen'
import { runProgram } from '@hexawatt/shared/http/run-program'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import { Env } from './env.ts'

const env = parseEnv(Env, Bun.env)
const deps = await createDeps(env)
const app = createApp(deps)
const port = listenOrExit(app, env.INTERNAL_PORT, env.INTERNAL_HOST, deps.logger)
deps.logger.info({ port }, 'listening')
runProgram({
  logger: deps.logger,
  exitWithStdin: env.EXIT_WITH_STDIN,
  async stop() {
    await app.stop()
    await deps.close()
  },
})
