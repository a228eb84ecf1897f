import type { PublisherId } from '../../grid/publishers.ts'
import { type RegionalPowerMw, type RegionCode, regionalQuantities } from '../../grid/regions.ts'
import type { Statements } from '../../postgres/client.ts'

/** What is published of a region for a quarter-hour, in its newest version. */
export type StoredRegionalRow = {
  region: RegionCode
  slotStart: Temporal.Instant
  slotEnd: Temporal.Instant
  publisher: PublisherId
  /** How final the publisher calls the row. */
  nature: string
  powerMw: RegionalPowerMw
}

/** Rows of the quarter-hours that begin and end within `[from, to]`, each in the newest version known at `now`, by slot and region. */
export async function readRegionalRows(
  sql: Statements,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
  now: Temporal.Instant,
): Promise<StoredRegionalRow[]> {
  const rows = await sql<(Omit<StoredRegionalRow, 'powerMw'> & RegionalPowerMw)[]>`
    select distinct on (slot_start, region) region, slot_start, slot_end, nature, publisher, ${sql.unsafe(regionalQuantities.join(', '))}
    from regional_values
    where slot_start >= ${from} and slot_end <= ${to} and known_from <= ${now}
    order by slot_start, region, known_from desc`
  return rows.map(({ region, slotStart, slotEnd, nature, publisher, ...powerMw }) => {
    return { region, slotStart, slotEnd, nature, publisher, powerMw }
  })
}
