import { expect, test } from 'bun:test'
import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createSilentAccounts } from '../testing/account-fixture.ts'
import { createMemberKey, renameKey, revokeKey, rotateKey, setExpiry } from './account-changes.ts'
import { listMemberKeys } from './account-store.ts'
import { maxMemberChanges } from './key-rules.ts'
import { requestPlan } from './plan-changes.ts'
import { openMemberAccount, readRefusal } from './testing/member-fixture.ts'

const { sql } = await useTestDatabase(10)
const operator = createSilentAccounts({ sql, planTable: defaultPlanTable })

async function openAccount(plan: PlanId) {
  const opened = await openMemberAccount(operator, plan)
  const { accountId, member } = opened
  return { ...opened, create: (name = 'k') => createMemberKey(member, { accountId, name, expiresAt: null }) }
}

test('a member creates keys up to the plan limit, under the rules of the operator’s tools', async () => {
  const { accountId, account, member, create } = await openAccount('pro')
  const second = await create('the second')
  expect(second).toMatchObject({ accountId, plan: 'pro', name: 'the second', key: expect.stringMatching(/^hxw_/) })
  const full = { code: 'no_free_place', account, plan: 'pro', active: 2, allowed: 2 } as const
  expect(await readRefusal(create())).toEqual(full)
  await revokeKey(member, { keyId: second.keyId, accountId })
  await create()
})

test('concurrent creations by a member never exceed the plan', async () => {
  const { accountId, create } = await openAccount('scale')
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => create()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(await listMemberKeys(sql, accountId)).toHaveLength(5)
})

test('the key of another account is refused like an unknown key, for every change', async () => {
  const [own, other] = [await openAccount('scale'), await openAccount('scale')]
  const { member } = own
  const before = await listMemberKeys(sql, other.accountId)
  const changes = (keyId: string) => {
    const selector = { keyId, accountId: own.accountId }
    return [
      () => renameKey(member, { selector, name: 'mine' }),
      () => rotateKey(member, { selector, overlapHours: 0 }),
      () => setExpiry(member, { selector, expiresAt: null }),
      () => revokeKey(member, selector),
    ]
  }
  for (const keyId of [other.keyId, 'key_0000000000000000']) {
    for (const change of changes(keyId)) expect(await readRefusal(change())).toEqual({ code: 'key_unknown' })
  }
  expect(await listMemberKeys(sql, other.accountId)).toEqual(before)
})

test('a member renames a key, and keys are listed valid ones first, then newest first', async () => {
  const { accountId, keyId, member, create } = await openAccount('scale')
  const [ended, newest] = [await create('ended'), await create('newest')]
  await revokeKey(member, { keyId: ended.keyId, accountId })
  await renameKey(member, { selector: { keyId, accountId }, name: 'first' })
  const names = (await listMemberKeys(sql, accountId)).map(({ name }) => name)
  expect(names).toEqual(['newest', 'first', 'ended'])
  expect(newest.toldGateways).toBe(false)
})

test('a member’s changes per day are bounded, but not revocations nor the operator’s changes', async () => {
  const { accountId, keyId, member, create } = await openAccount('pro')
  const selector = { keyId, accountId }
  for (let count = 0; count < maxMemberChanges; count += 1) await renameKey(member, { selector, name: `k${count}` })
  const bounded = { code: 'too_many_changes', allowed: maxMemberChanges } as const
  expect(await readRefusal(renameKey(member, { selector, name: 'once more' }))).toEqual(bounded)
  expect(await readRefusal(create())).toEqual(bounded)
  expect(await readRefusal(rotateKey(member, { selector, overlapHours: 1 }))).toEqual(bounded)
  await renameKey(operator, { selector, name: 'by the operator' })
  expect((await revokeKey(member, selector)).wasRevoked).toBe(false)
})

test('a deleted member can change nothing, and no member can change another account', async () => {
  const [own, other] = [await openAccount('pro'), await openAccount('pro')]
  const foreign = createMemberKey(own.member, { accountId: other.accountId, name: 'k', expiresAt: null })
  expect(await readRefusal(foreign)).toEqual({ code: 'account_unknown' })
  await sql`delete from members where id = ${own.member.actor.id}`
  expect(await readRefusal(own.create())).toEqual({ code: 'account_unknown' })
  expect(await readRefusal(requestPlan(own.member, own.accountId, 'scale'))).toEqual({ code: 'account_unknown' })
})
