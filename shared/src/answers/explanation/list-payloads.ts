import type { ExplainedScore } from '../../contract/explanation/explained-score.ts'
import type { CarbonExplainResponse } from '../../contract/explanation/explanation.ts'
import { type FeedId, feedIds } from '../../grid/feeds.ts'
import { consumptionSeries } from '../../methodology/score/inputs/assemble-inputs.ts'
import { isScoreFeed, type ScoreFeed } from '../../methodology/score/inputs/scored-feeds.ts'
import { listOutages } from '../../methodology/score/sub-scores/available-capacity.ts'
import { forecastTypes, scoredForecastLeads } from '../../methodology/score/sub-scores/score-inputs.ts'
import type { PointComputation } from '../../stored-points/recompute-point.ts'
import type { StoredOutage } from '../../stored-rows/as-of-source.ts'
import type { StoredValue } from '../../stored-rows/stored-rows-store.ts'
import { hourMs, isoSeconds } from '../../time/instant.ts'
import { toParisHourOfDay } from '../../time/paris-clock.ts'

type Payload = CarbonExplainResponse['payloads'][number]
type Explained = { carbon: CarbonExplainResponse['carbon']; score: ExplainedScore }

/** The payloads of the rows behind the shown inputs, each once, by feed and number. */
export function listPayloads({ scoreRows }: PointComputation, explained: Explained): Payload[] {
  const select = createSelectors(explained, scoreRows.originsByFeed.consumption.filter(isValue))
  return feedIds.filter(isScoreFeed).flatMap((feed) => {
    const rows = scoreRows.originsByFeed[feed]
    const shown =
      feed === 'generation_unavailabilities'
        ? select.outages(rows.filter(isOutage))
        : select[feed](rows.filter(isValue))
    return [...Map.groupBy<string, StoredValue | StoredOutage>(shown, ({ payloadId }) => payloadId).values()]
      .map((ofPayload) => toPayload(feed, ofPayload))
      .sort((one, other) => one.payloadId - other.payloadId)
  })
}

const isOutage = (row: StoredValue | StoredOutage): row is StoredOutage => 'message' in row
const isValue = (row: StoredValue | StoredOutage): row is StoredValue => 'series' in row

function toPayload(feed: FeedId, rows: readonly (StoredValue | StoredOutage)[]): Payload {
  const [first] = rows
  if (first === undefined) throw new Error('a payload without rows')
  const newestMs = Math.max(...rows.map(({ knownFrom }) => knownFrom.epochMilliseconds))
  return {
    feed,
    payloadId: Number(first.payloadId),
    publisher: first.publisher,
    knownFrom: isoSeconds(Temporal.Instant.fromEpochMilliseconds(newestMs)),
  }
}

type Select<Row> = (rows: readonly Row[]) => readonly Row[]
type Selectors = Record<Exclude<ScoreFeed, 'generation_unavailabilities'>, Select<StoredValue>> & {
  outages: Select<StoredOutage>
}

const none = () => []

/** Of each feed the rows from which the shown inputs were computed. @param consumption all rows of the feed of that name */
function createSelectors({ carbon, score }: Explained, consumptionRows: readonly StoredValue[]): Selectors {
  const hourStartMs = Date.parse(score.hourStart)
  const ofHour = selectHour(hourStartMs)
  const ofSlot = carbon === null ? none : selectHour(Date.parse(carbon.slotStart))
  const { consumption = null } = carbon ?? {}
  const ofShares = (rows: readonly StoredValue[]) =>
    (consumption?.jointExchanges ?? []).flatMap(({ shareHour }) => selectHour(Date.parse(shareHour))(rows))
  const isCarbonEstimated = score.carbon.basis === 'same_hour_mean'
  const isPriceEstimated = score.price.basis !== 'day_ahead' && score.price.basis !== 'median'
  const { adequacy, grid } = score
  const ofConsumption = selectPreferred(hourStartMs, consumptionSeries)
  return {
    generation_by_type: (rows) => [
      ...(carbon?.feed === 'generation_by_type' ? ofSlot(rows) : []),
      ...(isCarbonEstimated ? rows.filter(({ slotStart }) => isSameHourOfDay(slotStart, hourStartMs)) : []),
    ],
    generation_mix_15min: carbon?.feed === 'generation_mix_15min' ? ofSlot : none,
    physical_flows: consumption?.basis === 'physical_flows' ? ofSlot : ofShares,
    exchange_schedules: consumption?.isEstimate === true ? ofSlot : none,
    power_exchanges: isPriceEstimated ? (rows) => rows : ofHour,
    grid_signals: grid.signal === null ? none : ofHour,
    imbalance: (grid.signal?.imbalance ?? null) === null ? none : selectNewestQuarter,
    consumption: ofConsumption,
    consumption_weekly: ofConsumption(consumptionRows).length > 0 ? none : ofHour,
    generation_forecast: adequacy.windAndSolarMW === null ? none : selectForecasts(hourStartMs),
    installed_capacities: adequacy.margin === null ? none : selectNewestYear(hourStartMs),
    outages: adequacy.margin === null ? none : selectUnderWay(hourStartMs),
  }
}

type Slot = Pick<StoredValue, 'slotStart' | 'slotEnd'>

const selectHour =
  (startMs: number) =>
  <Row extends Slot>(rows: readonly Row[]): Row[] =>
    rows.filter(
      ({ slotStart, slotEnd }) => slotStart.epochMilliseconds < startMs + hourMs && slotEnd.epochMilliseconds > startMs,
    )

function isSameHourOfDay({ epochMilliseconds }: Temporal.Instant, startMs: number): boolean {
  return toParisHourOfDay(epochMilliseconds) === toParisHourOfDay(startMs)
}

/** The rows of the hour of the first of these series that has some. */
const selectPreferred =
  (startMs: number, series: readonly string[]): Select<StoredValue> =>
  (rows) => {
    const bySeries = Map.groupBy(selectHour(startMs)(rows), (row) => row.series)
    return series.map((name) => bySeries.get(name)).find((ofSeries) => ofSeries !== undefined) ?? []
  }

/** The newest forecasts of the hour; without any, those of the same hour of the last day that has them. */
const selectForecasts =
  (startMs: number): Select<StoredValue> =>
  (rows) => {
    const ofHour = forecastTypes.flatMap((type) =>
      selectPreferred(
        startMs,
        scoredForecastLeads.map((lead) => `${lead}/${type}`),
      )(rows),
    )
    if (ofHour.length > 0) return ofHour
    const earlier = rows.filter(
      ({ slotStart }) => slotStart.epochMilliseconds < startMs && isSameHourOfDay(slotStart, startMs),
    )
    const newestMs = Math.max(...earlier.map(({ slotStart }) => slotStart.epochMilliseconds))
    return selectHour(Math.floor(newestMs / hourMs) * hourMs)(earlier)
  }

/** The newest quarter-hour of the balancing market with trend and price. */
const selectNewestQuarter: Select<StoredValue> = (rows) => {
  const bySlot = Map.groupBy(rows, ({ slotEnd }) => slotEnd.epochMilliseconds)
  const [newest] = [...bySlot].filter(([, ofSlot]) => ofSlot.length > 1).sort(([one], [other]) => other - one)
  return newest?.[1] ?? []
}

/** The capacities of the newest year that has begun. */
const selectNewestYear =
  (startMs: number): Select<StoredValue> =>
  (rows) => {
    const begun = rows.filter(({ slotStart }) => slotStart.epochMilliseconds <= startMs)
    const newestMs = Math.max(...begun.map(({ slotStart }) => slotStart.epochMilliseconds))
    return begun.filter(({ slotStart }) => slotStart.epochMilliseconds === newestMs)
  }

/** The messages about outages in the hour. */
const selectUnderWay =
  (startMs: number): Select<StoredOutage> =>
  (messages) =>
    messages.filter(({ key, message }) =>
      listOutages(key, message).some((outage) => outage.startMs < startMs + hourMs && outage.endMs > startMs),
    )
