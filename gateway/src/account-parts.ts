import { createHmac } from 'node:crypto'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { mailSettingsOf } from '@hexawatt/shared/mail/mail-settings'
import { createMailer } from '@hexawatt/shared/mail/mailer'
import { readDataMode, stampTimeoutMs } from '@hexawatt/shared/postgres/data-stamp-store'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { AccountUsageOf, UsageExport } from '@hexawatt/shared/usage/account-usage'
import type { AccountDeps } from './accounts/account-changes.ts'
import { listMemberKeys } from './accounts/account-store.ts'
import { listedKeyBodies, planRequestBody } from './accounts/key-bodies.ts'
import { closeRequest, listRequestsOf, openRequestOf } from './accounts/plan-request-store.ts'
import { alertsMemberData } from './alerts/alert-changes.ts'
import type { ClientSubjects } from './auth/client-subjects.ts'
import { type BillingWebhookDeps, createBillingWebhook } from './billing/billing-webhook.ts'
import type { Env } from './env.ts'
import type { RequestContext } from './http/request-context.ts'
import type { Resource } from './http/resource.ts'
import type { Limiter } from './limits/quota/quota.ts'
import { createAccountResources } from './pages/account/account-resources.ts'
import { createAccountResponses } from './pages/account/account-responses.ts'
import { createAccountShell } from './pages/account/account-shell.ts'
import { createAlertsPages } from './pages/account/alerts/alerts-page.ts'
import { createKeysPages } from './pages/account/keys/keys-page.ts'
import type { MemberPage } from './pages/account/member-page.ts'
import { createPageLimits } from './pages/account/page-limits.ts'
import { createPlanPages, planPath } from './pages/account/plan/plan-page.ts'
import { createSettingsPages, settingsPath } from './pages/account/settings/settings-page.ts'
import { createMailboxPage } from './pages/account/sign-in/mailbox-page.ts'
import { createSignInPages } from './pages/account/sign-in/sign-in-pages.ts'
import { createUsagePages } from './pages/account/usage/usage-page.ts'
import { startPath, type VisitorPage } from './pages/account/visitor-page.ts'
import type { DashboardAssets } from './pages/dashboard/assets.ts'
import { createAccountLife } from './session/account-life.ts'
import { createCookieRules } from './session/cookie-rules.ts'
import { createFormGuard } from './session/form-guard.ts'
import { createLinkLimits } from './session/limits/link-limits.ts'
import { createWindowCounts, type WindowCounts } from './session/limits/window-counts.ts'
import type { MemberData } from './session/member.ts'
import { createLinkCounts, createSignIn, type SignIn } from './session/sign-in.ts'

export type AccountPartsDeps = {
  env: Env
  /** What the pages of keys and plans change accounts with. */
  accounts: AccountDeps
  accountUsage: AccountUsageOf
  usageExport: UsageExport
  realTimeMs: () => number
  redis: RedisConnection
  subjects: ClientSubjects
  /** Secret of the hashes of addresses. */
  addressSecret: string
  /** Counts a refused delivery of the payment provider against the client's address. */
  countStranger: BillingWebhookDeps['countStranger']
  limiter: Pick<Limiter, 'take'>
  /** Of one member over all addresses, and of sign-in links used from one address. */
  requestsPerMinute: number
  assets: DashboardAssets
  metrics: Metrics
  logger: Logger
}

/** Makes the limit of account pages per client address, which is counted before a session is looked up. */
function createTakeClient({ limiter, subjects }: AccountPartsDeps) {
  return async function takeClient(context: RequestContext): Promise<void> {
    const { refusedBy, minute } = await limiter.take(subjects.accountPages(context))
    if (refusedBy === null) return
    throw new AppError('rate_limited', {
      detail: `At most ${minute.limit} requests a minute for account pages.`,
      retryAfterSeconds: Math.max(1, minute.resetSeconds),
    })
  }
}

/** The secret of sessions and form tokens; by default derived from the internal token, so that all gateways have the same. */
function sessionSecretOf({ SESSION_SECRET, INTERNAL_TOKEN }: Env): string {
  return SESSION_SECRET ?? createHmac('sha256', INTERNAL_TOKEN).update('member sessions').digest('hex')
}

/** Whether people can sign in: there is a way to send mail, and the public address does not lie below a path, where cookies and forms would not. */
function areAccountsOpen(env: Env): boolean {
  return mailSettingsOf(env) !== null && new URL(env.PUBLIC_BASE_URL).pathname === '/'
}

/** How the page of the plans says where to get an account. */
export function signUpOf(env: Env): { accountUrl: string | null; hasAccounts: boolean } {
  return { accountUrl: env.UPGRADE_URL ?? null, hasAccounts: areAccountsOpen(env) }
}

/** Address where a caller gets another plan: the operator's own page, else the page of the account, else the plans. */
export function upgradePageOf(env: Env): string {
  return env.UPGRADE_URL ?? `${env.PUBLIC_BASE_URL}${areAccountsOpen(env) ? planPath : plansPagePath}`
}

/** Pages for members, in the order of the navigation. */
function createMemberPages({ env, accounts, accountUsage, realTimeMs }: AccountPartsDeps): MemberPage[] {
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
    ...createPlanPages({
      accounts,
      checkoutUrls: env.BILLING_CHECKOUT_URLS,
      portalUrl: env.BILLING_PORTAL_URL ?? null,
    }),
    ...createAlertsPages(alerts),
  ]
}

/** The data of a member's account that its pages store. */
function createMemberData({ accounts: { sql }, usageExport }: AccountPartsDeps): MemberData[] {
  const keys: MemberData = {
    name: 'keys',
    exported: async ({ accountId }) => listedKeyBodies(await listMemberKeys(sql, accountId), Temporal.Now.instant()),
    remove: null,
  }
  // The requests stay, without a name. An open one is withdrawn, because the member who made it is gone.
  const planRequests: MemberData = {
    name: 'planRequests',
    exported: async ({ accountId }) => (await listRequestsOf(sql, accountId)).map(planRequestBody),
    async remove(tx, { accountId }) {
      const open = await openRequestOf(tx, accountId)
      if (open !== null) await closeRequest(tx, open.requestId, 'withdrawn')
    },
  }
  // The rows of usage stay: the bill is calculated from them. They name no person.
  const usage: MemberData = { name: 'usage', exported: ({ accountId }) => usageExport(accountId), remove: null }
  return [keys, planRequests, usage, alertsMemberData(sql)]
}

/** Makes what is served under `/account`, and to the payment provider; `stop` lets mail on its way go out. @throws when mail is kept instead of sent although the data are real */
export async function createAccountParts(
  deps: AccountPartsDeps,
): Promise<{ resources: readonly Resource[]; stop(): Promise<void> }> {
  const { resources, stop } = await createAccountPages(deps)
  return { resources: [...resources, ...createBillingWebhook(deps)], stop }
}

async function createAccountPages(
  deps: AccountPartsDeps,
): Promise<{ resources: readonly Resource[]; stop(): Promise<void> }> {
  const { env, assets, logger, accounts } = deps
  const publicBaseUrl = env.PUBLIC_BASE_URL
  const cookies = createCookieRules(publicBaseUrl)
  const secret = sessionSecretOf(env)
  const hasMailbox = createMailboxCheck(deps)
  await refuseMailboxOfRealData(deps)
  const windows = createWindowCounts(deps.redis)
  const limits = createPageLimits({ ...deps, windows, monotonicMs: () => performance.now() })
  const signIn = createSignInPart({ ...deps, windows }, secret)
  const life = createAccountLife({ ...accounts, data: createMemberData(deps) })
  const settings = signIn === null ? [] : createSettingsPages({ sql: accounts.sql, signIn, life })
  const pages = [...createMemberPages(deps), ...settings]
  const homePath = pages.find(({ navigation }) => navigation !== null)?.path ?? settingsPath
  const shell = createAccountShell({ assets, pages })
  const offBecause = new URL(publicBaseUrl).pathname === '/' ? 'no_mail' : 'below_path'
  const responses = createAccountResponses({ shell, offBecause, publicBaseUrl, logger })
  const guard = createFormGuard({ secret, publicBaseUrl })
  const shared = { responses, guard, cookies, limits, takeClient: createTakeClient(deps), publicBaseUrl }
  if (signIn === null) {
    const start: VisitorPage = { path: startPath, show: async () => ({ seeOther: startPath }), act: null }
    const resources = createAccountResources({ ...shared, memberOf: null, pages, visitorPages: [start] })
    return { resources, stop: async () => undefined }
  }
  const { visitorPages, signOutPage } = createSignInPages({ ...deps, signIn, limits, homePath, hasMailbox })
  if (env.MAILBOX_DIR !== undefined) visitorPages.push(createMailboxPage(env.MAILBOX_DIR, hasMailbox))
  const resources = createAccountResources({
    ...shared,
    memberOf: signIn.memberOf,
    pages: [...pages, signOutPage],
    visitorPages,
  })
  return { resources, stop: signIn.stop }
}

/** Sign-in; null where accounts are not open. */
function createSignInPart(deps: AccountPartsDeps & { windows: WindowCounts }, secret: string): SignIn | null {
  const { env, accounts, windows, addressSecret, metrics, logger } = deps
  const countLink = createLinkCounts(metrics)
  const mail = mailSettingsOf(env)
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
    limits: createLinkLimits({ windows, addressSecret, maxMailsPerDay: env.SIGN_IN_MAILS_PER_DAY }),
    countLink,
    logger,
  })
}

/** Whether the mailbox of the demo may be shown: only while the data are known to be those of the demo. */
function createMailboxCheck({ env, accounts: { sql } }: AccountPartsDeps): () => Promise<boolean> {
  let isDemo = false
  return async () => {
    isDemo ||= env.MAILBOX_DIR !== undefined && (await readDataMode(sql)) === 'demo'
    return isDemo
  }
}

/** @throws when the database is known to hold other data than those of the demo: everybody could read the mail of everybody */
async function refuseMailboxOfRealData({ env, accounts: { sql } }: AccountPartsDeps): Promise<void> {
  if (env.MAILBOX_DIR === undefined) return
  const mode = await withTimeout(stampTimeoutMs, readDataMode(sql)).catch(() => null)
  if (mode === null || mode === 'demo') return
  throw new Error(`MAILBOX_DIR is for demo data alone, and this database holds ${mode} data: set SMTP_URL instead.`)
}
