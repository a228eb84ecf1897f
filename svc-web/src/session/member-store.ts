import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'

/** A session as its member sees it. */
export type ListedSession = {
  sessionId: string
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant
  /** `User-Agent` of the sign-in. */
  browser: string | null
}

/** Sessions of one member at most: a further session ends the oldest. */
export const maxSessions = 20

/** Rows that one turn of the clean-up removes from each table. */
const maxPurgedRows = 5_000

/** Whether an account has a member already. */
export async function hasOwner(tx: TransactionSql, accountId: string): Promise<boolean> {
  const [row] = await tx<{ id: string }[]>`select id from members where account_id = ${accountId}`
  return row !== undefined
}

/** Whether an address has an account: a member has this address, or the operator made an account with this name. */
export async function hasAccount(sql: Sql, address: string): Promise<boolean> {
  const [row] = await sql<[{ isKnown: boolean }]>`
    select exists (select from members where address = ${address})
      or exists (select from accounts where name = ${address}) as is_known`
  return row.isKnown
}

/** Valid sessions of a member, newest first. */
export async function listSessions(sql: Sql, memberId: string): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select id as session_id, created_at, expires_at, nullif(user_agent, '') as browser
    from member_sessions where member_id = ${memberId} and expires_at > now()
    order by created_at desc, id limit ${maxSessions}`
}

/** Ends one session of a member; no effect on another member's session. */
export async function endSession(sql: Sql, memberId: string, sessionId: string): Promise<void> {
  await sql`delete from member_sessions where member_id = ${memberId} and id = ${sessionId}`
}

/** Ends every session of a member but one. */
export async function endOtherSessions(sql: Sql, memberId: string, sessionId: string): Promise<void> {
  await sql`delete from member_sessions where member_id = ${memberId} and id <> ${sessionId}`
}

/** Ends the oldest sessions of a member beyond {@link maxSessions}. */
export async function endSurplusSessions(sql: Sql, memberId: string): Promise<void> {
  await sql`
    delete from member_sessions where id in (
      select id from member_sessions where member_id = ${memberId} order by created_at desc, id offset ${maxSessions})`
}

/** Removes expired sessions and links, at most {@link maxPurgedRows} of each. @returns how many of both */
export async function purgeExpired(sql: Sql): Promise<number> {
  const sessions = await sql`
    delete from member_sessions where id in (
      select id from member_sessions where expires_at < now() order by expires_at limit ${maxPurgedRows} for update skip locked)`
  const links = await sql`
    delete from sign_in_links where id in (
      select id from sign_in_links where expires_at < now() order by expires_at limit ${maxPurgedRows} for update skip locked)`
  return sessions.count + links.count
}

/** The stored data of a member, without sessions. */
export async function readMember(sql: Sql, memberId: string) {
  const [row] = await sql<{ address: string; createdAt: Temporal.Instant; account: string; plan: string }[]>`
    select m.address, m.created_at, a.id as account, a.plan
    from members m join accounts a on a.id = m.account_id where m.id = ${memberId}`
  return row ?? null
}

/**
 * Removes a member with sessions and unused links, revokes the keys of the account and removes the address from its name. The account itself stays for its
 * bill.
 * @returns SHA-256 of the newly revoked keys; null when the member no longer exists
 */
export async function removeMember(tx: TransactionSql, memberId: string): Promise<string[] | null> {
  const [member] = await tx<{ accountId: string; address: string }[]>`
    delete from members where id = ${memberId} returning account_id, address`
  if (member === undefined) return null
  await tx`delete from sign_in_links where value::jsonb ->> 'email' = ${member.address}`
  await tx`update accounts set name = 'deleted ' || id where id = ${member.accountId}`
  const revoked = await tx<{ keySha256: string }[]>`
    update api_keys set revoked_at = now() where account_id = ${member.accountId} and revoked_at is null returning key_sha256`
  return revoked.map(({ keySha256 }) => keySha256)
}
