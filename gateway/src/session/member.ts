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
 * What a room of the gateway stores of a member's account: `deps.ts` lists these, so that export and deletion forget none.
 */
export type MemberData = {
  /** Name in the export. */
  name: string
  /** What the room stores, as values of JSON. Never a key, secret or token. */
  exported(member: Member): Promise<unknown>
  /** Removes it, in the transaction that deletes the member; null where rows of the account suffice, which lose the address. */
  remove: ((tx: TransactionSql, member: Member) => Promise<void>) | null
}
