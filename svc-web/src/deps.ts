import { createCurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { mailSettingsOf } from '@hexawatt/shared/mail/mail-settings'
import { createSnapshotServiceDeps } from '@hexawatt/shared/service/snapshot-service-deps'
import { dashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type Clock, createClock } from '@hexawatt/shared/time/clock'
import type { Env } from './env.ts'
import type { PageRoute } from './http/page-routes.ts'
import { buildAssets } from './kit/assets.ts'
import { createPublicPages } from './pages/public-pages.ts'

/** What only tests replace. */
export type Seams = {
  /** The data's clock instead of one with the offset of the settings. */
  clock?: Clock
  /** Monotonic time of the snapshot cache, ms. */
  cacheTimeMs?: () => number
  /** Plans instead of those of `PLANS_FILE`. */
  planTable?: PlanTable
}

/** Builds svc-web: what its pages read, and the pages. */
export async function createDeps(env: Env, seams: Seams = {}) {
  const { clock = createClock(env.CLOCK_OFFSET_MS), cacheTimeMs, planTable = env.PLANS_FILE } = seams
  const service = await createSnapshotServiceDeps(env, {
    program: 'svc-web',
    needs: [dashboardSnapshot],
    createLatest: (deps) => createCurrentDashboard({ ...deps, clock }),
    monotonicMs: cacheTimeMs,
  })
  const { publicBaseUrl, latest: dashboard } = service
  const assets = await buildAssets()
  const publicPages = await createPublicPages({
    dashboard,
    planTable,
    demoKey: env.DEMO_API_KEY ?? null,
    publicBaseUrl,
    accountUrl: env.UPGRADE_URL ?? null,
    hasAccounts: areAccountsOpen(env),
    assets,
  })
  const pages: readonly PageRoute[] = publicPages
  return { ...service, pages }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>

/** Whether people can sign in: there is a way to send mail, and the public address does not lie below a path, where cookies and forms would not. */
function areAccountsOpen(env: Env): boolean {
  return mailSettingsOf(env) !== null && new URL(env.PUBLIC_BASE_URL).pathname === '/'
}
