import { expect } from 'bun:test'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { createTestKey, storeTestMember } from '../../testing/account-fixture.ts'
import type { ActingDeps } from '../account-changes.ts'
import type { KeyRefusedError, Refusal } from '../refusals.ts'

/** An account with a key, and a way to make changes as its member. */
export async function openMemberAccount(operator: ActingDeps, plan: PlanId) {
  const { key: _, ...opened } = await createTestKey({ accounts: operator }, plan)
  const member: ActingDeps = { ...operator, actor: await storeTestMember(operator, opened.accountId) }
  return { ...opened, member }
}

/** Why a change was refused. */
export async function readRefusal(change: Promise<unknown>): Promise<Refusal | undefined> {
  const error = await change.then(
    () => null,
    (reason: KeyRefusedError) => reason,
  )
  expect(error?.name).toBe('KeyRefusedError')
  return error?.refusal
}
