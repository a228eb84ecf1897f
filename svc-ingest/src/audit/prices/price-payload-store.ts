import { regulatedPricesSourceId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'

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
