import {
  generousPlanTable,
  startTestGateway,
  type TestGatewayOptions,
  testInternalToken,
} from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { buildTestRoleUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createTestSite } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestWeb } from '@hexawatt/svc-web/src/testing/web-fixture.ts'

/** svc-web behind a gateway, on the same stores and each with its role in Postgres: what people reach. Both get the settings, and read their own. */
export async function startTestSite(options: TestGatewayOptions) {
  const { databaseUrl, redisUrl, settings, planTable = generousPlanTable, realTimeMs = () => Date.now() } = options
  const web = await startTestWeb({
    databaseUrl,
    redisUrl,
    planTable,
    realTimeMs,
    settings: {
      INTERNAL_TOKEN: testInternalToken,
      DATABASE_URL: buildTestRoleUrl(databaseUrl, 'svc-web'),
      ...settings,
    },
  })
  const gateway = await startTestGateway({
    ...options,
    settings: { DATABASE_URL: buildTestRoleUrl(databaseUrl, 'gateway'), ...settings, SVC_WEB_URL: web.url },
  })
  return {
    ...gateway,
    ...createTestSite(gateway.url),
    web,
    accounts: web.accounts,
    usageOf: web.deps.usageOf,
    accountUsage: web.deps.accountUsage,
    usageExport: web.deps.usageExport,
    async stop(): Promise<void> {
      await gateway.stop()
      await web.stop()
    },
  }
}
export type TestSite = Awaited<ReturnType<typeof startTestSite>>
