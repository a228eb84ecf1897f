import type { TransactionSql } from '@hexawatt/shared/postgres/client'

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

/** Source of a payload, and the query beside the window (`process_type=DA`), empty when there was none. */
type PayloadQuestion = { source: string; asked: string }

/**
 * Archives a payload, each content of a source once per query.
 *
 * @returns id of the payload, of the earlier one when the same content is stored
 */
export async function archivePayload(
  tx: TransactionSql,
  { source, asked }: PayloadQuestion,
  payload: PackedPayload,
  fetchedAt: Temporal.Instant,
): Promise<string> {
  const [known] = await tx<{ id: string }[]>`
    select id from raw_payloads
    where source = ${source} and content_sha256 = ${payload.sha256} and asked = ${asked} limit 1`
  if (known !== undefined) return known.id
  const [added] = await tx<{ id: string }[]>`
    insert into raw_payloads (source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at)
    values (${source}, ${asked}, ${payload.sha256}, ${payload.zstd}, ${payload.bytes}, ${fetchedAt})
    returning id`
  if (added === undefined) throw new Error('the archived payload got no id')
  return added.id
}
