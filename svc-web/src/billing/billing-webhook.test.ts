import { beforeEach, expect, test } from 'bun:test'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { readAuditLog } from '../accounts/audit-log-store.ts'
import { requestPlan, setPlan } from '../accounts/plan-changes.ts'
import { findNewestRequest } from '../accounts/plan-request-store.ts'
import { createTestKey, storeTestMember } from '../testing/account-fixture.ts'
import { useTestWeb } from '../testing/use-web.ts'
import { billingSettings, createStandInStripe, prices } from './testing/stand-in-stripe.ts'

const { web: one, startAnother } = await useTestWeb({ settings: billingSettings })
const other = await startAnother({ redisUrl: await createTestRedisUrl() })
const { sql, accounts } = one
const stripe = createStandInStripe(one)
const second = createStandInStripe(other)

let now = 1_790_000_000
beforeEach(() => {
  now += 1_000
})

const openAccount = (plan: PlanId = 'decouverte') => createTestKey({ accounts }, plan)
async function planOf(accountId: string): Promise<string | undefined> {
  const [account] = await sql<{ plan: string }[]>`select plan from accounts where id = ${accountId}`
  return account?.plan
}
async function recorded(accountId: string): Promise<string[]> {
  const any = { action: null, from: null, to: null, before: null }
  const { entries } = await readAuditLog(sql, { account: accountId, ...any })
  return entries
    .filter(({ actor }) => actor.kind === 'provider')
    .map(({ action }) => action)
    .reverse()
}
const delivered = (outcome: string) => ({ status: 200, body: { outcome } })

/** An account with a paid subscription. */
async function buy(accountId: string, price: string) {
  const id = stripe.newSubscription()
  await stripe.deliver(stripe.checkout(id, accountId, now))
  await stripe.deliver(stripe.subscription('updated', id, { price }, now + 1))
  return id
}

test('a payment sets the plan, a price change changes it, a cancellation ends it, all in the audit log', async () => {
  const { accountId } = await openAccount()
  const id = stripe.newSubscription()
  expect(await stripe.deliver(stripe.checkout(id, accountId, now))).toEqual(delivered('noted'))
  expect(await planOf(accountId)).toBe('decouverte')
  const active = stripe.subscription('updated', id, { price: prices.pro }, now + 1)
  expect(await stripe.deliver(active)).toEqual(delivered('plan_changed'))
  expect(await planOf(accountId)).toBe('pro')
  expect(await stripe.deliver(stripe.subscription('updated', id, { price: prices.scale }, now + 2))).toEqual(
    delivered('plan_changed'),
  )
  expect(await planOf(accountId)).toBe('scale')
  const ended = stripe.subscription('deleted', id, { price: prices.scale, status: 'canceled' }, now + 3)
  expect(await stripe.deliver(ended)).toEqual(delivered('plan_changed'))
  expect(await planOf(accountId)).toBe('decouverte')
  const [changed, set] = ['billing.subscription_changed', 'plan.set']
  expect(await recorded(accountId)).toEqual(['billing.subscription_linked', changed, set, changed, set, changed, set])
})

test('an event counts once, also when delivered again, to another svc-web, or to both at once', async () => {
  const { accountId } = await openAccount()
  const id = stripe.newSubscription()
  const checkout = stripe.checkout(id, accountId, now)
  const both = await Promise.all([stripe.deliver(checkout), second.deliver(checkout)])
  expect(both.map(({ body }) => body['outcome']).toSorted()).toEqual(['duplicate', 'noted'])
  const paid = stripe.subscription('updated', id, { price: prices.pro }, now + 1)
  const many = await Promise.all(
    [paid, paid, paid, paid, paid, paid].map((event, i) => (i % 2 ? stripe : second).deliver(event)),
  )
  expect(many.filter(({ body }) => body['outcome'] === 'plan_changed')).toHaveLength(1)
  expect(many.filter(({ body }) => body['outcome'] === 'duplicate')).toHaveLength(5)
  expect(await stripe.deliver(paid)).toEqual(delivered('duplicate'))
  expect(await recorded(accountId)).toEqual(['billing.subscription_linked', 'billing.subscription_changed', 'plan.set'])
})

test('events in any order leave the newest state of a subscription, and its end is final', async () => {
  const { accountId } = await openAccount()
  const id = stripe.newSubscription()
  // Paid before the checkout is known, and made after it was changed.
  await stripe.deliver(stripe.subscription('updated', id, { price: prices.scale }, now + 5))
  const made = stripe.subscription('created', id, { price: prices.pro, status: 'incomplete' }, now + 5)
  expect(await stripe.deliver(made)).toEqual(delivered('stale'))
  expect(await stripe.deliver(stripe.checkout(id, accountId, now))).toEqual(delivered('plan_changed'))
  expect(await planOf(accountId)).toBe('scale')
  const older = stripe.subscription('updated', id, { price: prices.pro }, now + 4)
  expect(await stripe.deliver(older)).toEqual(delivered('stale'))
  expect(await stripe.deliver(stripe.subscription('deleted', id, { price: prices.scale }, now + 3))).toEqual(
    delivered('plan_changed'),
  )
  const late = stripe.subscription('updated', id, { price: prices.scale }, now + 9)
  expect(await stripe.deliver(late)).toEqual(delivered('stale'))
  expect(await planOf(accountId)).toBe('decouverte')
})

test('the plan stays while a payment is retried, and ends when it is given up', async () => {
  const { accountId } = await openAccount()
  const id = await buy(accountId, prices.pro)
  await stripe.deliver(stripe.subscription('updated', id, { price: prices.pro, status: 'past_due' }, now + 2))
  expect(await planOf(accountId)).toBe('pro')
  await stripe.deliver(stripe.subscription('updated', id, { price: prices.pro, status: 'unpaid' }, now + 3))
  expect(await planOf(accountId)).toBe('decouverte')
})

test('the larger of two subscriptions counts, and paying for a smaller plan never lowers the plan', async () => {
  const { accountId } = await openAccount()
  const small = await buy(accountId, prices.pro)
  const large = await buy(accountId, prices.scale)
  await stripe.deliver(stripe.subscription('deleted', large, { price: prices.scale }, now + 5))
  expect(await planOf(accountId)).toBe('pro')
  await stripe.deliver(stripe.subscription('deleted', small, { price: prices.pro }, now + 6))
  expect(await planOf(accountId)).toBe('decouverte')
  // The operator gave this one a larger plan.
  await setPlan(accounts, { account: { accountId }, plan: 'scale' })
  const third = await buy(accountId, prices.pro)
  expect(await planOf(accountId)).toBe('scale')
  await stripe.deliver(stripe.subscription('deleted', third, { price: prices.pro }, now + 9))
  expect(await planOf(accountId)).toBe('scale')
})

test('a payment settles the open request for its plan', async () => {
  const { accountId } = await openAccount()
  await requestPlan({ ...accounts, actor: await storeTestMember(accounts, accountId) }, accountId, 'pro')
  await buy(accountId, prices.pro)
  expect(await findNewestRequest(sql, accountId)).toMatchObject({ state: 'approved', currentPlan: 'pro' })
})

test('an unknown price is refused until the operator maps it, and then the same delivery counts', async () => {
  const { accountId } = await openAccount()
  const id = stripe.newSubscription()
  await stripe.deliver(stripe.checkout(id, accountId, now))
  const event = stripe.subscription('updated', id, { price: 'price_new' }, now + 1)
  expect(await stripe.deliver(event)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const settings = { ...billingSettings, BILLING_PRICES: `${billingSettings.BILLING_PRICES},price_new:scale` }
  const redisUrl = await createTestRedisUrl()
  const mended = await startAnother({ redisUrl, settings })
  expect(await createStandInStripe(mended).deliver(event)).toEqual(delivered('plan_changed'))
  expect(await planOf(accountId)).toBe('scale')
})

test('irrelevant events are ignored, and a checkout of an unknown account is counted', async () => {
  const invoice = { ...stripe.checkout(null, null, now), type: 'invoice.paid' }
  expect(await stripe.deliver(invoice)).toEqual(delivered('ignored'))
  expect(await stripe.deliver(stripe.checkout(null, 'acc_1', now))).toEqual(delivered('ignored'))
  const lost = stripe.checkout(stripe.newSubscription(), 'acc_0000000000000000', now)
  expect(await stripe.deliver(lost)).toEqual(delivered('unknown_account'))
  expect(await stripe.deliver(stripe.checkout(stripe.newSubscription(), null, now))).toEqual(
    delivered('unknown_account'),
  )
  const text = await one.metrics.text()
  expect(text).toMatch(/gateway_billing_events_total\{outcome="unknown_account",program="svc-web"\} 2/)
})
