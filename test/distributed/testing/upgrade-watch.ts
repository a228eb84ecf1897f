import { until } from '@hexawatt/shared/testing/until'
import {
  createTestBrowser,
  createTestSite,
  followLink,
  type TestMailbox,
} from '@hexawatt/svc-web/src/testing/test-browser.ts'
import type { ProductCommand } from '../../upgrade/testing/product-command.ts'
import type { LoggedRequest } from './load.ts'

/** How often each session is used, ms. */
const sessionEveryMs = 1_000
/** How long gateways may take to learn of a change, ms: that they do is under test, not how soon. */
const changeTimeoutMs = 15_000

type WatchInput = {
  /** Address of all gateways, and that of each. */
  url: string
  gateways: readonly string[]
  /** Of sessions that were opened before the upgrade, by member. */
  cookies: Readonly<Record<string, string>>
}

/** Watches members and keys through an upgrade: sessions are used all the time; members sign up, and keys are made and revoked, when the drill asks for it. */
export function createUpgradeWatch({ url, gateways, cookies }: WatchInput) {
  const failures: string[] = []
  let asked = 0
  let served = 0
  const underWay = new Set<Promise<void>>()

  async function useSession(base: string, member: string, cookie: string): Promise<void> {
    asked += 1
    try {
      const answer = await fetch(`${base}/account/settings/export`, { headers: { cookie }, redirect: 'manual' })
      const { address } = (await answer.json()) as { address: string }
      if (!address.startsWith(`${member}@`)) throw new Error(`the session of ${member} is one of ${address}`)
      served += 1
    } catch (error) {
      failures.push(`${member} at ${base}: ${error}`)
    }
  }

  const timer = setInterval(() => {
    for (const [member, cookie] of Object.entries(cookies)) {
      const using = useSession(url, member, cookie).finally(() => underWay.delete(using))
      underWay.add(using)
    }
  }, sessionEveryMs)

  async function statusesOf(key: string): Promise<number[]> {
    return Promise.all(
      gateways.map(async (gateway) => {
        const answer = await fetch(`${gateway}/v1/tariff/today`, { headers: { 'x-api-key': key } })
        await answer.arrayBuffer()
        return answer.status
      }),
    )
  }

  const reaches = (key: string, status: number): Promise<boolean> =>
    until(
      `a key reaches ${status}`,
      async () => (await statusesOf(key)).every((one) => one === status),
      changeTimeoutMs,
    ).then(
      () => true,
      () => false,
    )

  return {
    /** Each session at each gateway. */
    async trySessions(): Promise<void> {
      for (const gateway of gateways) {
        for (const [member, cookie] of Object.entries(cookies)) await useSession(gateway, member, cookie)
      }
    },
    /** Makes a key with the command of a version, and revokes it: every gateway accepts it, and then refuses it. */
    async tryKeys(command: ProductCommand) {
      const account = `made during the upgrade ${crypto.randomUUID()}`
      const { key, keyId } = JSON.parse(
        await command('keys', 'create', '--account', account, '--plan', 'pro', '--json'),
      )
      const isAcceptedEverywhere = await reaches(key, 200)
      await command('keys', 'revoke', keyId)
      return { isAcceptedEverywhere, isRefusedEverywhere: await reaches(key, 401) }
    },
    /** Waits until every gateway names the quota of an account's plan, in a refusal, which counts nowhere. */
    async whenQuotaIs(key: string, quota: number): Promise<void> {
      const quotaAt = async (gateway: string) => {
        const answer = await fetch(`${gateway}/v1/tariff/today?unknown=1`, { headers: { 'x-api-key': key } })
        await answer.arrayBuffer()
        return answer.headers.get('x-ratelimit-limit-month')
      }
      const isNamed = async () => (await Promise.all(gateways.map(quotaAt))).every((named) => named === String(quota))
      await until(`every gateway names the quota ${quota}`, isNamed, changeTimeoutMs)
    },
    /** Signs up at each gateway, and opens the mailed link at the next one: the session is one of every version. */
    async trySignIn(mailbox: TestMailbox): Promise<void> {
      for (const [n, gateway] of gateways.entries()) {
        const member = `new-${n}-${crypto.randomUUID()}`
        const browser = createTestBrowser(createTestSite(gateways.at(n - 1) ?? ''))
        await createTestBrowser(createTestSite(gateway)).send('/account', { address: `${member}@example.org` })
        await followLink(browser, await mailbox.linkTo(`${member}@example.org`))
        const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        for (const base of gateways) await useSession(base, member, cookie)
      }
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      return { asked, served, failures }
    },
  }
}

/** Answers with status 200 to an account. */
export function servedTo(log: readonly LoggedRequest[], accountId: string): number {
  return log.filter((request) => request.accountId === accountId && request.status === 200).length
}
