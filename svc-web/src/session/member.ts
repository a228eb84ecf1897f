import type { TransactionSql } from '@hexawatt/shared/postgres/client'

/** The person who is signed in. */
export type Member = {
  memberId: string
  accountId: string
  /** Normalised e-mail address. */
  address: string
  sessionId: string
}

/** The data that one part of svc-web stores about a member's account: `member-data` lists these parts, so that export and deletion forget none. */
export type MemberData = {
  /** Name in the export. */
  name: string
  /** The stored data, as JSON values. Never a key, secret or token. */
  exportData(member: Member): Promise<unknown>
  /** Removes them, in the transaction that deletes the member; null where the rows of the account are enough, from which the address is removed. */
  remove: ((tx: TransactionSql, member: Member) => Promise<void>) | null
}
