import { createHmac } from 'node:crypto'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { deriveAddressSecret } from '@hexawatt/shared/keys/keyed-hash'
import { toMailSettings } from '@hexawatt/shared/mail/mail-settings'
import { createMailer } from '@hexawatt/shared/mail/mailer'
import { readDataMode, stampTimeoutMs } from '@hexawatt/shared/postgres/data-stamp-store'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { AccountRequestStore } from '@hexawatt/shared/usage/account-request-store'
import type { AccountUsageOf, UsageExport } from '@hexawatt/shared/usage/account-usage'
import type { AccountDeps } from './accounts/account-changes.ts'
import type { Env } from './env.ts'
import type { PageRoute } from './http/page-routes.ts'
import { createAccountResponses } from './pages/account/account-responses.ts'
import { createAccountRoutes } from './pages/account/account-routes.ts'
import { createAccountShell } from './pages/account/account-shell.ts'
import { createAlertsPages } from './pages/account/alerts/alerts-page.ts'
import { createKeysPages } from './pages/account/keys/keys-page.ts'
import { createMemberData } from './pages/account/member-data.ts'
import type { MemberPage } from './pages/account/member-page.ts'
import { createPageLimits } from './pages/account/page-limits.ts'
import { createPlanPages } from './pages/account/plan/plan-page.ts'
import { createRequestsPages } from './pages/account/requests/requests-page.ts'
import { createSettingsPages, settingsPath } from './pages/account/settings/settings-page.ts'
import { createMailboxPage } from './pages/account/sign-in/mailbox-page.ts'
import { createSignInPages } from './pages/account/sign-in/sign-in-pages.ts'
import { createUsagePages } from './pages/account/usage/usage-page.ts'
import { startPath, type VisitorPage } from './pages/account/visitor-page.ts'
import { createAccountLife } from './session/account-life.ts'
import { createCookieRules } from './session/cookie-rules.ts'
import { createFormGuard } from './session/form-guard.ts'
import { createLinkLimits } from './session/limits/link-limits.ts'
import { createWindowCounts, type WindowCounts } from './session/limits/window-counts.ts'
import { createLinkCounts, createSignIn, type SignIn } from './session/sign-in.ts'
import type { Site } from './site/site.ts'

export type AccountPagesDeps = {
  env: Env
  /** For the pages that change keys and plans. */
  accounts: AccountDeps
  accountUsage: AccountUsageOf
  usageExport: UsageExport
  accountRequests: AccountRequestStore
  realTimeMs: () => number
  redis: RedisConnection
  site: Site
  metrics: Metrics
  logger: Logger
}

/** Secret of sessions and form tokens; by default derived from the internal token, so that all processes share it. */
function deriveSessionSecret({ SESSION_SECRET, INTERNAL_TOKEN }: Env): string {
  return SESSION_SECRET ?? createHmac('sha256', INTERNAL_TOKEN).update('member sessions').digest('hex')
}

/** Whether people can sign in: mail can be sent, and the public address has no path, below which cookies and forms would not work. */
export function areAccountsOpen(env: Env): boolean {
  return toMailSettings(env) !== null && new URL(env.PUBLIC_BASE_URL).pathname === '/'
}

/** Member pages, in the order of the navigation. */
function createMemberPages({
  env,
  accounts,
  accountUsage,
  accountRequests,
  realTimeMs,
}: AccountPagesDeps): MemberPage[] {
  const alerts = {
    sql: accounts.sql,
    plans: accounts.planTable.plans,
    secrets: createWebhookSecrets(env),
    allowedReceivers: env.ALERT_RECEIVERS_ALLOWED,
    realTimeMs,
  }
  return [
    ...createKeysPages({ accounts, publicBaseUrl: env.PUBLIC_BASE_URL, realTimeMs }),
    ...createUsagePages({ accountUsage, realTimeMs }),
    ...createRequestsPages(accountRequests),
    ...createPlanPages({
      accounts,
      checkoutUrls: env.BILLING_CHECKOUT_URLS,
      portalUrl: env.BILLING_PORTAL_URL ?? null,
    }),
    ...createAlertsPages(alerts),
  ]
}

/**
 * Builds everything served under `/account`; `stop` waits for mails that are being sent. @throws when mails would be kept in a mailbox although the data are
 * real
 */
export async function createAccountPages(
  deps: AccountPagesDeps,
): Promise<{ routes: readonly PageRoute[]; stop(): Promise<void> }> {
  const { env, site, logger, accounts } = deps
  const publicBaseUrl = env.PUBLIC_BASE_URL
  const cookies = createCookieRules(publicBaseUrl)
  const secret = deriveSessionSecret(env)
  const hasMailbox = createMailboxCheck(deps)
  await refuseMailboxOfRealData(deps)
  const windows = createWindowCounts(deps.redis)
  const limits = createPageLimits({
    windows,
    requestsPerMinute: accounts.planTable.anonymous.requestsPerMinute,
    addressSecret: deriveAddressSecret(env),
    monotonicMs: () => performance.now(),
    logger,
  })
  const signIn = createSignInPart({ ...deps, windows }, secret)
  const life = createAccountLife({ ...accounts, data: createMemberData({ sql: accounts.sql, ...deps }) })
  const settings = signIn === null ? [] : createSettingsPages({ sql: accounts.sql, signIn, life })
  const pages = [...createMemberPages(deps), ...settings]
  const homePath = pages.find(({ navigation }) => navigation !== null)?.path ?? settingsPath
  const shell = createAccountShell({ site, pages })
  const offBecause = new URL(publicBaseUrl).pathname === '/' ? 'no_mail' : 'below_path'
  const responses = createAccountResponses({ shell, offBecause, publicBaseUrl, logger })
  const guard = createFormGuard({ secret, publicBaseUrl })
  const shared = { responses, guard, cookies, limits }
  if (signIn === null) {
    const start: VisitorPage = { path: startPath, show: async () => ({ seeOther: startPath }), act: null }
    const routes = createAccountRoutes({ ...shared, memberOf: null, pages, visitorPages: [start] })
    return { routes, stop: async () => undefined }
  }
  const { visitorPages, signOutPage } = createSignInPages({ signIn, limits, homePath, hasMailbox })
  if (env.MAILBOX_DIR !== undefined) visitorPages.push(createMailboxPage(env.MAILBOX_DIR, hasMailbox))
  const routes = createAccountRoutes({
    ...shared,
    memberOf: signIn.memberOf,
    pages: [...pages, signOutPage],
    visitorPages,
  })
  return { routes, stop: signIn.stop }
}

/** Sign-in; null where accounts are not open. */
function createSignInPart(deps: AccountPagesDeps & { windows: WindowCounts }, secret: string): SignIn | null {
  const { env, accounts, windows, metrics, logger } = deps
  const countLink = createLinkCounts(metrics)
  const mail = toMailSettings(env)
  if (mail === null || !areAccountsOpen(env)) return null
  return createSignIn({
    databaseUrl: env.DATABASE_URL,
    secret,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    cookies: createCookieRules(env.PUBLIC_BASE_URL),
    sessionDays: env.SESSION_DAYS,
    sql: accounts.sql,
    plans: accounts.planTable.plans,
    mailer: createMailer(mail, metrics),
    limits: createLinkLimits({
      windows,
      addressSecret: deriveAddressSecret(env),
      maxMailsPerDay: env.SIGN_IN_MAILS_PER_DAY,
    }),
    countLink,
    logger,
  })
}

/** Whether the demo mailbox may be shown: only while the data are known to be demo data. */
function createMailboxCheck({ env, accounts: { sql } }: AccountPagesDeps): () => Promise<boolean> {
  let isDemo = false
  return async () => {
    isDemo ||= env.MAILBOX_DIR !== undefined && (await readDataMode(sql)) === 'demo'
    return isDemo
  }
}

/** @throws when the database is known to contain data other than demo data: every visitor could read every mail */
async function refuseMailboxOfRealData({ env, accounts: { sql } }: AccountPagesDeps): Promise<void> {
  if (env.MAILBOX_DIR === undefined) return
  const mode = await withTimeout(stampTimeoutMs, readDataMode(sql)).catch(() => null)
  if (mode === null || mode === 'demo') return
  throw new Error(
    `MAILBOX_DIR works only with demo data, but this database contains ${mode} data: set SMTP_URL instead.`,
  )
}
