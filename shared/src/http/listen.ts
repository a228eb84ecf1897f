import type { Logger } from '../telemetry/logger.ts'

/** The product is read-only: whoever sends a large body is refused by the HTTP parser, bytes. */
const maxRequestBodySize = 16 * 1024

/** What of an Elysia application is needed to bind it. */
type Listening = { server: { port?: number | undefined } | null }
export type Listenable = {
  listen(options: { port: number; hostname: string; reusePort: boolean; maxRequestBodySize: number }): Listening
}

/**
 * Binds an application, or ends the program with one sentence. Never shares its port: two programs on one would answer in
 * turn without anybody noticing.
 *
 * @returns the port, chosen by the system when 0 was asked for
 */
export function listenOrExit(app: Listenable, port: number, hostname: string, logger: Logger): number {
  try {
    const { server } = app.listen({ port, hostname, reusePort: false, maxRequestBodySize })
    return server?.port ?? port
  } catch (error) {
    logger.fatal({ err: error }, `port ${port} of ${hostname} cannot be used: is another program listening on it?`)
    process.exit(1)
  }
}
