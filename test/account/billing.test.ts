import { expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { until } from '@hexawatt/shared/testing/until'
import { billingSettings, createStandInStripe, prices } from '@hexawatt/svc-web/src/billing/testing/stand-in-stripe.ts'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { useTestSite } from '../testing/use-site.ts'

const { plans } = generousPlanTable
/** Small quotas, so that a few requests cross them. */
const planTable: PlanTable = {
  ...generousPlanTable,
  plans: {
    decouverte: { ...plans.decouverte, monthlyQuota: 3 },
    pro: { ...plans.pro, monthlyQuota: 4, priceEurPerMonth: 10, overageEurPerRequest: 0.25 },
    scale: { ...plans.scale, monthlyQuota: 8, priceEurPerMonth: 50, overageEurPerRequest: 0.11 },
  },
}
const { gateway } = await useTestSite({ planTable, settings: billingSettings })
const stripe = createStandInStripe(gateway)
const month = new Date().toISOString().slice(0, 7)

test('buying, changing and ending plans within a month loses no billed request, and the bill never falls', async () => {
  const { accountId, key } = await createTestKey(gateway, 'decouverte')
  const subscription = stripe.newSubscription()
  const now = Math.floor(Date.now() / 1_000)
  async function get(query = ''): Promise<Response> {
    const response = await fetch(`${gateway.url}/v1/carbon/intensity${query}`, { headers: { 'x-api-key': key } })
    await response.arrayBuffer()
    return response
  }
  async function ask(times: number): Promise<number> {
    let served = 0
    for (let asked = 0; asked < times; asked += 1) if ((await get()).status === 200) served += 1
    return served
  }
  // A refusal does not count against the month, and shows its quota.
  const quota = async () => Number((await get('?unknown=1')).headers.get('x-ratelimit-limit-month'))
  const bill = async () => (await gateway.usageOf(month)).find((row) => row.accountId === accountId)
  const tell = async (type: 'updated' | 'deleted', price: string, second: number, monthlyQuota: number) => {
    const event = stripe.subscription(type, subscription, { price }, now + second)
    expect(await stripe.deliver(event)).toEqual({ status: 200, body: { outcome: 'plan_changed' } })
    await until(`a quota of ${monthlyQuota}`, async () => (await quota()) === monthlyQuota)
  }
  await stripe.deliver(stripe.checkout(subscription, accountId, now))
  expect(await ask(4)).toBe(3)
  await tell('updated', prices.pro, 1, 4)
  expect(await ask(3)).toBe(3)
  expect(await bill()).toMatchObject({ plan: 'pro', requests: 6, beyond: 2, eur: '10.50' })
  await tell('updated', prices.scale, 2, 8)
  expect(await ask(3)).toBe(3)
  const scale = {
    plan: 'scale',
    requests: 9,
    beyond: 3,
    beyondByPlan: { decouverte: 0, pro: 2, scale: 1 },
    eur: '50.61',
  }
  expect(await bill()).toMatchObject(scale)
  // The quota of the largest plan of the month holds until its end.
  await tell('deleted', prices.scale, 3, 8)
  expect(await bill()).toMatchObject(scale)
})

test('a plan bought and ended within a month without a request is billed as the largest plan of that month', async () => {
  const { accountId } = await createTestKey(gateway, 'decouverte')
  const subscription = stripe.newSubscription()
  const now = Math.floor(Date.now() / 1_000)
  await stripe.deliver(stripe.checkout(subscription, accountId, now))
  await stripe.deliver(stripe.subscription('updated', subscription, { price: prices.scale }, now + 1))
  await stripe.deliver(stripe.subscription('deleted', subscription, { price: prices.scale }, now + 2))
  const bill = (await gateway.usageOf(month)).find((row) => row.accountId === accountId)
  expect(bill).toMatchObject({ plan: 'scale', requests: 0, eur: '50.00' })
})

test('a smaller plan that is paid for starts even if the account has too many keys: they keep working, and no further key can be made', async () => {
  const { accountId, account, keyId } = await createTestKey(gateway, 'decouverte')
  const now = Math.floor(Date.now() / 1_000)
  const id = stripe.newSubscription()
  await stripe.deliver(stripe.checkout(id, accountId, now))
  await stripe.deliver(stripe.subscription('updated', id, { price: prices.pro }, now + 1))
  const { key } = await createTestKey(gateway, 'pro', account)
  await stripe.deliver(stripe.subscription('deleted', id, { price: prices.pro }, now + 3))
  const [row] = await gateway.sql`select plan from accounts where id = ${accountId}`
  expect(row?.['plan']).toBe('decouverte')
  const response = await fetch(`${gateway.url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
  expect(response.status).toBe(200)
  await expect(createTestKey(gateway, 'decouverte', account)).rejects.toThrow('already has 2 active key(s)')
  expect(keyId).toStartWith('key_')
})
