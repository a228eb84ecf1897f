import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { type Sql, toTimestamps } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { archivePayload, type PackedPayload } from '../archive/payload-store.ts'
import type { Partitions } from '../pipeline/partition-store.ts'
import type { PublishedIntensity } from '../sources/definition/content.ts'
import type { Query } from '../sources/definition/source.ts'

type StoreDeps = { sql: Sql; archive: PayloadArchive; partitions: Partitions; clock: Clock }

/** The answer that holds them: `source` names it in the archive. */
type IntensityPayload = { publisher: PublisherId; source: string; query: Query; packed: PackedPayload }

/** An intensity beyond this is no reading, gCO2eq/kWh: burning nothing but coal gives half of it. */
const maxGCo2PerKwh = 2_000

/**
 * Adds a version of each published intensity that differs from the newest known one, with its payload in the archive. The same answer a second time
 * writes nothing.
 *
 * @returns how many versions were added
 * @throws UpstreamError `transient` when object storage did not take the answer: nothing is stored
 */
export async function storePublishedIntensities(
  { sql, archive, partitions, clock }: StoreDeps,
  payload: IntensityPayload,
  intensities: readonly PublishedIntensity[],
): Promise<number> {
  const rows = intensities.filter(({ gCo2PerKwh }) => gCo2PerKwh >= 0 && gCo2PerKwh <= maxGCo2PerKwh)
  if (rows.length === 0) return 0
  const { publisher, source, query, packed } = payload
  const question = { source, asked: new URLSearchParams(query).toString() }
  const placed = await archive.place(question, packed)
  const knownFrom = clock.now()
  await partitions.ensure('raw_payloads', [knownFrom])
  return sql.begin(async (tx) => {
    const payloadId = await archivePayload(tx, question, placed, knownFrom)
    const { count } = await tx`
      insert into published_intensities (boundary, slot_start, slot_end, g_co2_per_kwh, mix_mw, publisher, known_from, payload_id)
      select incoming.boundary, incoming.slot_start, incoming.slot_end, incoming.g_co2_per_kwh, incoming.mix_mw::jsonb,
        ${publisher}, ${knownFrom}, ${payloadId}
      from unnest(
        ${rows.map(({ boundary }) => boundary)}::text[],
        ${toTimestamps(rows.map(({ slotStart }) => slotStart))}::timestamptz[],
        ${toTimestamps(rows.map(({ slotEnd }) => slotEnd))}::timestamptz[],
        ${rows.map(({ gCo2PerKwh }) => gCo2PerKwh)}::double precision[],
        ${rows.map(({ mixMw }) => (mixMw === null ? null : JSON.stringify(mixMw)))}::text[]
      ) as incoming (boundary, slot_start, slot_end, g_co2_per_kwh, mix_mw)
      left join lateral (
        select stored.slot_end, stored.g_co2_per_kwh, stored.mix_mw from published_intensities stored
        where stored.boundary = incoming.boundary and stored.slot_start = incoming.slot_start
          and stored.publisher = ${publisher} and stored.known_from <= ${knownFrom}
        order by stored.known_from desc limit 1
      ) newest on true
      where (newest.slot_end, newest.g_co2_per_kwh, newest.mix_mw)
        is distinct from (incoming.slot_end, incoming.g_co2_per_kwh, incoming.mix_mw::jsonb)
      on conflict do nothing`
    return count
  })
}
