import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { oldestCapacityYear } from '@hexawatt/shared/methodology/score/available-capacity'
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
import { readSlotValues, type SlotSpan, type StoredValue } from './slot-value-store.ts'

/** Everything that a score rests on as it was known at one instant. */
export type ScoreKnowledge = {
  rows: ScoreRows
  /** Where the rows of each feed came from. */
  originsByFeed: Readonly<Partial<Record<FeedId, readonly RowOrigin[]>>>
}

/** What the score needs beside the rows of the carbon intensity, by feed. */
type OwnRows = Readonly<Record<OwnFeed, StoredValue[]>> & { generation_unavailabilities: StoredDocument[] }

/** Feeds of values that the score reads by itself. */
export type OwnFeed =
  | 'power_exchanges'
  | 'grid_signals'
  | 'imbalance'
  | 'consumption'
  | 'consumption_weekly'
  | 'generation_forecast'
  | 'installed_capacities'

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
  const spans = ownSpans(now)
  const read = (feed: OwnFeed) => readSlotValues(sql, { feed, ...spans[feed] }, now)
  const [prices, signals, imbalance, consumption, weekly, forecasts, capacities, outages] = await Promise.all([
    read('power_exchanges'),
    read('grid_signals'),
    read('imbalance'),
    read('consumption'),
    read('consumption_weekly'),
    read('generation_forecast'),
    read('installed_capacities'),
    readDocuments(sql, { feed: 'generation_unavailabilities', ...outageSpan(now) }, now),
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

/** Series that the score reads of a feed; every one where none are named. */
export const ownSeries: Readonly<Partial<Record<OwnFeed, readonly string[]>>> = {
  power_exchanges: ['PRICE'],
  grid_signals: ['HOUR'],
  imbalance: ['TREND', 'NEGATIVE_PRICE'],
  consumption: ['ID', 'D-1', 'D-2'],
  consumption_weekly: ['WEEKLY'],
}

/** Which slots of each feed a score at `now` reads. */
export function ownSpans(now: Temporal.Instant): Readonly<Record<OwnFeed, Omit<SlotSpan, 'feed'>>> {
  const thisHour = hourStart(now)
  const end = forecastEnd(thisHour)
  const publishedEnd = addParisDays(now, publishedParisDays)
  const of = (feed: OwnFeed, from: Temporal.Instant, to: Temporal.Instant): Omit<SlotSpan, 'feed'> => {
    const series = ownSeries[feed]
    return { from, to, ...(series === undefined ? {} : { series }) }
  }
  return {
    power_exchanges: of('power_exchanges', addParisDays(now, -priceDaysBack), publishedEnd),
    grid_signals: of('grid_signals', addParisDays(now, 0), publishedEnd),
    imbalance: of('imbalance', now.subtract({ hours: imbalanceHoursBack }), now),
    consumption: of('consumption', thisHour, end),
    consumption_weekly: of('consumption_weekly', thisHour, end),
    generation_forecast: of('generation_forecast', thisHour.subtract({ hours: 24 * forecastDaysBack }), end),
    installed_capacities: of(
      'installed_capacities',
      parisYearStart(oldestCapacityYear(now)),
      parisYearStart(parisYear(end) + 1),
    ),
  }
}

/** Validity of the outages that a score at `now` reads. */
export function outageSpan(now: Temporal.Instant): { from: Temporal.Instant; to: Temporal.Instant } {
  const thisHour = hourStart(now)
  return { from: thisHour.subtract({ hours: 1 }), to: forecastEnd(thisHour) }
}

const forecastEnd = (thisHour: Temporal.Instant): Temporal.Instant => thisHour.add({ hours: 1 + snapshotForecastHours })

/** Paris midnight that begins a calendar year. */
export function parisYearStart(year: number): Temporal.Instant {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(parisTimeZone).toInstant()
}

/** Calendar year in Paris. */
export function parisYear(instant: Temporal.Instant): number {
  return instant.toZonedDateTimeISO(parisTimeZone).year
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
