/** Longest anything is waited for, ms: less than a test may take, so that the failure says what did not come. */
const patienceMs = 45_000

/**
 * Waits for what comes about in its own time. A condition that throws ends the waiting with its error.
 *
 * @param what what is waited for, for the failure
 * @param patience longest wait, ms
 * @throws when it does not come
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patience = patienceMs,
): Promise<void> {
  const deadline = performance.now() + patience
  while (performance.now() < deadline) {
    if (await condition()) return
    await Bun.sleep(5)
  }
  throw new Error(`never came: ${what}`)
}
