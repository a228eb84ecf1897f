type PollOptions = { intervalMs: number; timeoutMs: number }

/** Calls `probe` until it returns true (true) or `timeoutMs` passes (false). An error of the probe rejects. */
export async function pollUntil(probe: () => Promise<boolean> | boolean, options: PollOptions): Promise<boolean> {
  const deadline = performance.now() + options.timeoutMs
  while (performance.now() < deadline) {
    if (await probe()) return true
    await Bun.sleep(options.intervalMs)
  }
  return false
}
