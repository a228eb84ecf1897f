import { createKey } from '@hexawatt/gateway/src/accounts/account-changes.ts'
import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'

/** Number of accounts with one key each: the requests are distributed over as many counters. */
const customerCount = 200

/** The maximum of a plan table, per customer: every check runs and nothing is refused. */
export const requestsPerMinute = 60_000
const monthlyQuota = 1_000_000_000

/** The plans of the product with the limits of the benchmark. */
export const generousPlanTable: PlanTable = {
  ...defaultPlanTable,
  plans: {
    ...defaultPlanTable.plans,
    scale: { ...defaultPlanTable.plans.scale, requestsPerMinute, monthlyQuota },
  },
}

/** Stores the customers in a new database and returns their keys. */
export async function storeCustomers(databaseUrl: string): Promise<string[]> {
  const sql = createSql(databaseUrl, 'bench', 1)
  try {
    await migrate(sql)
    const accounts = { sql, planTable: generousPlanTable, publishKeyChange: async () => false }
    const keys: string[] = []
    for (let index = 0; index < customerCount; index += 1) {
      const account = `bench ${index}`
      keys.push((await createKey(accounts, { account, plan: 'scale', name: 'bench', expiresAt: null })).key)
    }
    return keys
  } finally {
    await sql.end({ timeout: 1 })
  }
}
