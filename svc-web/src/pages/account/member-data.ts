import type { Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { type AccountRequestStore, maxAccountRequests } from '@hexawatt/shared/usage/account-request-store'
import type { UsageExport } from '@hexawatt/shared/usage/account-usage'
import { listMemberKeys } from '../../accounts/account-store.ts'
import { makeListedKeyBodies, planRequestBody } from '../../accounts/key-bodies.ts'
import { closeRequest, listRequestsOf, openRequestOf } from '../../accounts/plan-request-store.ts'
import { createAlertsMemberData } from '../../alerts/alert-changes.ts'
import type { MemberData } from '../../session/member.ts'

export type MemberDataDeps = { sql: Sql; usageExport: UsageExport; accountRequests: AccountRequestStore }

/** Everything stored about a member's account, for its export and its deletion. */
export function createMemberData({ sql, usageExport, accountRequests }: MemberDataDeps): MemberData[] {
  const keys: MemberData = {
    name: 'keys',
    exportData: async ({ accountId }) =>
      makeListedKeyBodies(await listMemberKeys(sql, accountId), Temporal.Now.instant()),
    remove: null,
  }
  // Requests are kept without a name. An open request is withdrawn, because its member is deleted.
  const planRequests: MemberData = {
    name: 'planRequests',
    exportData: async ({ accountId }) => (await listRequestsOf(sql, accountId)).map(planRequestBody),
    async remove(tx, { accountId }) {
      const open = await openRequestOf(tx, accountId)
      if (open !== null) await closeRequest(tx, open.requestId, 'withdrawn')
    },
  }
  // Usage rows are kept because the bill is calculated from them. They name no person.
  const usage: MemberData = { name: 'usage', exportData: ({ accountId }) => usageExport(accountId), remove: null }
  // The database removes the requests of a deleted member (migration 0039): svc-web only reads the table.
  const requests: MemberData = {
    name: 'requests',
    async exportData({ accountId }) {
      const all = { statusClass: null, operation: null, before: null, limit: maxAccountRequests }
      const stored = await accountRequests.list({ accountId, ...all })
      return stored.map(({ receivedAt, slot: _, ...request }) => ({ receivedAt: isoSeconds(receivedAt), ...request }))
    },
    remove: null,
  }
  return [keys, planRequests, usage, requests, createAlertsMemberData(sql)]
}
