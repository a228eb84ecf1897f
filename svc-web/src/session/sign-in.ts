import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import { findSmallestPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { createStoreUnavailableError } from '@hexawatt/shared/errors/app-error'
import { type Mailer, MailNotSentError } from '@hexawatt/shared/mail/mailer'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { ensureAccount, lockAccount } from '../accounts/account-store.ts'
import { auditLog } from '../accounts/audit-log-store.ts'
import type { LinkLimits } from './limits/link-limits.ts'
import type { Member } from './member.ts'
import type { MemberAuth, MemberAuthDeps, OpenedSession } from './member-auth.ts'
import { endSession, endSurplusSessions, hasAccount, hasOwner, purgeExpired } from './member-store.ts'
import { writeSignInMail } from './sign-in-mail.ts'

/** Links being mailed in one process at most, and the number from which only addresses with an account get one. */
const [maxPendingMails, maxPendingWithoutAccount] = [250, 200] as const

/** Pauses before a message is retried, ms: many servers refuse an unknown sender at first. */
const retryPausesMs = [2_000, 10_000]

/** Pause between two clean-ups, ms. */
const purgeEveryMs = 10 * 60_000

/** Longest time a stop waits for messages being sent, ms. */
const stopTimeoutMs = 2_000

export type SignInDeps = Omit<MemberAuthDeps, 'accountFor'> & {
  sql: Sql
  /** New accounts get the smallest. */
  plans: PlanTable['plans']
  mailer: Mailer
  limits: LinkLimits
  countLink: ReturnType<typeof createLinkCounts>
}

export type LinkRequest = {
  /** Normalised. */
  address: string
  language: Language
  /** A page of this site. */
  returnPath: string
  /** Keyed hashes of the client's address and of the wider blocks around it, narrowest first. */
  clientBlocks: readonly string[]
}

/**
 * Outcomes of a requested link: mailed; withheld by a limit of its address or of this process; withheld because the day's mails are used up; not created, or
 * not accepted by the mail server.
 */
const linkOutcomes = ['mailed', 'limited', 'over_budget', 'failed'] as const

/** Counts links by outcome. Created in every process at the start: an alert would miss a counter that begins with its first failure. */
export function createLinkCounts(metrics: Metrics) {
  const links = metrics.counter(
    'gateway_sign_in_links_total',
    'Sign-in links by outcome (mailed = handed to the mail server, limited = too many to one address or at once, over_budget = daily e-mail budget used up, failed = not created or not handed over)',
    ['outcome'],
  )
  for (const outcome of linkOutcomes) links.inc({ outcome }, 0)
  return (outcome: (typeof linkOutcomes)[number]): void => links.inc({ outcome })
}

/** Makes sign-in by e-mail link: links are mailed outside of the answer, so that an answer reveals nothing about an address. */
export function createSignIn(deps: SignInDeps) {
  const { sql, plans, mailer, limits, countLink, logger, publicBaseUrl } = deps
  const rareLog = createRareLog({ logger })
  const pending = new Set<Promise<void>>()
  const stopped = new AbortController()
  let loading: Promise<MemberAuth> | null = null

  /** Loads the library at the first request that needs it, and again after a failure. */
  function auth(): Promise<MemberAuth> {
    loading ??= import('./member-auth.ts')
      .then(({ createMemberAuth }) =>
        createMemberAuth({ ...deps, accountFor: (address) => openAccount(sql, address, findSmallestPlan(plans)) }),
      )
      .catch((error: unknown) => {
        loading = null
        throw error
      })
    return loading
  }

  async function mailLink(asked: LinkRequest): Promise<void> {
    const { address } = asked
    const isMember = await hasAccount(sql, address)
    if (!isMember && pending.size > maxPendingWithoutAccount) return countLink('limited')
    const taken = await limits.takeMail(address, isMember)
    if (taken === 'recipient') return countLink('limited')
    if (taken === 'budget') {
      countLink('over_budget')
      rareLog.warn({ hasAccount: isMember }, 'a sign-in link was withheld: the daily e-mail budget is used up')
      return
    }
    try {
      await makeAndSend(asked)
    } catch (error) {
      // The budget counts only mails that the server accepted: otherwise failures would lock everyone out for a day.
      await limits.giveMailBack(isMember).catch(() => undefined)
      throw error
    }
    countLink('mailed')
  }

  async function makeAndSend({ address, language, returnPath }: LinkRequest): Promise<void> {
    const token = await (await auth()).createLink(address)
    const query = new URLSearchParams({ token, return: returnPath, lang: language })
    await sendPatiently({ to: address, ...writeSignInMail(`${publicBaseUrl}/account/link?${query}`, language) })
  }

  async function sendPatiently(mail: Parameters<Mailer['send']>[0]): Promise<void> {
    for (const pauseMs of retryPausesMs) {
      try {
        return await mailer.send(mail)
      } catch (error) {
        if (!(error instanceof MailNotSentError) || error.failure === 'refused' || stopped.signal.aborted) throw error
        await Bun.sleep(pauseMs)
      }
    }
    return mailer.send(mail)
  }

  const purge = setInterval(() => {
    purgeExpired(sql).catch((error: unknown) => logger.warn({ err: error }, 'expired sessions were not removed'))
  }, purgeEveryMs)
  purge.unref()

  return {
    /**
     * Counts a request for a link, and mails the link outside of the answer: neither the answer nor its time depends on whether the address is known, has had
     * too many links, or accepts mail.
     * @returns 0, or s until this network may request again
     */
    async requestLink(asked: LinkRequest): Promise<number> {
      const waitSeconds = await limits.takeNetwork(asked.clientBlocks).catch((cause: unknown) => {
        // Without the counts nothing would stop a flood of mails to other people's mailboxes.
        throw createStoreUnavailableError('The store', cause)
      })
      if (waitSeconds > 0) return waitSeconds
      if (pending.size >= maxPendingMails) {
        countLink('limited')
        return 0
      }
      const mailing: Promise<void> = mailLink(asked)
        .catch((error: unknown) => {
          countLink('failed')
          // Not the error itself: the text of a store or a server may repeat the address.
          rareLog.error({ reason: describeReason(error) }, 'a sign-in link was not mailed')
        })
        .finally(() => pending.delete(mailing))
      pending.add(mailing)
      return 0
    },

    /**
     * Uses a link up, and opens a session of its own, whatever cookies the request carries: a session that was open in this browser ends.
     * @returns null when the link is unknown, used or expired
     */
    async openSession(token: string, request: Request, before: Member | null): Promise<OpenedSession | null> {
      const opened = await (await auth()).openSession(token, request.headers.get('user-agent'))
      if (opened === null) return null
      if (before !== null) await endSession(sql, before.memberId, before.sessionId)
      await endSurplusSessions(sql, opened.memberId)
      return opened
    },

    async memberOf({ headers }: Request): Promise<Member | null> {
      return (await auth()).memberOf(headers.get('cookie'))
    },

    /** Ends the session of a member. @returns `Set-Cookie` that removes its cookie */
    async endSession({ memberId, sessionId }: Pick<Member, 'memberId' | 'sessionId'>): Promise<string> {
      await endSession(sql, memberId, sessionId)
      return (await auth()).clearCookie
    },

    async stop(): Promise<void> {
      clearInterval(purge)
      stopped.abort()
      await Promise.race([Promise.all(pending), Bun.sleep(stopTimeoutMs)])
      mailer.close()
      await (await loading)?.close()
    },
  }
}
export type SignIn = ReturnType<typeof createSignIn>

/** Why a link was not mailed, without anything that may contain an address. */
function describeReason(error: unknown): string {
  if (error instanceof MailNotSentError) return error.message
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

const actor = { kind: 'system', id: 'sign-up' } as const

/** The account of a new member, named by the address. An account that the operator made under exactly this name becomes the member's account. */
async function openAccount(sql: Sql, address: string, plan: PlanId): Promise<string> {
  return sql.begin(async (tx) => {
    const made = await ensureAccount(tx, address, plan)
    const account = await lockAccount(tx, { name: address })
    if (account === null) throw new Error('the account of a new member was removed in the meantime')
    // The table refuses a second owner.
    if (await hasOwner(tx, account.id)) return account.id
    const action = made === null ? 'account.claimed' : 'account.created'
    await auditLog(tx, { actor, action, accountId: account.id, details: { plan: account.plan } })
    return account.id
  })
}
