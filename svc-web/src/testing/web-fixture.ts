import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { internalTokenHeader } from '@hexawatt/shared/http/principal'
import { createSql } from '@hexawatt/shared/postgres/client'
import { buildTestRoleUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createApp } from '../app.ts'
import { createDeps, type Seams } from '../deps.ts'
import { Env } from '../env.ts'
import { createSilentAccounts } from './account-fixture.ts'

export const testInternalToken = 'internal-token-of-the-web-tests-01234567'

/** Address under which the pages of the tests are public. */
export const testPublicBaseUrl = 'http://localhost:8080'

export type TestWebOptions = Seams & {
  /** As the owner of the schema; svc-web has the rights of its role. */
  databaseUrl: string
  redisUrl: string
  /** Further settings. */
  settings?: Readonly<Record<string, string>>
}

/** svc-web of real parts on a free port. */
export async function startTestWeb({ databaseUrl, redisUrl, settings, ...seams }: TestWebOptions) {
  const environment = {
    INTERNAL_PORT: '0',
    DATABASE_URL: buildTestRoleUrl(databaseUrl, 'svc-web'),
    REDIS_URL: redisUrl,
    INTERNAL_TOKEN: testInternalToken,
    PUBLIC_BASE_URL: testPublicBaseUrl,
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const deps = await createDeps(parseEnv(Env, environment), seams)
  const app = createApp(deps, environment).listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const url = `http://127.0.0.1:${app.server?.port}`
  const { metrics, redis } = deps
  const sql = createSql(databaseUrl, 'web test', 2)
  /** Headers that the gateway adds: its token, the client's hashed address and wider blocks, its host, and whether its connection is private. */
  const gatewayHeaders = {
    [internalTokenHeader]: environment.INTERNAL_TOKEN,
    'x-client-subject': `${'a'.repeat(32)},${'b'.repeat(32)}`,
    'x-client-host': new URL(url).host,
    'x-client-connection': 'private',
  }
  return {
    url,
    deps,
    /** As the owner of the schema. */
    sql,
    metrics,
    redis,
    accounts: createSilentAccounts(deps.accounts),
    /** A request of a client, as the gateway forwards it; `x-forwarded-for` is its address. Redirects are not followed. */
    fetch(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers)
      const address = headers.get('x-forwarded-for')
      if (address !== null) headers.set('x-client-subject', new Bun.CryptoHasher('md5').update(address).digest('hex'))
      for (const [name, value] of Object.entries(gatewayHeaders)) if (!headers.has(name)) headers.set(name, value)
      return fetch(`${url}${path}`, { redirect: 'manual', ...init, headers })
    },
    async stop(): Promise<void> {
      deps.drain.begin()
      await app.stop()
      await Promise.all([deps.close(), sql.end({ timeout: 5 })])
    },
  }
}
export type TestWeb = Awaited<ReturnType<typeof startTestWeb>>
