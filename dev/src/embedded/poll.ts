export type PollOptions = { intervalMs: number; timeoutMs: number }

/**
 * Asks `probe` again and again until it says true.
 *
 * @returns false when `timeoutMs` passed first; a probe that throws ends the polling with its error
 */
export async function pollUntil(probe: () => Promise<boolean> | boolean, options: PollOptions): Promise<boolean> {
  const deadline = performance.now() + options.timeoutMs
  while (performance.now() < deadline) {
    if (await probe()) return true
    await Bun.sleep(options.intervalMs)
  }
  return false
}
