import type { Fragment, Sql, TransactionSql } from '@hexawatt/shared/postgres/client'

/**
 * Notes that perhaps no row refers to an object: for a day from now on no sweep removes it. While a sweep removes it, this waits for the end of that,
 * so that a later reader sees that the object is gone.
 */
export async function recordLooseObject(sql: Sql | TransactionSql, sha256: string): Promise<void> {
  await sql`
    insert into loose_objects (content_sha256) values (decode(${sha256}, 'hex'))
    on conflict (content_sha256) do update set since = excluded.since`
}

/** Notes the objects of a month's payloads that were not kept. */
export async function recordObjectsOfMonth(tx: TransactionSql, isOfMonth: Fragment): Promise<void> {
  await tx`
    insert into loose_objects (content_sha256)
    select distinct content_sha256 from raw_payloads retired
    where ${isOfMonth} and body_zstd is null and not exists (select from kept_payloads kept where kept.id = retired.id)
    on conflict (content_sha256) do update set since = excluded.since`
}

/** Takes notes away: rows refer to these objects now, or they are removed. */
export async function forgetLooseObjects(tx: TransactionSql, sha256s: readonly string[]): Promise<void> {
  await tx`delete from loose_objects where content_sha256 in ${selectBytes(tx, sha256s)}`
}

/** Objects noted for more than a day, the oldest first, locked to the end of the transaction; objects locked by another sweep are left out. */
export async function lockOldLooseObjects(tx: TransactionSql, limit: number): Promise<string[]> {
  const rows = await tx<{ sha256: string }[]>`
    select encode(content_sha256, 'hex') as sha256 from loose_objects where since < now() - interval '1 day'
    order by since limit ${limit} for update skip locked`
  return rows.map(({ sha256 }) => sha256)
}

/** Which of these objects rows refer to. */
export async function readReferredObjects(tx: TransactionSql, sha256s: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ sha256: string }[]>`
    select encode(content_sha256, 'hex') as sha256 from raw_payloads
    where body_zstd is null and content_sha256 in ${selectBytes(tx, sha256s)}
    union
    select encode(content_sha256, 'hex') from kept_payloads
    where body_zstd is null and content_sha256 in ${selectBytes(tx, sha256s)}`
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** The driver has no arrays of bytes. */
const selectBytes = (tx: TransactionSql, sha256s: readonly string[]) =>
  tx`(select decode(sha256, 'hex') from unnest(${[...sha256s]}::text[]) given (sha256))`
