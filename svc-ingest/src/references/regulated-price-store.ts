import { regulatedPricesSourceId } from '@hexawatt/shared/grid/feeds'
import type { Sql, Statements, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { RegulatedOption } from '../sources/definition/content.ts'
import type { PriceVersion } from './price-versions.ts'

/** A stored version, with what the audit proves it by. */
export type StoredPriceVersion = PriceVersion & {
  option: RegulatedOption
  payloadId: string
  knownFrom: Temporal.Instant
}

/** The newest version of each row known at `now`, of one option or of all; withdrawn rows have no prices. */
export async function readNewestPrices(
  sql: Statements,
  now: Temporal.Instant,
  option: RegulatedOption | null = null,
): Promise<(PriceVersion & Pick<StoredPriceVersion, 'option'>)[]> {
  return sql<(PriceVersion & Pick<StoredPriceVersion, 'option'>)[]>`
    select distinct on (option, subscribed_kva, valid_from) option, subscribed_kva, valid_from::text as from,
      valid_to::text as to, eur_per_month, eur_per_kwh
    from regulated_prices where known_from <= ${now} and (${option}::text is null or option = ${option})
    order by option, subscribed_kva, valid_from, known_from desc`
}

/** Every stored version in the order of rows and knowledge. */
export async function readPriceVersions(sql: Sql): Promise<StoredPriceVersion[]> {
  return sql<StoredPriceVersion[]>`
    select option, subscribed_kva, valid_from::text as from, valid_to::text as to, eur_per_month, eur_per_kwh, payload_id,
      known_from
    from regulated_prices order by option, subscribed_kva, valid_from, known_from`
}

/** Adds versions of one file, which all became known with its payload. */
export async function addPriceVersions(
  tx: TransactionSql,
  { option, payloadId, knownFrom }: Pick<StoredPriceVersion, 'option' | 'payloadId' | 'knownFrom'>,
  versions: readonly PriceVersion[],
): Promise<void> {
  if (versions.length === 0) return
  await tx`
    insert into regulated_prices
      (option, subscribed_kva, valid_from, valid_to, eur_per_month, eur_per_kwh, payload_id, known_from)
    select ${option}, added.subscribed_kva, added.valid_from::date, added.valid_to::date, added.eur_per_month,
      added.eur_per_kwh::jsonb, ${payloadId}::bigint, ${knownFrom}
    from unnest(
      ${versions.map(({ subscribedKva }) => subscribedKva)}::double precision[],
      ${versions.map(({ from }) => from)}::text[],
      ${versions.map(({ to }) => to)}::text[],
      ${versions.map(({ eurPerMonth }) => eurPerMonth)}::double precision[],
      ${versions.map(({ eurPerKwh }) => eurPerKwh && JSON.stringify(eurPerKwh))}::text[]
    ) as added (subscribed_kva, valid_from, valid_to, eur_per_month, eur_per_kwh)
    on conflict do nothing`
}

/** Serialises two programs that store a file at once: each compares it with what the other has stored. */
export async function lockPrices(tx: TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('regulated_prices'))`
}

/** Most files of one audit: the regulator changes its files some times a year. */
const maxPayloads = 2_000

/** Ids of the archived files of regulated prices, oldest first. @throws when there are more than the maximum */
export async function listPricePayloads(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from raw_payloads where source = ${regulatedPricesSourceId}
    union
    select id from kept_payloads where source = ${regulatedPricesSourceId}
    order by id limit ${maxPayloads + 1}`
  if (rows.length > maxPayloads) throw new Error(`more than ${maxPayloads} archived files of regulated prices`)
  return rows.map(({ id }) => id)
}
