import type { Logger } from './logger.ts'

/**
 * Installs the process's last line of defence: an error that nobody caught is logged and ends the process through `onFatal`,
 * since its state is unknown.
 */
export function guardProcess(logger: Logger, onFatal: () => void): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    onFatal()
  })
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'unhandled rejection')
    onFatal()
  })
}
