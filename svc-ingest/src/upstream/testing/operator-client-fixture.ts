import type { Sql } from '@hexawatt/shared/postgres/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { readBaseUrls } from '../../sources/publishers.ts'
import { type CredentialSet, createTokenSources } from '../credentials.ts'
import { createSourceClient, type SourceClientDeps } from '../source-client.ts'

const noStore = new Proxy(() => undefined, {
  apply() {
    throw new Error('calls of the operator need no store')
  },
})

/** A client that calls an operator at an address, without waits between tries. Only calls of open publishers need Postgres. */
export function startOperatorClient(
  baseUrl: URL,
  credentials: CredentialSet = { shared: { clientId: 'a', clientSecret: 'b' }, byApi: {} },
  changes: Partial<SourceClientDeps> = {},
) {
  return createSourceClient({
    sql: noStore as unknown as Sql,
    logger: createLogger('test', 'silent'),
    baseUrls: { ...readBaseUrls({}), rte: baseUrl },
    tokenSourceFor: createTokenSources(baseUrl, credentials),
    sleep: async () => undefined,
    random: () => 0,
    ...changes,
  })
}
