import type { FeedId } from '../grid/feeds.ts'
import type { Finality } from '../methodology/mix-finality.ts'
import type { Statements } from '../postgres/client.ts'

type MixSpan = {
  feed: Extract<FeedId, 'generation_by_type' | 'generation_mix_15min'>
  from: Temporal.Instant
  to: Temporal.Instant
}

/**
 * The finality of the slots that begin in a span, by their start, ms: of the values of a slot, each in the newest version known at `now`, the least final.
 * The consolidated set of ODRÉ is stored without a nature, so that its half-hours never replace quarter-hours.
 */
export async function readMixFinality(
  sql: Statements,
  { feed, from, to }: MixSpan,
  now: Temporal.Instant,
): Promise<Map<number, Finality>> {
  const rows = await sql<{ startMs: number; finality: Finality }[]>`
    select extract(epoch from slot_start)::double precision * 1000 as start_ms, min(case
        when nature in ('consolidated', 'definitive') or (nature is null and publisher = 'odre') then 2
        when nature is null and publisher = 'rte' then 1
        else 0 end)::int as finality
    from (
      select distinct on (slot_start, series) slot_start, nature, publisher from feed_values
      where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} and known_from <= ${now}
      order by slot_start, series, known_from desc
    ) newest
    group by slot_start`
  return new Map(rows.map(({ startMs, finality }) => [startMs, finality]))
}
