import type { Logger } from './logger.ts'

/** The one way to start a promise that nobody awaits: its failure is logged, never an unhandled rejection. */
export function background(logger: Logger, label: string, promise: Promise<unknown>): void {
  promise.catch((error: unknown) => logger.error({ err: error, label }, 'background task failed'))
}
