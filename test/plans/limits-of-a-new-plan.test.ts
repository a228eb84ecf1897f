import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { startFourPlans } from './testing/four-plans-fixture.ts'

// Limits and bills of a plan that is one row of the operator's file.

const four = stopAtEnd(await startFourPlans())

test('a key of the new plan has its minute and month, is refused with the way to the next plan, and its overage counts under its index', async () => {
  const { key, accountId } = await createTestKey(four.site, 'famille')
  const first = await four.ask(key)
  expect([first.status, first.headers.get('x-ratelimit-limit-month')]).toEqual([200, '4'])
  expect(await four.statuses(key, 7)).toEqual(Array(7).fill(200))
  const beyondCap = await four.ask(key)
  expect([beyondCap.status, await problemOf(beyondCap)]).toMatchObject([
    429,
    { code: 'overage_cap_exceeded', upgradeUrl: 'http://localhost:8080/account/plan?plan=pro' },
  ])
  // Refusals of the month count against the minute, which has room for 30.
  expect(await four.statuses(key, 21)).toEqual(Array(21).fill(429))
  expect(await problemOf(await four.ask(key))).toMatchObject({
    code: 'rate_limited',
    upgradeUrl: 'http://localhost:8080/account/plan?plan=pro',
  })
  expect((await four.stateOf(accountId))?.overage.get(4)).toBe(4)
  expect(await four.billOf(accountId)).toMatchObject({
    plan: 'famille',
    requests: 8,
    included: 4,
    beyondByPlan: { decouverte: 0, famille: 4, pro: 0, scale: 0 },
    baseEur: '19.00',
    overageEur: '1.00',
    eur: '20.00',
  })
})

test('overage of the new plan stays under its index when it is flushed, lost with Redis and restored', async () => {
  const { key, accountId } = await createTestKey(four.site, 'famille')
  expect(await four.statuses(key, 6)).toEqual(Array(6).fill(200))
  await four.flush()
  const [row] = await four.site.sql<{ plan: string; requests: number }[]>`
    select plan, requests::int as requests from usage_overage where account_id = ${accountId}`
  expect(row).toEqual({ plan: 'famille', requests: 2 })
  await four.loseState(accountId)
  expect(await four.statuses(key, 3)).toEqual([200, 200, 429])
  expect((await four.stateOf(accountId))?.overage.get(4)).toBe(4)
  expect(await four.billOf(accountId)).toMatchObject({ requests: 8, beyondByPlan: { famille: 4 }, eur: '20.00' })
})

test('after changes to and from the new plan within a month each request has the price then in force, and the bill never falls', async () => {
  const account = await createTestKey(four.site, 'decouverte')
  const { key, accountId } = account
  await four.ask(key)
  await four.changePlan(account, 'famille')
  await four.statuses(key, 5)
  const onFamille = { plan: 'famille', requests: 6, beyondByPlan: { famille: 2 }, eur: '19.50' }
  expect(await four.billOf(accountId)).toMatchObject(onFamille)
  await four.changePlan(account, 'pro')
  await four.statuses(key, 6)
  const beyondByPlan = { decouverte: 0, famille: 2, pro: 2, scale: 0 }
  expect(await four.billOf(accountId)).toMatchObject({ plan: 'pro', requests: 12, beyondByPlan, eur: '100.50' })
  // The quota of Pro holds until the end of the month, and requests beyond it are priced by the plan in force.
  await four.changePlan(account, 'famille')
  expect(await four.limits(key)).toEqual({ minute: '30', month: '10' })
  await four.statuses(key, 1)
  const after = { plan: 'pro', requests: 13, beyondByPlan: { ...beyondByPlan, famille: 3 }, eur: '100.75' }
  expect(await four.billOf(accountId)).toMatchObject(after)
  await four.flush()
  expect(await four.billOf(accountId)).toMatchObject(after)
})
