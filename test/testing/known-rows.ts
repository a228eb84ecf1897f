import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { assessCarbon } from '@hexawatt/shared/methodology/carbon-assessment'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { OutageMessage } from '@hexawatt/shared/methodology/score/sub-scores/available-capacity'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readCountryIntensities, readFactorSet } from '@hexawatt/shared/stored-rows/references-store'
import * as v from 'valibot'

type ValueRow = SlotValue & { feed: FeedId; knownFrom: Temporal.Instant }
type StatusRow = Received & { source: string }
type DocumentRow = { key: string; body: string; knownFrom: Temporal.Instant }

/**
 * A second computation of the values known at an instant: every row of the database is read, and the newest row is chosen here, without
 * the windows and queries of the product. Every source must have been fetched, once, at one instant.
 */
export async function everythingKnownAt(sql: Sql, now: Temporal.Instant): Promise<ScoreRows> {
  const values = newestOf(
    await sql<ValueRow[]>`select feed, series, slot_start, slot_end, value, known_from from feed_values`,
    ({ feed, series, slotStart }) => `${feed} ${series} ${slotStart}`,
    now,
  )
  const messages = newestOf(
    await sql<DocumentRow[]>`
      select key, body::text as body, known_from from feed_documents where feed = 'generation_unavailabilities'`,
    ({ key }) => key,
    now,
  )
  const statuses = await sql<StatusRow[]>`
    select source, last_success_at as last_success, newest_slot_end, publisher from source_status`
  const of = (feed: FeedId, ...series: string[]) =>
    values.filter((value) => value.feed === feed && (series.length === 0 || series.includes(value.series)))
  const weekAgo = now.subtract({ hours: 168 })
  const ofLastWeek = (feed: FeedId) =>
    of(feed).filter(
      ({ slotStart, slotEnd }) =>
        Temporal.Instant.compare(slotStart, weekAgo) >= 0 && Temporal.Instant.compare(slotEnd, now) <= 0,
    )
  const factorSet = await readFactorSet(sql, now)
  const countryIntensities = await readCountryIntensities(sql, now)
  const generation = {
    generationByType: ofLastWeek('generation_by_type'),
    generationMix15min: ofLastWeek('generation_mix_15min'),
    physicalFlows: ofLastWeek('physical_flows'),
    exchangeSchedules: ofLastWeek('exchange_schedules'),
  }
  return {
    carbon: factorSet && assessCarbon({ ...generation, factorSet, countryIntensities }, now),
    generationByType: generation.generationByType,
    powerExchanges: of('power_exchanges', 'PRICE'),
    gridSignals: of('grid_signals', 'HOUR'),
    imbalance: of('imbalance'),
    consumption: of('consumption'),
    consumptionWeekly: of('consumption_weekly'),
    generationForecast: of('generation_forecast'),
    installedCapacities: of('installed_capacities'),
    unavailabilities: messages.map(({ key, body }) => ({
      key,
      message: v.parse(v.pipe(v.string(), v.parseJson(), OutageMessage), body),
    })),
    factorSet,
    hasCountryIntensities: countryIntensities.length > 0,
    received: recordFromEntries(feedIds, (feed) => receivedOf(statuses, feed)),
  }
}

function receivedOf(rows: readonly StatusRow[], feed: FeedId): Received {
  const row = rows.find(({ source }) => source === feed)
  if (row === undefined) throw new Error(`${feed} was never fetched`)
  return row
}

/** The newest known row of one key at `now`. */
function newestOf<Row extends { knownFrom: Temporal.Instant }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  now: Temporal.Instant,
): Row[] {
  const newest = new Map<string, Row>()
  for (const row of rows) {
    const kept = newest.get(keyOf(row))
    const isKnown = Temporal.Instant.compare(row.knownFrom, now) <= 0
    const isNewer = kept === undefined || Temporal.Instant.compare(row.knownFrom, kept.knownFrom) > 0
    if (isKnown && isNewer) newest.set(keyOf(row), row)
  }
  return [...newest.values()]
}
