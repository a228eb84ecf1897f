import type { Logger } from '../telemetry/logger.ts'

/**
 * Installs the process's last line of defence.
 *
 * postgres.js 3.4.9 writes to a null socket when a connection drops inside a transaction (porsager/postgres #1208): an
 * uncatchable TypeError in `nextWrite`. That one error is logged and survived, because the pool recovers; anything else
 * ends the process through `onFatal`, since its state is unknown.
 */
export function guardProcess(logger: Logger, onFatal: () => void): void {
  process.on('uncaughtException', (error) => {
    if (isDroppedPostgresSocket(error)) {
      logger.warn({ err: error }, 'postgres connection dropped; the pool reconnects')
      return
    }
    logger.fatal({ err: error }, 'uncaught exception')
    onFatal()
  })
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'unhandled rejection')
    onFatal()
  })
}

function isDroppedPostgresSocket(error: unknown): boolean {
  if (!(error instanceof TypeError) || !error.message.includes('socket.write')) return false
  const firstFrame = error.stack?.split('\n').find((line) => line.trim().startsWith('at ')) ?? ''
  return firstFrame.includes('nextWrite')
}
