import { createHmac } from 'node:crypto'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { AccountDeps } from './accounts/account-changes.ts'
import type { Env } from './env.ts'
import { createAccountResources } from './pages/account/account-resources.ts'
import { createAccountResponses } from './pages/account/account-responses.ts'
import { createAccountShell } from './pages/account/account-shell.ts'
import type { MemberPage } from './pages/account/member-page.ts'
import { createUsagePages } from './pages/account/usage/usage-page.ts'
import { startPath, type VisitorPage } from './pages/account/visitor-page.ts'
import type { DashboardAssets } from './pages/dashboard/assets.ts'
import type { FindPrivate } from './pipeline/match.ts'
import { createCookieRules } from './session/cookie-rules.ts'
import { createFormGuard } from './session/form-guard.ts'
import type { AccountUsageOf } from './usage/account-usage.ts'

export type AccountPartsDeps = {
  env: Env
  /** What the pages of keys and plans change accounts with. */
  accounts: AccountDeps
  accountUsage: AccountUsageOf
  realTimeMs: () => number
  assets: DashboardAssets
  logger: Logger
}

/** The secret of sessions and form tokens; by default derived from the internal token, so that all gateways have the same. */
function sessionSecretOf({ SESSION_SECRET, INTERNAL_TOKEN }: Env): string {
  return SESSION_SECRET ?? createHmac('sha256', INTERNAL_TOKEN).update('member sessions').digest('hex')
}

/** Pages of the rooms, in the order of the navigation. */
function createMemberPages({ accountUsage, realTimeMs }: AccountPartsDeps): MemberPage[] {
  return [...createUsagePages({ accountUsage, realTimeMs })]
}

/** Makes what is served under `/account`. */
export function createAccountParts(deps: AccountPartsDeps): FindPrivate {
  const { env, assets, logger } = deps
  const publicBaseUrl = env.PUBLIC_BASE_URL
  const pages = createMemberPages(deps)
  const shell = createAccountShell({ assets, pages })
  const start: VisitorPage = { path: startPath, show: async () => ({ seeOther: startPath }), act: null }
  return createAccountResources({
    memberOf: null,
    pages,
    visitorPages: [start],
    responses: createAccountResponses({ shell, offBecause: 'no_mail', publicBaseUrl, logger }),
    guard: createFormGuard({ secret: sessionSecretOf(env), publicBaseUrl }),
    cookies: createCookieRules(publicBaseUrl),
    publicBaseUrl,
  })
}
