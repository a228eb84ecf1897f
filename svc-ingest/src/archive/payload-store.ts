import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { forgetLooseObjects } from './loose-object-store.ts'

/** A payload, compressed for the archive. */
export type PackedPayload = { sha256: Buffer; zstd: Buffer; bytes: number }

/** Hashes and compresses a payload, outside of any transaction. */
export async function packPayload(body: Uint8Array): Promise<PackedPayload> {
  return {
    sha256: Buffer.from(new Bun.CryptoHasher('sha256').update(body).digest()),
    zstd: await Bun.zstdCompress(body),
    bytes: body.length,
  }
}

/** A payload whose body has its place: `zstd` is null when it stands in object storage, else it goes into the row. */
export type PlacedPayload = Omit<PackedPayload, 'zstd'> & { zstd: Buffer | null }

/** Source of a payload, and the query without the window (`process_type=DA`), empty when there was none. */
export type PayloadQuestion = { source: string; asked: string }

/** Id of the payload with this content; null when there is none, or only a payload stored beyond its month. */
export async function findPayload(
  sql: Sql | TransactionSql,
  { source, asked }: PayloadQuestion,
  sha256: Buffer,
): Promise<string | null> {
  const [known] = await sql<{ id: string }[]>`
    select id from raw_payloads
    where source = ${source} and content_sha256 = ${sha256} and asked = ${asked} limit 1`
  return known?.id ?? null
}

/**
 * Archives a payload, each content of a source once per query. A body in object storage was written before.
 *
 * @returns id of the payload, of the earlier one when the same content is stored
 */
export async function archivePayload(
  tx: TransactionSql,
  question: PayloadQuestion,
  { sha256, zstd, bytes }: PlacedPayload,
  fetchedAt: Temporal.Instant,
): Promise<string> {
  const known = await findPayload(tx, question, sha256)
  if (known !== null) return known
  if (zstd === null) await forgetLooseObjects(tx, [sha256.toString('hex')])
  const [added] = await tx<{ id: string }[]>`
    insert into raw_payloads (source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at)
    values (${question.source}, ${question.asked}, ${sha256}, ${zstd}, ${bytes}, ${fetchedAt})
    returning id`
  if (added === undefined) throw new Error('the archived payload got no id')
  return added.id
}

/** An archived payload, still compressed. */
export type ArchivedPayload = {
  id: string
  /** Feed of the operator, or dataset of an open source. */
  source: string
  /** Query without the window. */
  asked: string
  sha256: string
  firstFetchedAt: Temporal.Instant
  /** Null when the body stands in object storage. */
  bodyZstd: Uint8Array | null
}

/** The archived payloads of these ids, including payloads that retention has moved to `kept_payloads`; missing ones are absent. */
export async function readArchivedPayloads(sql: Sql, ids: readonly string[]): Promise<ArchivedPayload[]> {
  if (ids.length === 0) return []
  return sql<ArchivedPayload[]>`
    select id, source, asked, encode(content_sha256, 'hex') as sha256, first_fetched_at, body_zstd from raw_payloads where id = any(${[...ids]}::bigint[])
    union all
    select id, source, asked, encode(content_sha256, 'hex') as sha256, first_fetched_at, body_zstd from kept_payloads where id = any(${[...ids]}::bigint[])`
}
