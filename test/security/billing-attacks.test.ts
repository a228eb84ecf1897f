import { expect, test } from 'bun:test'
import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { checkSignature, signatureToleranceSeconds } from '@hexawatt/svc-web/src/billing/signature.ts'
import {
  billingSettings,
  createStandInStripe,
  previousSecret,
  prices,
  webhookSecret,
  webhooks,
} from '@hexawatt/svc-web/src/billing/testing/stand-in-stripe.ts'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import fc from 'fast-check'
import { startTestSite } from '../testing/site-fixture.ts'
import { useTestSite } from '../testing/use-site.ts'

const { gateway, stores } = await useTestSite({ settings: billingSettings })
const stripe = createStandInStripe(gateway)
const { accountId } = await createTestKey(gateway, 'decouverte')

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const newCheckout = () => stripe.checkout(stripe.newSubscription(), accountId, nowSeconds())
async function storedEvents(): Promise<number> {
  const [{ count }] = await gateway.sql<[{ count: number }]>`select count(*)::int as count from billing_events`
  return count
}
const refused = { status: 400, body: { code: 'invalid_signature' } }

test.each([
  ['through the gateway', stripe],
  ['at svc-web itself', createStandInStripe(gateway.web)],
])(
  'a forged event is refused, %s, and nothing of it is stored: no signature, another secret, another body, another scheme',
  async (_way, stripe) => {
    const before = await storedEvents()
    const sent = JSON.stringify(newCheckout())
    const header = await webhooks.generateTestHeaderStringAsync({ payload: sent, secret: webhookSecret })
    expect(await stripe.deliver(sent, { header: '' })).toMatchObject(refused)
    expect(await stripe.deliver(sent, { header: 't=,v1=' })).toMatchObject(refused)
    expect(await stripe.deliver(sent, { secret: 'whsec_of_somebody_else_012345' })).toMatchObject(refused)
    expect(await stripe.deliver(sent.replace(accountId, 'acc_1'), { header })).toMatchObject(refused)
    expect(await stripe.deliver(sent, { header: header.replace('v1=', 'v0=') })).toMatchObject(refused)
    expect(await stripe.deliver(sent, { header: header.replace(/t=\d+/, `t=${nowSeconds() + 1}`) })).toMatchObject(
      refused,
    )
    expect(await storedEvents()).toBe(before)
    expect(await stripe.deliver(sent, { header })).toMatchObject({ status: 200 })
  },
)

test('a replayed event is refused if its signature is too old or from the future', async () => {
  const old = { timestamp: nowSeconds() - signatureToleranceSeconds - 5 }
  const early = { timestamp: nowSeconds() + signatureToleranceSeconds + 5 }
  for (const signed of [old, early]) expect(await stripe.deliver(newCheckout(), signed)).toMatchObject(refused)
  const late = { timestamp: nowSeconds() - signatureToleranceSeconds + 30 }
  expect(await stripe.deliver(newCheckout(), late)).toMatchObject({ status: 200 })
})

test('both secrets are accepted while one replaces the other', async () => {
  expect(await stripe.deliver(newCheckout(), { secret: previousSecret })).toMatchObject({ status: 200 })
})

test('the signature check agrees with Stripe’s own library on every header and body', async () => {
  const payload = JSON.stringify(newCheckout())
  const nowMs = Date.now()
  const age = fc.integer({ min: 0, max: 2 * signatureToleranceSeconds })
  // Without a second time: Stripe takes the last, we the first.
  const spoilt = fc.constantFrom('', 'v1=', ',', 'v1=00', `v1=${'0'.repeat(64)}`, 'v0=ff', 'x')
  const secret = fc.constantFrom(webhookSecret, 'whsec_of_somebody_else_012345')
  await fc.assert(
    fc.asyncProperty(
      age,
      secret,
      fc.boolean(),
      fc.array(spoilt, { maxLength: 3 }),
      async (seconds, by, isSame, more) => {
        const timestamp = Math.floor(nowMs / 1_000) - seconds
        const signed = await webhooks.generateTestHeaderStringAsync({ payload, secret: by, timestamp })
        const header = [signed, ...more].join(',')
        const body = isSame ? payload : `${payload} `
        const theirs = await webhooks
          .constructEventAsync(body, header, webhookSecret, signatureToleranceSeconds, undefined, nowMs)
          .then(
            () => true,
            () => false,
          )
        const check = { secrets: [webhookSecret], nowMs }
        const ours = checkSignature({ header, body: new TextEncoder().encode(body) }, check) === null
        expect(ours).toBe(theirs)
      },
    ),
    { numRuns: 200 },
  )
})

test('a signed body that is not an event is refused by name, and one that is too large is not read', async () => {
  const noEvent = await stripe.deliver('{"id":1}')
  expect(noEvent).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
  expect(await stripe.deliver('{')).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
  const large = await fetch(`${gateway.url}/billing/webhook`, {
    method: 'POST',
    body: 'x'.repeat(maxRequestBodyBytes + 1),
  })
  expect(large.status).toBe(413)
})

test('forgers are slowed down by their address, and the provider is not', async () => {
  const settings = { ...billingSettings, TRUSTED_PROXIES: '127.0.0.1' }
  const { planTable } = gateway.accounts
  const own = { ...stores, redisUrl: await createTestRedisUrl() }
  const strict = await startTestSite({
    ...own,
    settings,
    planTable: { ...planTable, anonymous: { requestsPerMinute: 3 } },
  })
  const from = (address: string, signature: string, body: string) =>
    fetch(`${strict.url}/billing/webhook`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address, 'stripe-signature': signature },
      body,
    })
  const forged = async () => (await from('192.0.2.1', 't=1,v1=00', '{}')).status
  expect([await forged(), await forged(), await forged(), await forged()]).toEqual([400, 400, 400, 429])
  for (let count = 0; count < 6; count += 1) {
    const payload = JSON.stringify(newCheckout())
    const signature = await webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret })
    expect((await from('192.0.2.2', signature, payload)).status).toBe(200)
  }
  await strict.stop()
})

test('only POST is possible, other sites are refused, and without a secret the path does not exist', async () => {
  const path = `${gateway.url}/billing/webhook`
  const read = await fetch(path)
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  const preflight = await fetch(path, { method: 'OPTIONS', headers: { origin: 'https://other.example' } })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, null])
  const without = await startTestSite({ ...stores, redisUrl: await createTestRedisUrl() })
  expect((await fetch(`${without.url}/billing/webhook`, { method: 'POST', body: '{}' })).status).toBe(404)
  await without.stop()
})

test('an event that could not be stored fails its delivery, and its next delivery counts', async () => {
  const event = stripe.subscription('updated', stripe.newSubscription(), { price: prices.pro }, nowSeconds())
  await gateway.sql`alter table billing_events rename to billing_events_away`
  const failed = await stripe.deliver(event)
  await gateway.sql`alter table billing_events_away rename to billing_events`
  expect(failed.status).toBe(500)
  expect(await stripe.deliver(event)).toEqual({ status: 200, body: { outcome: 'noted' } })
})

test('the bytes of an event reach the signature check unchanged', async () => {
  const event = stripe.subscription('updated', stripe.newSubscription(), { price: prices.pro }, nowSeconds())
  const text = JSON.stringify({ ...event, note: 'é \u{1f50c} \u2028' }).replaceAll(',', ' ,\r\n\t')
  expect(await stripe.deliver(text)).toEqual({ status: 200, body: { outcome: 'noted' } })
  expect(
    await stripe.deliver(`${text} `, {
      header: await webhooks.generateTestHeaderStringAsync({ payload: text, secret: webhookSecret }),
    }),
  ).toMatchObject(refused)
})
