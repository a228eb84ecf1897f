/** Longest a service may take to say that it lives, ms. */
const healthTimeoutMs = 900

/**
 * Asks a service whether it is there.
 *
 * @throws when it is not, or answers anything but 200
 */
export async function requireHealthy(serviceUrl: string): Promise<void> {
  const response = await fetch(`${serviceUrl}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(healthTimeoutMs),
  })
  await response.body?.cancel()
  if (response.status !== 200) throw new Error(`health check answered ${response.status}`)
}
