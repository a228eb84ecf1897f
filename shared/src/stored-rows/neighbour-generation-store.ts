import type { PublisherId } from '../grid/publishers.ts'
import type { Statements } from '../postgres/client.ts'
import { readTuples, selectMsColumn } from '../postgres/tuples-store.ts'

/** Stored output of a neighbour in an hour, in one version. */
export type StoredNeighbourHour = {
  /** ISO 3166; Luxembourg is part of DE. */
  country: string
  startMs: number
  /** Mean MW by production type; an absent type is unknown, never 0. */
  powerMwByType: Readonly<Record<string, number>>
  publisher: PublisherId
  knownFromMs: number
  payloadId: string
}

/** The hours that begin in `[from, to)`; of these countries only, when given. */
export type NeighbourSpan = { from: Temporal.Instant; to: Temporal.Instant; countries?: readonly string[] }

type Row = readonly [
  country: string,
  startMs: number,
  powerMwByType: Record<string, number>,
  publisher: PublisherId,
  knownMs: number,
  payloadId: string,
]

/**
 * Hours of the neighbours, each in the newest version known at an instant, by country and in ascending order. A country without an hour in the span is absent.
 *
 * One query: two weeks of six countries are 2 000 rows, a year 53 000.
 */
export async function readNeighbourHours(
  sql: Statements,
  { from, to, countries }: NeighbourSpan,
  at: Temporal.Instant,
): Promise<Map<string, StoredNeighbourHour[]>> {
  const ofCountries = countries === undefined ? sql`` : sql`and country = any(${[...countries]}::text[])`
  const rows = await readTuples<Row>(
    sql,
    sql`array_agg(country), ${selectMsColumn(sql, 'hour_start')}, array_agg(mw_by_type), array_agg(publisher),
      ${selectMsColumn(sql, 'known_from')}, array_agg(payload_id::text)`,
    sql`
      select distinct on (hour_start, country) country, hour_start, mw_by_type, publisher, known_from, payload_id
      from neighbour_generation
      where hour_start >= ${from} and hour_start < ${to} and known_from <= ${at} ${ofCountries}
      order by hour_start, country, known_from desc`,
  )
  const hours = rows.map(([country, startMs, powerMwByType, publisher, knownFromMs, payloadId]) => {
    return { country, startMs, powerMwByType, publisher, knownFromMs, payloadId }
  })
  return Map.groupBy(hours, ({ country }) => country)
}
