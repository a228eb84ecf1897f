import { type CurrentDashboardDeps, createCurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { createPublishKeyChange } from '@hexawatt/shared/keys/publish-key-change'
import { createRedis } from '@hexawatt/shared/redis/client'
import { isSameTarget, toRedisTarget } from '@hexawatt/shared/redis/settings'
import { createContractTableCache, createReadContractTable } from '@hexawatt/shared/service/contract-table'
import { createSnapshotServiceDeps } from '@hexawatt/shared/service/snapshot-service-deps'
import { accuracySnapshot, dashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createOptionalSnapshotCache } from '@hexawatt/shared/snapshot/optional-snapshot'
import { createChangeNotifier } from '@hexawatt/shared/snapshot/snapshot-cache'
import { type Clock, createClock } from '@hexawatt/shared/time/clock'
import { createUsageReading } from '@hexawatt/shared/usage/usage-reading'
import { areAccountsOpen, createAccountPages } from './account-pages.ts'
import { createBillingWebhook } from './billing/billing-webhook.ts'
import type { Env } from './env.ts'
import type { PageRoute } from './http/page-routes.ts'
import { buildAssets } from './kit/assets.ts'
import { createQueueDesk } from './operator/page/queue-desk.ts'
import { createErrorPages } from './pages/errors/error-pages.ts'
import { warnOfMissingPublisher, warnOfMissingSecurityContact } from './pages/legal/publisher-settings.ts'
import { createPublicPages, listPagePaths } from './pages/public-pages.ts'
import type { Site } from './site/site.ts'

/** Replaced by tests only. */
export type Seams = {
  /** The data's clock instead of one with the offset of the settings. */
  clock?: Clock
  /** Monotonic time of the snapshot cache, ms. */
  cacheTimeMs?: () => number
  /** Plans instead of those of `PLANS_FILE`. */
  planTable?: PlanTable
  /** Real time, ms since the epoch: keys expire by it. */
  realTimeMs?: () => number
}

/** Builds svc-web: the stores behind its pages, and the pages. */
export async function createDeps(env: Env, seams: Seams = {}) {
  const { clock = createClock(env.CLOCK_OFFSET_MS), cacheTimeMs, planTable = env.PLANS_FILE } = seams
  const { realTimeMs = () => Date.now() } = seams
  const service = await createSnapshotServiceDeps(env, {
    program: 'svc-web',
    needs: [dashboardSnapshot],
    createLatest: (deps) => createLatestData({ ...deps, clock }),
    monotonicMs: cacheTimeMs,
  })
  const { publicBaseUrl, latest, sql, redis, logger, tracing } = service
  const limitTarget = toRedisTarget(env, 'limits')
  const areLimitsElsewhere = !isSameTarget(limitTarget, toRedisTarget(env, 'snapshots'))
  const limitRedis = areLimitsElsewhere ? createRedis(limitTarget, logger, tracing) : redis
  const usage = createUsageReading({ sql, redis: limitRedis, plans: planTable.plans, logger })
  const accounts = { sql, planTable, publishKeyChange: createPublishKeyChange(redis) }
  const assets = await buildAssets()
  const site: Site = { publicBaseUrl, assets, hasAccounts: areAccountsOpen(env) }
  const publicPages = await createPublicPages({
    dashboard: latest.dashboard,
    latestAccuracy: async () => latest.accuracy(),
    clock,
    readContractTable: createReadContractTable(env.TARIFFS_FILE, clock.now().epochMilliseconds, latest.contracts),
    planTable,
    demoKey: env.DEMO_API_KEY ?? null,
    site,
    accountUrl: env.UPGRADE_URL ?? null,
    publisher: env,
    sessionDays: env.SESSION_DAYS,
    realTimeMs,
  })
  void warnOfMissingPublisher(env, sql, logger)
  warnOfMissingSecurityContact(env, publicBaseUrl, logger)
  const account = await createAccountPages({ ...service, ...usage, env, accounts, realTimeMs, site })
  const webhook = createBillingWebhook({ ...service, env, accounts, realTimeMs })
  const queues = createQueueDesk(toRedisTarget(env, 'queues'), logger)
  const errors = createErrorPages({ site, pagePaths: listPagePaths(publicPages), logger })
  const pages: readonly PageRoute[] = [...publicPages, errors.unknown, ...account.routes, ...webhook]
  return {
    ...service,
    ...usage,
    accounts,
    assets,
    queues,
    realTimeMs,
    pages,
    showError: errors.refused,
    async close(): Promise<void> {
      await account.stop()
      await queues.close()
      if (areLimitsElsewhere) limitRedis.disconnect()
      await service.close()
    },
  }
}
/** The data of the public pages: the dashboard, the contracts whose prices it is read with, and the scoreboard of the forecasts. */
function createLatestData(deps: CurrentDashboardDeps) {
  const caches = {
    dashboard: createCurrentDashboard(deps),
    contracts: createContractTableCache(deps),
    accuracy: createOptionalSnapshotCache(accuracySnapshot, (body) => body, deps),
  }
  return {
    dashboard: caches.dashboard,
    contracts: caches.contracts.latest,
    accuracy: caches.accuracy.latest,
    changed: createChangeNotifier(caches),
  }
}

export type Deps = Awaited<ReturnType<typeof createDeps>>
