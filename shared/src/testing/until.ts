/** Maximum wait, ms: less than the timeout of a test, so that the failure names the missing condition. */
const patienceMs = 45_000

/**
 * Waits until a condition is true. A condition that throws ends the waiting with its error.
 *
 * @param what name of the condition, for the failure
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
