import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { revokeKey } from '@hexawatt/svc-web/src/accounts/account-changes.ts'
import { setPlan } from '@hexawatt/svc-web/src/accounts/plan-changes.ts'
import { createSilentAccounts, createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import type { System } from '../../testing/system-fixture.ts'

/** A complete key, and its holder. */
export type Customer = { key: string; keyId: string; accountId: string; account: string }

/** Makes customers of a system, and ends their keys. */
export function createCustomers({ sql }: Pick<System, 'sql'>) {
  const accounts = createSilentAccounts({ sql, planTable: defaultPlanTable })

  /** @param account name of an account; a new one without it */
  const add = (plan: PlanId, account?: string): Promise<Customer> => createTestKey({ accounts }, plan, account)

  return {
    add,
    /** Ends the key without telling any gateway: the worst case. */
    revoke: ({ keyId }: Customer) => revokeKey(accounts, { keyId }),
    changePlan: ({ accountId }: Customer, plan: PlanId) => setPlan(accounts, { account: { accountId }, plan }),
    async addRevoked(): Promise<Customer> {
      const customer = await add('scale')
      await revokeKey(accounts, { keyId: customer.keyId })
      return customer
    },
    async addExpired(): Promise<Customer> {
      const customer = await add('scale')
      // The rules refuse an expiry that has passed.
      await sql`update api_keys set expires_at = now() - interval '1 hour' where id = ${customer.keyId}`
      return customer
    },
  }
}
export type Customers = ReturnType<typeof createCustomers>
