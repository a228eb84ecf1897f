import type { Logger } from './logger.ts'

/** Interval in which each cause is logged once, and how many different causes are, ms. */
const [quietMs, maxCauses] = [60_000, 5]

/**
 * Makes the warning of something that fails again and again while a store is away or full, such as the connection of a worker, which tries ten times a second:
 * each cause is logged once a minute, with how many failures were not.
 */
export function createRepeatedWarning(logger: Logger, fields: object, words: string): (error: Error) => void {
  const causes = new Set<string>()
  let since = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return ({ message }) => {
    const nowMs = performance.now()
    if (nowMs - since >= quietMs) {
      causes.clear()
      since = nowMs
    }
    if (causes.has(message) || causes.size === maxCauses) {
      unlogged += 1
      return
    }
    causes.add(message)
    logger.warn({ ...fields, err: message, ...(unlogged > 0 ? { unlogged } : {}) }, words)
    unlogged = 0
  }
}
