import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { assessCarbon, type CarbonAssessment } from '@hexawatt/shared/methodology/carbon-assessment'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { carbonSpan, isLate } from '../compute/carbon-rows.ts'
import type { InputOrigin } from '../compute/input-record.ts'
import { type OwnFeed, outageSpan, ownSpans } from '../compute/score-rows.ts'
import type { FeedLedger } from './feed-ledger.ts'
import type { HistoricValue } from './feed-part.ts'
import type { HistoricMessage, OutageLedger } from './outage-ledger.ts'
import type { ReferenceLedger, References } from './reference-ledger.ts'
import type { Span } from './span.ts'

export type Ledgers = { feeds: FeedLedger; outages: OutageLedger; references: ReferenceLedger }

/** Everything a point rests on as it counts as known at its mark. */
export type KnownRows = {
  rows: ScoreRows
  originsByFeed: Readonly<Partial<Record<FeedId, readonly InputOrigin[]>>>
  factorSetId: string | null
}

type CarbonPart = { assessment: CarbonAssessment | null; mix: readonly HistoricValue[] }
const noValues: readonly HistoricValue[] = []

/** Makes a function that gathers what counts as known at a mark of the loaded span, by the same windows as the live computation reads. */
export function createKnownRows(ledgers: Ledgers): (at: Temporal.Instant) => KnownRows {
  const { feeds, outages, references } = ledgers
  const carbonAt = createCarbonPart(feeds)
  return function knownRows(at) {
    const markMs = at.epochMilliseconds
    const spans = ownSpans(at)
    const own = (feed: OwnFeed) => feeds.known(feed, spanOf(spans[feed]), markMs)
    const inForce = references.at(at)
    const generation = feeds.known('generation_by_type', spanOf(carbonSpan(at)), markMs)
    const flows = feeds.known('physical_flows', spanOf(carbonSpan(at)), markMs)
    const carbon = carbonAt({ generation, flows }, inForce, at)
    const messages = outages.known(spanOf(outageSpan(at)), markMs)
    const rows: ScoreRows = {
      carbon: carbon.assessment,
      generationByType: generation,
      powerExchanges: own('power_exchanges'),
      gridSignals: own('grid_signals'),
      imbalance: own('imbalance'),
      consumption: own('consumption'),
      consumptionWeekly: own('consumption_weekly'),
      generationForecast: own('generation_forecast'),
      installedCapacities: own('installed_capacities'),
      unavailabilities: messages,
      factorSet: inForce.factorSet,
      hasCountryIntensities: inForce.countryIntensities.length > 0,
      received: receivedAt(feeds, messages, at),
    }
    return {
      rows,
      factorSetId: inForce.factorSet?.id ?? null,
      originsByFeed: {
        generation_by_type: generation,
        generation_mix_15min: carbon.mix,
        physical_flows: flows,
        power_exchanges: own('power_exchanges'),
        grid_signals: own('grid_signals'),
        imbalance: own('imbalance'),
        consumption: own('consumption'),
        consumption_weekly: own('consumption_weekly'),
        generation_forecast: own('generation_forecast'),
        installed_capacities: own('installed_capacities'),
        generation_unavailabilities: messages,
      },
    }
  }
}

/** The assessment, worked out once for as long as its rows are the same: the mix is read only when the hourly feed is behind. */
function createCarbonPart(feeds: FeedLedger) {
  const parts = [reuseLast(assessed), reuseLast(assessed)] as const
  return (
    { generation, flows }: { generation: readonly HistoricValue[]; flows: readonly HistoricValue[] },
    inForce: References,
    at: Temporal.Instant,
  ): CarbonPart => {
    const [withoutMix, withMix] = parts
    const dayEndMs = addParisDays(at, 1).epochMilliseconds
    const hourly = withoutMix(generation, noValues, flows, inForce, dayEndMs)
    if (hourly !== null && !isLate(hourly, at)) return { assessment: hourly, mix: noValues }
    const mix = feeds.known('generation_mix_15min', spanOf(carbonSpan(at)), at.epochMilliseconds)
    return { assessment: withMix(generation, mix, flows, inForce, dayEndMs), mix }
  }
}

/**
 * The rows hold no slot that ends after the mark, and the mix is there only when the hourly feed is behind: whatever the mark, the assessment
 * is that of the last moment of its Paris day (which day it is tells which factors have run out).
 */
function assessed(
  generationByType: readonly HistoricValue[],
  generationMix15min: readonly HistoricValue[],
  physicalFlows: readonly HistoricValue[],
  { factorSet, countryIntensities }: References,
  dayEndMs: number,
): CarbonAssessment | null {
  if (factorSet === null) return null
  const lastMoment = Temporal.Instant.fromEpochMilliseconds(dayEndMs - 1)
  return assessCarbon(
    { generationByType, generationMix15min, physicalFlows, factorSet, countryIntensities },
    lastMoment,
  )
}

/**
 * What had been received of each feed: its newest known slot. When a feed without a calendar had been asked last is not kept; with anything
 * known of it, it counts as asked just then.
 */
function receivedAt(
  feeds: FeedLedger,
  messages: readonly HistoricMessage[],
  at: Temporal.Instant,
): Record<FeedId, Received> {
  const received = (feed: FeedId): Received => {
    if (feed === 'generation_unavailabilities')
      return { newestSlotEnd: null, lastSuccess: messages.length > 0 ? at : null }
    const newest = feeds.newest(feed, at.epochMilliseconds)
    if (newest === null) return { newestSlotEnd: null, lastSuccess: null }
    return { newestSlotEnd: Temporal.Instant.fromEpochMilliseconds(newest.endMs), lastSuccess: at }
  }
  return Object.fromEntries(feedIds.map((feed) => [feed, received(feed)])) as Record<FeedId, Received>
}

function spanOf({ from, to }: { from: Temporal.Instant; to: Temporal.Instant }): Span {
  return { startMs: from.epochMilliseconds, endMs: to.epochMilliseconds }
}
