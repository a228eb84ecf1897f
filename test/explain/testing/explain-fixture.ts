import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { buildTestRoleUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createApp } from '@hexawatt/svc-history/src/app.ts'
import { createDeps } from '@hexawatt/svc-history/src/deps.ts'
import { Env } from '@hexawatt/svc-history/src/env.ts'

const token = 'internal-token-of-the-explain-tests-01234'

/** svc-history, with the rights of its role, on a database that ingestion has filled; the clock is that of the ingestion. */
export async function openHistory(databaseUrl: string, clock: { now: () => Temporal.Instant }) {
  const env = parseEnv(Env, {
    DATABASE_URL: buildTestRoleUrl(databaseUrl, 'svc-history'),
    INTERNAL_PORT: '0',
    INTERNAL_TOKEN: token,
    LOG_LEVEL: 'silent',
  })
  const deps = { ...(await createDeps(env)), clock }
  const app = createApp(deps)
  return {
    /** Asks as the gateway does, for a customer of a plan. */
    get(path: string, plan: PlanId = 'scale', headers: Readonly<Record<string, string>> = {}): Promise<Response> {
      const principal = createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan }, defaultPlanTable)
      const own = { [internalTokenHeader]: token, [principalHeader]: JSON.stringify(principal) }
      return app.handle(new Request(`http://localhost${path}`, { headers: { ...own, ...headers } }))
    },
    metrics: () => deps.metrics.text(),
    close: () => deps.close(),
  }
}
export type History = Awaited<ReturnType<typeof openHistory>>
