import { listenOrExit } from '@hexawatt/shared/http/listen'
import { runProgram } from '@hexawatt/shared/http/run-program'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import { readEnv } from './env.ts'
import { createInternalApp } from './internal-app.ts'

const env = readEnv(Bun.env)
const deps = await createDeps(env)
const app = createApp(deps)
const port = listenOrExit(app, env.PORT, env.HOST, deps.logger)
const internalApp = createInternalApp(deps)
const internalPort = listenOrExit(internalApp, env.INTERNAL_PORT, env.INTERNAL_HOST, deps.logger)
deps.logger.info({ port, internalPort }, 'gateway listens')

runProgram({
  logger: deps.logger,
  exitWithStdin: env.EXIT_WITH_STDIN,
  async stop() {
    // Waits for the requests that run; the internal port answers until they are done.
    await app.stop()
    await internalApp.stop()
    await deps.close()
  },
})
