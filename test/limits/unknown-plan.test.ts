import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { until } from '@hexawatt/shared/testing/until'
import { createMemberKey } from '@hexawatt/svc-web/src/accounts/account-changes.ts'
import { setPlan } from '@hexawatt/svc-web/src/accounts/plan-changes.ts'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { useTestSite } from '../testing/use-site.ts'

const { decouverte, pro, scale } = defaultPlanTable.plans
const { gateway: before, startAnother } = await useTestSite({
  planTable: { ...defaultPlanTable, plans: { decouverte, pro: { ...pro, monthlyQuota: 2 }, scale } },
})
/** The operator has removed Pro from the table without putting its accounts on another plan. */
const gateway = await startAnother({ planTable: { ...defaultPlanTable, plans: { decouverte, scale } } })
/** Figures that the table cannot tell. */
const unknown = { included: null, beyond: null, beyondByPlan: null, baseEur: null, overageEur: null, eur: null }
const month = new Date().toISOString().slice(0, 7)

const ask = (key: string, { url } = gateway) => fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })

test('a key of a plan missing from the table is refused by a 503 that names the plan, and other keys are served', async () => {
  const [removed, other] = [await createTestKey(before, 'pro'), await createTestKey(gateway, 'scale')]
  expect((await ask(removed.key, before)).status).toBe(200)
  const response = await ask(removed.key)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  const { code, detail } = await problemOf(response)
  expect([code, detail]).toEqual([
    'service_unavailable',
    'The plan of this API key, pro, is not among the plans that this gateway serves at the moment.',
  ])
  expect(await gateway.metrics.text()).toMatch(/^gateway_unknown_plan_requests_total\S* 1$/m)
  expect((await ask(other.key)).status).toBe(200)
})

test('an account of a plan missing from the table has a bill without amounts, keeps its counts, and gets no further key', async () => {
  const { key, accountId } = await createTestKey(before, 'pro')
  for (let request = 0; request < 5; request += 1) expect((await ask(key, before)).status).toBe(200)
  const billAt = async ({ usageOf }: typeof gateway) =>
    (await usageOf(month)).find((bill) => bill.accountId === accountId)
  expect(await billAt(before)).toMatchObject({
    plan: 'pro',
    requests: 5,
    beyond: 3,
    beyondByPlan: { pro: 3 },
    eur: '99.00',
  })
  // Redis counts under the index of a plan that this gateway does not know.
  expect(await billAt(gateway)).toMatchObject({ plan: 'pro', requests: 5, ...unknown })
  const { accounts } = gateway
  await expect(createMemberKey(accounts, { accountId, name: 'another', expiresAt: null })).rejects.toThrow(
    'The plan table has no plan pro; it has decouverte, scale',
  )
})

test('an account moved off a missing plan is served again, and its debt for that plan stays unknown and does not fall', async () => {
  const { key, accountId } = await createTestKey(before, 'pro')
  expect((await ask(key)).status).toBe(503)
  await setPlan(gateway.accounts, { account: { accountId }, plan: 'scale' })
  await until('the key is served', async () => (await ask(key)).status === 200)
  const bills = await gateway.usageOf(month)
  expect(bills.find((bill) => bill.accountId === accountId)).toMatchObject({ plan: 'pro', baseEur: null, eur: null })
  await expect(setPlan(gateway.accounts, { account: { accountId }, plan: 'pro' })).rejects.toThrow('no plan pro')
})
