import { createHmac } from 'node:crypto'
import { until } from '@hexawatt/shared/testing/until'
import type { TestBrowser } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { type OldProduct, secrets } from './old-product.ts'

const cheapPath = '/v1/tariff/today'

/** Longest until conditions of alerts are compared and their messages are sent, ms: a sweep takes place every minute. */
const alertTimeoutMs = 180_000
/** Counts by day are stored every few seconds, ms. */
const dayFlushMs = 8_000

/** What a later version is asked with: keys by what they stand for, and the cookies of members' sessions and the newest secrets of webhooks by name. */
export type Credentials = {
  keys: Record<string, string>
  cookies: Record<string, string>
  webhooks: { alertId: string; secret: string }[]
}

/**
 * Lets invented people use the product through its own interfaces: operator's commands, pages, payment webhook and API. Some of the counts are in
 * Postgres at the end, the newest only in Redis.
 */
export async function playStory(product: OldProduct, receiverUrl: string): Promise<Credentials> {
  const { url, command, localKey } = product
  const keys: Record<string, string> = { local: localKey }

  async function create(account: string, plan: string, name: string, ...more: string[]) {
    const args = ['create', '--account', account, '--plan', plan, '--name', name, ...more, '--json']
    return JSON.parse(await command('keys', ...args)) as { key: string; keyId: string; accountId: string }
  }
  const use = (key: string, requests: number, path = cheapPath) => useKey(url, key, requests, path)

  // An account that changes its plan within the month: beyond the quota of pro first, of scale later.
  const atelier = await create('Atelier Bois', 'pro', 'atelier')
  keys['changedPlan'] = atelier.key
  await use(atelier.key, 46)

  // A key that was rotated: both are valid. Its account is beyond the quota of pro.
  const first = await create('Boulangerie', 'pro', 'four')
  keys['replaced'] = first.key
  const rotated = JSON.parse(await command('keys', 'rotate', first.keyId, '--overlap-hours', '168', '--json'))
  keys['replacing'] = rotated.key
  await use(first.key, 20)
  await use(rotated.key, 32)

  // A key that expires, one that was revoked, an account at its quota, and answers of every kind.
  const revoked = await create('Camille', 'decouverte', 'ancienne')
  keys['revoked'] = revoked.key
  await use(revoked.key, 3)
  await command('keys', 'revoke', revoked.keyId)
  const expiring = await create('Camille', 'decouverte', 'à terme', '--expires', '2099-12-31T23:00:00Z')
  keys['expiring'] = expiring.key
  await use(expiring.key, 2, '/v1/carbon/intensity?no=1')
  await use(expiring.key, 29)

  const alice = await openMember(product, 'alice@example.org')
  const bob = await openMember(product, 'bob@example.org')
  const carol = await openMember(product, 'carol@example.org')
  keys['alice'] = await alice.createKey('maison')
  keys['bob'] = await bob.createKey('bureau')
  keys['carol'] = await carol.createKey('atelier')

  // Alerts: one by webhook and one by mail that fire, and some that wait.
  const webhook = { channel: 'webhook', url: receiverUrl }
  const fired = await alice.createAlert({ kind: 'quota', ...webhook })
  const waiting = await alice.createAlert({ kind: 'carbon', side: 'below', threshold: '1', ...webhook })
  const rotatedSecret = await alice.changeAlert(waiting.alertId, 'rotate')
  await alice.changeAlert(waiting.alertId, 'test')
  const webhooks = [fired, { ...waiting, secret: rotatedSecret }]
  await bob.createAlert({ kind: 'quota', channel: 'email' })
  await bob.createAlert({ kind: 'tariff_color', color: 'red', channel: 'email' })
  await bob.createAlert({ kind: 'best_window', duration: '120', objective: 'carbon', hour: '18', channel: 'email' })

  // Changes of plan: asked for and approved, refused, paid for, and one that is still open.
  await decide('bob@example.org', bob.browser, 'pro', 'approve')
  await decide('carol@example.org', carol.browser, 'scale', 'refuse')
  await buyPro(url, await carol.accountId())
  await use(keys['alice'] ?? '', 26)
  await use(keys['bob'] ?? '', 47)
  await use(keys['carol'] ?? '', 12)
  await alice.browser.send('/account/plan', { action: 'request', plan: 'scale' })

  const thisMonth = new Date().toISOString().slice(0, 7)
  const lastMonth = Temporal.PlainYearMonth.from(thisMonth).subtract({ months: 1 }).toString()
  const overage = { decouverte: 0, pro: 7, scale: 0 }
  await product.storeMonth([{ accountId: atelier.accountId, month: lastMonth, requests: 47, overage }])

  // The first counts are stored, then alerts of the quota fire.
  await command('usage', '--month', thisMonth, '--json')
  await until('alerts were sent', () => areSent(alice, bob), alertTimeoutMs)

  // The newest counts stay in Redis: the next flush takes place in an hour.
  await product.whenFlushed()
  await command('keys', 'plan', '--account', 'Atelier Bois', '--plan', 'scale')
  await until('the other plan holds', async () => (await use(atelier.key, 1)) === '60')
  await use(atelier.key, 28)
  await use(keys['bob'] ?? '', 3)
  const secondSession = await product.signIn('bob@example.org')
  await Bun.sleep(dayFlushMs)
  const cookies = {
    alice: cookieOf(alice.browser.cookies),
    bob: cookieOf(secondSession.cookies),
    carol: cookieOf(carol.browser.cookies),
  }
  return { keys, cookies, webhooks }

  async function decide(address: string, browser: TestBrowser, plan: string, decision: 'approve' | 'refuse') {
    await browser.send('/account/plan', { action: 'request', plan })
    const requests: { requestId: string; account: string }[] = JSON.parse(await command('keys', 'requests', '--json'))
    const request = requests.find(({ account }) => account === address)
    if (request === undefined) throw new Error(`${address} asked for no plan: ${JSON.stringify(requests)}`)
    await command('keys', decision, request.requestId)
  }
}

type Member = Awaited<ReturnType<typeof openMember>>

/** Signs up, and does what forms of the account's pages do. */
async function openMember({ signIn }: OldProduct, address: string) {
  const browser = await signIn(address)
  async function textOf(response: Response): Promise<string> {
    const text = await response.text()
    if (response.status >= 400) throw new Error(`${address}: ${response.status} ${text}`)
    return text
  }
  const exported = async () => JSON.parse(await textOf(await browser.ask('/account/settings/export')))
  return {
    browser,
    accountId: async (): Promise<string> => (await exported()).account.accountId,
    async createKey(name: string): Promise<string> {
      const text = await textOf(await browser.send('/account/keys', { action: 'create', name, day: '' }))
      return text.match(/hxw_[0-9a-f]{32}/)?.[0] ?? ''
    },
    async createAlert(fields: Record<string, string>): Promise<{ alertId: string; secret: string }> {
      const before: { id: string }[] = (await exported()).alerts
      const text = await textOf(await browser.send('/account/alerts', { action: 'create', ...fields }))
      const after: { id: string }[] = (await exported()).alerts
      const created = after.find(({ id }) => before.every((alert) => alert.id !== id))
      if (created === undefined) throw new Error(`${address}: no alert was created`)
      return { alertId: created.id, secret: shownSecret(text) }
    },
    /** @returns the secret that the page shows this once, if any */
    changeAlert: async (alert: string, action: 'rotate' | 'test'): Promise<string> =>
      shownSecret(await textOf(await browser.send('/account/alerts', { action, alert }))),
    /** How many messages of all its alerts were delivered. */
    async delivered(): Promise<number> {
      const alerts: { id: string }[] = (await exported()).alerts
      const pages = await Promise.all(
        alerts.map(async ({ id }) => textOf(await browser.ask(`/account/alerts?alert=${id}`))),
      )
      return pages.reduce((sum, text) => sum + (text.match(/data-state="delivered"/g)?.length ?? 0), 0)
    },
  }
}

const shownSecret = (page: string): string => page.match(/whsec_[^<\s]+/)?.[0] ?? ''

/** Alice: the quota and the test; Bob: the quota. */
async function areSent(alice: Member, bob: Member): Promise<boolean> {
  return (await alice.delivered()) >= 2 && (await bob.delivered()) >= 1
}

/** Sends requests one after the other. @returns the quota that the last answer named */
async function useKey(url: string, key: string, requests: number, path: string): Promise<string> {
  let quota = ''
  for (let sent = 0; sent < requests; sent += 1) {
    const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } })
    quota = answer.headers.get('x-ratelimit-limit-month') ?? ''
    await answer.arrayBuffer()
  }
  return quota
}

/** The payment provider reports a checkout and its subscription, signed as Stripe does. */
async function buyPro(url: string, accountId: string): Promise<void> {
  const created = Math.floor(Date.now() / 1_000)
  const price = { id: 'price_pro', object: 'price' }
  const events = [
    [
      'checkout.session.completed',
      {
        object: 'checkout.session',
        mode: 'subscription',
        payment_status: 'paid',
        subscription: 'sub_upgrade',
        client_reference_id: accountId,
      },
    ],
    [
      'customer.subscription.created',
      {
        object: 'subscription',
        id: 'sub_upgrade',
        status: 'active',
        items: { object: 'list', data: [{ id: 'si_upgrade', object: 'subscription_item', price }] },
      },
    ],
  ] as const
  for (const [type, object] of events) {
    const body = JSON.stringify({
      id: `evt_${type.replaceAll('.', '_')}`,
      object: 'event',
      type,
      created,
      data: { object },
    })
    const signature = createHmac('sha256', secrets.BILLING_WEBHOOK_SECRET).update(`${created}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` }
    const answer = await fetch(`${url}/billing/webhook`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`the webhook was answered with ${answer.status}: ${await answer.text()}`)
  }
}

const cookieOf = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
