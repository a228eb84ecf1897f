/** Time-out of a health check, ms. */
const healthTimeoutMs = 900

/**
 * Checks that a service is up.
 * @throws when it is down, or answers a status other than 200
 */
export async function requireHealthy(serviceUrl: string): Promise<void> {
  const response = await fetch(`${serviceUrl}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(healthTimeoutMs),
  })
  await response.body?.cancel()
  if (response.status !== 200) throw new Error(`health check answered ${response.status}`)
}
