import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { forgetLooseObjects, recordLooseObject } from './loose-object-store.ts'
import type { ArchivedPayload } from './payload-store.ts'

/** Where the body of a payload stands. */
export const bodyPlaces = ['postgres', 's3'] as const
export type BodyPlace = (typeof bodyPlaces)[number]

/** The payload tables: the tables of the months, and the table of payloads stored beyond their month. */
const tables = ['raw_payloads', 'kept_payloads'] as const
type PayloadTable = (typeof tables)[number]

/** How many payloads have their body in a place, bytes of those as they came, and bytes of them in the database. */
export type PlaceCount = { place: BodyPlace; payloads: number; bytes: number; storedBytes: number }

/** The archive by place; a place without payloads is absent. */
export async function countByPlace(sql: Sql): Promise<PlaceCount[]> {
  const rows = await sql<Record<keyof PlaceCount, string>[]>`
    select case when body_zstd is null then 's3' else 'postgres' end as place, count(*) as payloads,
      sum(body_bytes) as bytes, coalesce(sum(octet_length(body_zstd)), 0) as stored_bytes
    from (select body_zstd, body_bytes from raw_payloads union all select body_zstd, body_bytes from kept_payloads) payload
    group by 1 order by 1`
  return rows.map(({ place, payloads, bytes, storedBytes }) => ({
    place: place === 's3' ? 's3' : 'postgres',
    payloads: Number(payloads),
    bytes: Number(bytes),
    storedBytes: Number(storedBytes),
  }))
}

/** Records of loose objects, including objects that are not due yet. */
export async function countLooseObjects(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from loose_objects`
  return row?.count ?? 0
}

/** A payload, and the table that holds it. */
export type TabledPayload = Pick<ArchivedPayload, 'id' | 'source' | 'sha256' | 'firstFetchedAt' | 'bodyZstd'> & {
  table: PayloadTable
}

/** Every payload whose body stands in a place, in batches, oldest id first: the months, then payloads stored beyond their month. */
export async function* walkPayloadsIn(sql: Sql, place: BodyPlace, batchSize: number): AsyncGenerator<TabledPayload[]> {
  const isThere = place === 's3' ? sql`body_zstd is null` : sql`body_zstd is not null`
  for (const table of tables) {
    let after = '-1'
    for (;;) {
      const rows = await sql<Omit<TabledPayload, 'table'>[]>`
        select id, source, encode(content_sha256, 'hex') as sha256, first_fetched_at, body_zstd from ${sql(table)}
        where ${isThere} and id > ${after} order by id limit ${batchSize}`
      const last = rows.at(-1)
      if (last === undefined) break
      yield rows.map((row) => ({ ...row, table }))
      after = last.id
    }
  }
}

/** Takes the body out of the row: its object is there. @returns whether the row still had it */
export async function leaveBodyToObject(sql: Sql, payload: TabledPayload): Promise<boolean> {
  return sql.begin(async (tx) => {
    const { count } = await tx`
      update ${tx(payload.table)} set body_zstd = null where ${selectSameRow(tx, payload)} and body_zstd is not null`
    await forgetLooseObjects(tx, [payload.sha256])
    return count > 0
  })
}

/** Puts the body into the row; its object is noted, to be removed when no other row refers to it. @returns whether the row still had none */
export async function putBodyIntoRow(sql: Sql, payload: TabledPayload, zstd: Uint8Array): Promise<boolean> {
  return sql.begin(async (tx) => {
    await recordLooseObject(tx, payload.sha256)
    const { count } = await tx`
      update ${tx(payload.table)} set body_zstd = ${Buffer.from(zstd)} where ${selectSameRow(tx, payload)} and body_zstd is null`
    return count > 0
  })
}

/** The month of the row tells Postgres its partition. */
const selectSameRow = (tx: TransactionSql, { id, sha256, firstFetchedAt }: TabledPayload) =>
  tx`id = ${id} and first_fetched_at = ${firstFetchedAt} and content_sha256 = decode(${sha256}, 'hex')`
