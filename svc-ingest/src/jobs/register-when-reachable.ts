import type { Logger } from '@hexawatt/shared/telemetry/logger'

/** Pause before another try, ms. */
const pauseMs = 1_000

/**
 * Registers something in Redis, again and again until it is done or the program stops: Redis may be restarted while ingestion
 * starts, and polls that were never registered would never come.
 */
export async function registerWhenReachable(
  logger: Logger,
  stopping: AbortSignal,
  register: () => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      return await register()
    } catch (error) {
      logger.warn({ err: error instanceof Error ? error.message : error }, 'not registered yet: redis does not answer')
      await Bun.sleep(pauseMs)
    }
  }
}
