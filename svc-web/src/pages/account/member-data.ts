import type { Sql } from '@hexawatt/shared/postgres/client'
import type { UsageExport } from '@hexawatt/shared/usage/account-usage'
import { listMemberKeys } from '../../accounts/account-store.ts'
import { makeListedKeyBodies, planRequestBody } from '../../accounts/key-bodies.ts'
import { closeRequest, listRequestsOf, openRequestOf } from '../../accounts/plan-request-store.ts'
import { createAlertsMemberData } from '../../alerts/alert-changes.ts'
import type { MemberData } from '../../session/member.ts'

/** Everything stored about a member's account, for its export and its deletion. */
export function createMemberData(sql: Sql, usageExport: UsageExport): MemberData[] {
  const keys: MemberData = {
    name: 'keys',
    exportAlerts: async ({ accountId }) =>
      makeListedKeyBodies(await listMemberKeys(sql, accountId), Temporal.Now.instant()),
    remove: null,
  }
  // Requests are kept without a name. An open request is withdrawn, because its member is deleted.
  const planRequests: MemberData = {
    name: 'planRequests',
    exportAlerts: async ({ accountId }) => (await listRequestsOf(sql, accountId)).map(planRequestBody),
    async remove(tx, { accountId }) {
      const open = await openRequestOf(tx, accountId)
      if (open !== null) await closeRequest(tx, open.requestId, 'withdrawn')
    },
  }
  // Usage rows are kept because the bill is calculated from them. They name no person.
  const usage: MemberData = { name: 'usage', exportAlerts: ({ accountId }) => usageExport(accountId), remove: null }
  return [keys, planRequests, usage, createAlertsMemberData(sql)]
}
