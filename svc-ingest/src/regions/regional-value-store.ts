import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { regionalQuantities } from '@hexawatt/shared/grid/regions'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import { natures, type RegionalRow } from '../sources/definition/content.ts'

/** When rows became known, from whom, and from which payload. */
type RegionalProvenance = { publisher: PublisherId; knownFrom: Temporal.Instant; payloadId: string }

/** Serialises the writers of regional values, so that all of them see the same newest versions. */
export async function lockRegions(tx: TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('regional values'))`
}

/**
 * Adds a version of each row that differs from the newest known one; a less final row never replaces a more final one. No version is ever updated.
 *
 * @returns how many were added
 */
export async function addRegionalVersions(
  tx: TransactionSql,
  { publisher, knownFrom, payloadId }: RegionalProvenance,
  rows: readonly RegionalRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  const starts = rows.map(({ slotStart }) => slotStart.epochMilliseconds)
  const [firstMs, lastMs] = starts.reduce(
    ([first, last], ms) => [Math.min(first, ms), Math.max(last, ms)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const sent = rows.map(({ region, slotStart, slotEnd, nature, powerMw }) => {
    return { region, start_ms: slotStart.epochMilliseconds, end_ms: slotEnd.epochMilliseconds, nature, ...powerMw }
  })
  // The column names are the names of the quantities, which are constants.
  const columns = tx.unsafe(regionalQuantities.join(', '))
  // The planner cannot know how many rows the JSON gives; a nested loop over a whole payload would be quadratic.
  await tx`set local enable_nestloop = off`
  const { count } = await tx`
    with newest as (
      select distinct on (slot_start, region) slot_start, region, nature, (${columns}) as powers
      from regional_values
      where slot_start between to_timestamp(${firstMs / 1000}::double precision) and to_timestamp(${lastMs / 1000}::double precision)
        and known_from <= ${knownFrom}
      order by slot_start, region, known_from desc
    ), incoming as (
      select *, to_timestamp(start_ms / 1000) as slot_start, to_timestamp(end_ms / 1000) as slot_end
      from jsonb_to_recordset(${JSON.stringify(sent)}::text::jsonb) as sent (region text, start_ms double precision,
        end_ms double precision, nature text, consumption double precision, thermal double precision,
        nuclear double precision, wind double precision, solar double precision, hydro double precision,
        bioenergy double precision, pumping double precision, charge double precision, discharge double precision,
        exchange double precision)
    )
    insert into regional_values (region, slot_start, slot_end, nature, publisher, known_from, payload_id, ${columns})
    select region, slot_start, incoming.slot_end, incoming.nature, ${publisher}, ${knownFrom}, ${payloadId}, ${columns}
    from incoming left join newest using (slot_start, region)
    where newest.nature is null
      or (((${columns}) is distinct from newest.powers or incoming.nature <> newest.nature)
        and array_position(${[...natures]}::text[], incoming.nature) >= array_position(${[...natures]}::text[], newest.nature))
    on conflict do nothing`
  return count
}
