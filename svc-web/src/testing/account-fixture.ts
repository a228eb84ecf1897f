import type { PlanId } from '@hexawatt/shared/contract/plans'
import { type AccountDeps, type ActingDeps, type CreatedKey, createKey } from '../accounts/account-changes.ts'
import type { Actor } from '../accounts/audit-log-store.ts'

/** The actor of the tests' changes. */
export const testActor: Actor = { kind: 'operator', id: 'test' }

/** Changes accounts and keys without notifying any gateway. */
export function createSilentAccounts({ sql, planTable }: Pick<AccountDeps, 'sql' | 'planTable'>): ActingDeps {
  return { sql, planTable, publishKeyChange: async () => false, actor: testActor }
}

/** Makes a member of an account, for changes by the member. */
export async function storeTestMember({ sql }: Pick<AccountDeps, 'sql'>, accountId: string): Promise<Actor> {
  const id = `mem_${crypto.randomUUID()}`
  await sql`
    insert into members (id, account_id, address, address_verified)
    values (${id}, ${accountId}, ${`${id}@example.org`}, true)`
  return { kind: 'member', id }
}

/**
 * Makes a new key by the rules of accounts.
 * @param account name of its account; default: a new account
 */
export async function createTestKey(
  { accounts }: { accounts: ActingDeps },
  plan: PlanId = 'scale',
  account = `account ${crypto.randomUUID()}`,
): Promise<CreatedKey> {
  return createKey(accounts, { account, plan, name: 'test', expiresAt: null })
}
