import type { Logger } from '../telemetry/logger.ts'
import { type Listenable, listenOrExit } from './listen.ts'
import { runProgram } from './run-program.ts'

export type ServiceEnv = { INTERNAL_PORT: number; INTERNAL_HOST: string; EXIT_WITH_STDIN: boolean }

/** A service's application, and what it stands on. */
export type Service = {
  app: Listenable & { stop(): Promise<unknown> }
  deps: { logger: Logger; close(): Promise<void> }
}

/** Runs a service behind the gateway: binds its internal port, and on leaving finishes what runs before it gives back what it stands on. */
export function runService(
  { INTERNAL_PORT, INTERNAL_HOST, EXIT_WITH_STDIN }: ServiceEnv,
  { app, deps }: Service,
): void {
  const port = listenOrExit(app, INTERNAL_PORT, INTERNAL_HOST, deps.logger)
  deps.logger.info({ port }, 'listening')
  runProgram({
    logger: deps.logger,
    exitWithStdin: EXIT_WITH_STDIN,
    async stop() {
      await app.stop()
      await deps.close()
    },
  })
}
