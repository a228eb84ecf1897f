import { createFetchClient } from './client/fetch-client.ts'
import { createServiceAddresses, type ServiceAddressesDeps } from './client/service-addresses.ts'
import type { ServiceClient } from './client/service-call.ts'
import { createFastClient } from './fast/fast-client.ts'

/** Largest body that is read to its end, bytes. */
const maxBodyBytes = 4 * 1024 * 1024

/** Names of the clients, as values of the setting SERVICE_CLIENT. */
export const serviceClientNames = ['fast', 'fetch'] as const
export type ServiceClientName = (typeof serviceClientNames)[number]

export type ServiceClientOptions = Pick<ServiceAddressesDeps, 'lookUp' | 'monotonicMs'> & {
  /** Base address, without a slash at its end. */
  url: string
  /** Longest time a service may take, ms. */
  timeoutMs: number
  /** Which of the two clients makes the calls. */
  client: ServiceClientName
}

/** Creates the client of one service, which calls all addresses of the service in rotation. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { url, timeoutMs, lookUp, monotonicMs, client } = options
  const origin = new URL(url)
  const basePath = origin.pathname.replace(/\/$/, '')
  const addresses = createServiceAddresses({ origin, lookUp, monotonicMs })
  const deps = { origin, basePath, addresses, maxBodyBytes, timeoutMs, monotonicMs }
  return client === 'fast' ? createFastClient(deps) : createFetchClient(deps)
}
