import type { PublishKeyChange } from '@hexawatt/shared/keys/publish-key-change'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { lockAccount } from '../accounts/account-store.ts'
import { auditLog } from '../accounts/audit-log-store.ts'
import type { Member, MemberData } from './member.ts'
import { listSessions, readMember, removeMember } from './member-store.ts'

export type AccountLifeDeps = {
  sql: Sql
  publishKeyChange: PublishKeyChange
  /** What the other parts of svc-web store of a member. */
  data: readonly MemberData[]
}

/** Makes the member's actions on all stored data about them: export and deletion. */
export function createAccountLife({ sql, publishKeyChange, data }: AccountLifeDeps) {
  return {
    /** Everything stored about a member, as JSON values. */
    async exportMember(member: Member): Promise<Record<string, unknown>> {
      const stored = await readMember(sql, member.memberId)
      const sessions = await listSessions(sql, member.memberId)
      const others = await Promise.all(
        data.map(async ({ name, exportData: exported }) => [name, await exported(member)] as const),
      )
      return {
        exportedAt: isoSeconds(Temporal.Now.instant()),
        memberId: member.memberId,
        address: member.address,
        createdAt: stored === null ? null : isoSeconds(stored.createdAt),
        account: { accountId: member.accountId, plan: stored?.plan ?? null },
        sessions: sessions.map(({ sessionId, createdAt, expiresAt, browser }) => ({
          sessionId,
          createdAt: isoSeconds(createdAt),
          expiresAt: isoSeconds(expiresAt),
          browser,
        })),
        ...Object.fromEntries(others),
        afterDeletion:
          'The monthly and daily request counts stay for the bill, and the audit log stays; neither contains the address.',
      }
    },

    /**
     * Deletes a member in one transaction: keys revoked, sessions, links and the data of other parts removed, the address removed from the account's name.
     * Gateways drop the keys within a second.
     */
    async deleteMember(member: Member): Promise<void> {
      const sha256s = await sql.begin(async (tx) => {
        // First, as in every change of keys: a key that is being made is either revoked here, or refused.
        await lockAccount(tx, { accountId: member.accountId })
        for (const { remove } of data) await remove?.(tx, member)
        const revoked = await removeMember(tx, member.memberId)
        if (revoked === null) return []
        const actor = { kind: 'member', id: member.memberId } as const
        const details = { revokedKeys: revoked.length }
        await auditLog(tx, { actor, action: 'account.deleted', accountId: member.accountId, details })
        return revoked
      })
      if (sha256s.length > 0) await publishKeyChange(sha256s)
    },
  }
}
export type AccountLife = ReturnType<typeof createAccountLife>
