import { expect, test } from 'bun:test'
import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createSilentAccounts, createTestKey } from '../testing/account-fixture.ts'
import { revokeKey } from './account-changes.ts'
import { readAuditLog } from './audit-log-store.ts'
import { approveRequest, refuseRequest, requestPlan, setPlan, withdrawRequest } from './plan-changes.ts'
import { findNewestRequest, listOpenRequests } from './plan-request-store.ts'
import { openMemberAccount, readRefusal } from './testing/member-fixture.ts'

const { sql } = await useTestDatabase(10)
const operator = createSilentAccounts({ sql, planTable: defaultPlanTable })

async function openAccount(plan: PlanId) {
  const opened = await openMemberAccount(operator, plan)
  return { ...opened, ask: (to: PlanId) => requestPlan(opened.member, opened.accountId, to) }
}

/** What the audit log has of an account's plan, oldest first. */
async function recorded(accountId: string) {
  const any = { action: null, from: null, to: null, before: null }
  const { entries } = await readAuditLog(sql, { account: accountId, ...any })
  return entries
    .filter(({ action }) => action.startsWith('plan.'))
    .map(({ action, actor, details }) => ({ action, by: actor.kind, details }))
    .reverse()
}

test('a member gets a requested plan when the operator approves it; a second decision is refused', async () => {
  const { accountId, account, ask } = await openAccount('decouverte')
  const { requestId } = await ask('pro')
  expect(await findNewestRequest(sql, accountId)).toMatchObject({
    state: 'open',
    plan: 'pro',
    currentPlan: 'decouverte',
  })
  expect(await listOpenRequests(sql)).toMatchObject([{ requestId, accountId, account, plan: 'pro', decidedAt: null }])
  expect(await approveRequest(operator, requestId)).toMatchObject({ plan: 'pro', previousPlan: 'decouverte' })
  expect(await findNewestRequest(sql, accountId)).toMatchObject({ requestId, state: 'approved', currentPlan: 'pro' })
  const decided = { code: 'request_decided', requestId, state: 'approved' } as const
  expect(await readRefusal(approveRequest(operator, requestId))).toEqual(decided)
  expect(await readRefusal(refuseRequest(operator, requestId))).toEqual(decided)
  expect(await recorded(accountId)).toEqual([
    { action: 'plan.requested', by: 'member', details: { requestId, plan: 'pro', previousPlan: 'decouverte' } },
    { action: 'plan.set', by: 'operator', details: { requestId, plan: 'pro', previousPlan: 'decouverte' } },
  ])
})

test('a withdrawn or refused request keeps the plan, and another request may follow', async () => {
  const { accountId, ask, member } = await openAccount('pro')
  const first = await ask('scale')
  expect(await readRefusal(ask('decouverte'))).toEqual({ code: 'request_open', plan: 'scale' })
  expect(await withdrawRequest(member, accountId)).toEqual({ requestId: first.requestId, plan: 'scale' })
  expect(await readRefusal(withdrawRequest(member, accountId))).toEqual({ code: 'request_unknown' })
  const second = await ask('scale')
  await refuseRequest(operator, second.requestId)
  expect(await findNewestRequest(sql, accountId)).toMatchObject({ state: 'refused', currentPlan: 'pro' })
  expect(await readRefusal(approveRequest(operator, 'req_0000000000000000'))).toEqual({ code: 'request_unknown' })
  const actions = (await recorded(accountId)).map(({ action }) => action)
  const [asked, withdrawn, refused] = ['plan.requested', 'plan.request_withdrawn', 'plan.request_refused']
  expect(actions).toEqual([asked, withdrawn, asked, refused])
})

test('concurrent requests leave one open, and concurrent approvals approve once', async () => {
  const { accountId, ask } = await openAccount('decouverte')
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => ask('pro')))
  const made = asked.filter((result) => result.status === 'fulfilled')
  expect(made).toHaveLength(1)
  const requestId = made[0]?.value.requestId ?? ''
  const approved = await Promise.allSettled(Array.from({ length: 6 }, () => approveRequest(operator, requestId)))
  expect(approved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await recorded(accountId)).map(({ action }) => action)).toEqual(['plan.requested', 'plan.set'])
})

test('a smaller plan with too many keys is refused at the request and at the approval', async () => {
  const { accountId, account, keyId, ask, member } = await openAccount('pro')
  await createTestKey({ accounts: operator }, 'pro', account)
  const tooMany = { code: 'too_many_keys', account, plan: 'decouverte', active: 2, allowed: 1 } as const
  expect(await readRefusal(ask('decouverte'))).toEqual(tooMany)
  await revokeKey(member, { keyId, accountId })
  const { requestId } = await ask('decouverte')
  await createTestKey({ accounts: operator }, 'pro', account)
  expect(await readRefusal(approveRequest(operator, requestId))).toEqual(tooMany)
  expect(await findNewestRequest(sql, accountId)).toMatchObject({ state: 'open', currentPlan: 'pro' })
})

test('setting a plan directly settles the request for that plan and leaves another request open', async () => {
  const { accountId, ask } = await openAccount('decouverte')
  const { requestId } = await ask('scale')
  await setPlan(operator, { account: { accountId }, plan: 'pro' })
  expect(await findNewestRequest(sql, accountId)).toMatchObject({ state: 'open' })
  await setPlan(operator, { account: { accountId }, plan: 'scale' })
  expect(await findNewestRequest(sql, accountId)).toMatchObject({ requestId, state: 'approved' })
  expect(await readRefusal(ask('scale'))).toEqual({ code: 'plan_same', plan: 'scale' })
})
