import { runProgram } from '@hexawatt/shared/http/run-program'
import { createApp } from './app.ts'
import { createDeps } from './deps.ts'
import { readEnv } from './env.ts'
import { createInternalApp } from './internal-app.ts'

const env = readEnv(Bun.env)
const deps = await createDeps(env)
const app = createApp(deps).listen({ port: env.PORT, hostname: env.HOST, reusePort: false })
const internalApp = createInternalApp(deps).listen({
  port: env.INTERNAL_PORT,
  hostname: env.INTERNAL_HOST,
  reusePort: false,
})
deps.logger.info({ port: app.server?.port, internalPort: internalApp.server?.port }, 'gateway listens')

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
