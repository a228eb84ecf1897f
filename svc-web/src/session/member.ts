import type { TransactionSql } from '@hexawatt/shared/postgres/client'

/** The person who is signed in. */
export type Member = {
  memberId: string
  accountId: string
  /** Normalised e-mail address. */
  address: string
  sessionId: string
}

/**
 * What one part of svc-web stores of a member's account: `member-data` lists these, so that export and deletion forget none.
 */
export type MemberData = {
  /** Name in the export. */
  name: string
  /** What the part stores, as values of JSON. Never a key, secret or token. */
  exported(member: Member): Promise<unknown>
  /** Removes it, in the transaction that deletes the member; null where rows of the account suffice, which lose the address. */
  remove: ((tx: TransactionSql, member: Member) => Promise<void>) | null
}
