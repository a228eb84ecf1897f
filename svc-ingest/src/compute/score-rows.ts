import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { OutageMessage } from '@hexawatt/shared/methodology/score/outages'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { snapshotForecastHours } from '@hexawatt/shared/snapshot/score-snapshot'
import { hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays, parisTimeZone } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { readReceived } from '../pipeline/source-status-store.ts'
import type { CarbonRows } from './carbon-rows.ts'
import { readDocuments, type StoredDocument } from './document-version-store.ts'
import type { RowOrigin } from './row-origin.ts'
import { readSlotValues, type StoredValue } from './slot-value-store.ts'

/** Everything that a score rests on as it was known at one instant. */
export type ScoreKnowledge = {
  rows: ScoreRows
  /** Where the rows of each feed came from. */
  originsByFeed: Readonly<Partial<Record<FeedId, readonly RowOrigin[]>>>
}

/** What the score needs beside the rows of the carbon intensity, by feed. */
type OwnRows = Readonly<
  Record<
    | 'power_exchanges'
    | 'grid_signals'
    | 'imbalance'
    | 'consumption'
    | 'consumption_weekly'
    | 'generation_forecast'
    | 'installed_capacities',
    StoredValue[]
  >
> & { generation_unavailabilities: StoredDocument[] }

/** Paris days before today whose prices the estimate rests on. */
const priceDaysBack = 13
/** Beyond the last published forecast of wind and sun the same hour of an earlier day stands in, at most so many back. */
const forecastDaysBack = 7
/** The newest quarter-hour of the balancing market whose price is known is looked for so far back. */
const imbalanceHoursBack = 6
/** Signals and prices are published up to the end of D+3. */
const publishedParisDays = 4

/**
 * Reads what the score rests on.
 *
 * @param carbon rows of the same instant
 */
export async function readScoreKnowledge(
  sql: Sql,
  carbon: Promise<CarbonRows>,
  now: Temporal.Instant,
): Promise<ScoreKnowledge> {
  const [carbonRows, own, received] = await Promise.all([carbon, readOwnRows(sql, now), readReceived(sql, now)])
  return {
    rows: scoreRows(carbonRows, own, received),
    originsByFeed: {
      ...own,
      generation_by_type: carbonRows.generationByType,
      generation_mix_15min: carbonRows.generationMix15min,
      physical_flows: carbonRows.physicalFlows,
    },
  }
}

async function readOwnRows(sql: Sql, now: Temporal.Instant): Promise<OwnRows> {
  const thisHour = hourStart(now)
  const end = thisHour.add({ hours: 1 + snapshotForecastHours })
  const publishedEnd = addParisDays(now, publishedParisDays)
  const read = (feed: FeedId, from: Temporal.Instant, to: Temporal.Instant, ...series: string[]) =>
    readSlotValues(sql, { feed, from, to, ...(series.length > 0 ? { series } : {}) }, now)
  const [prices, signals, imbalance, consumption, weekly, forecasts, capacities, outages] = await Promise.all([
    read('power_exchanges', addParisDays(now, -priceDaysBack), publishedEnd, 'PRICE'),
    read('grid_signals', addParisDays(now, 0), publishedEnd, 'HOUR'),
    read('imbalance', now.subtract({ hours: imbalanceHoursBack }), now, 'TREND', 'NEGATIVE_PRICE'),
    read('consumption', thisHour, end, 'ID', 'D-1', 'D-2'),
    read('consumption_weekly', thisHour, end, 'WEEKLY'),
    read('generation_forecast', thisHour.subtract({ hours: 24 * forecastDaysBack }), end),
    read('installed_capacities', parisYearStart(now, 0), parisYearStart(end, 1)),
    readDocuments(sql, { feed: 'generation_unavailabilities', from: thisHour.subtract({ hours: 1 }), to: end }, now),
  ])
  return {
    power_exchanges: prices,
    grid_signals: signals,
    imbalance,
    consumption,
    consumption_weekly: weekly,
    generation_forecast: forecasts,
    installed_capacities: capacities,
    generation_unavailabilities: outages,
  }
}

/** Paris midnight that begins the calendar year `years` after that of `instant`. */
function parisYearStart(instant: Temporal.Instant, years: number): Temporal.Instant {
  const { year } = instant.toZonedDateTimeISO(parisTimeZone)
  return Temporal.PlainDate.from({ year: year + years, month: 1, day: 1 })
    .toZonedDateTime(parisTimeZone)
    .toInstant()
}

function scoreRows(carbon: CarbonRows, own: OwnRows, received: Record<FeedId, Received>): ScoreRows {
  return {
    carbon: carbon.assessment,
    generationByType: carbon.generationByType,
    powerExchanges: own.power_exchanges,
    gridSignals: own.grid_signals,
    imbalance: own.imbalance,
    consumption: own.consumption,
    consumptionWeekly: own.consumption_weekly,
    generationForecast: own.generation_forecast,
    installedCapacities: own.installed_capacities,
    unavailabilities: own.generation_unavailabilities.map(({ key, body }) => ({
      key,
      message: v.parse(OutageMessage, body),
    })),
    factorSet: carbon.factorSet,
    hasCountryIntensities: carbon.countryIntensities.length > 0,
    received,
  }
}
