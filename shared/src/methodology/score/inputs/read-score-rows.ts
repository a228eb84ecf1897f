import { computeEachTime, type Reuse } from '../../../bounds/reuse.ts'
import type { Received } from '../../../grid/feed-calendar.ts'
import type { FeedId } from '../../../grid/feeds.ts'
import { addParisDays } from '../../../time/paris.ts'
import { addExchanges, assessCarbon, type CarbonAssessment, hourlyFeedMaxLagMs } from '../../carbon-assessment.ts'
import type { FactorSet } from '../../emission-factors.ts'
import type { SlotValue } from '../../hourly-means.ts'
import type { CountryIntensity } from '../../intensity.ts'
import { computedForecastHours } from '../sub-scores/score-inputs.ts'
import type { ScoreRows } from './assemble-inputs.ts'
import {
  findScoreSpan,
  type ScoreDocumentFeed,
  type ScoreFeed,
  type ScoreSpan,
  type ScoreValueFeed,
  scoreFeeds,
  scoreInputs,
  type TimeSpan,
} from './scored-feeds.ts'

/** The references in force at an instant; a point refers to its factors by id. */
export type References = {
  factorSet: (FactorSet & { id: string }) | null
  countryIntensities: readonly CountryIntensity[]
}

type Message = ScoreRows['unavailabilities'][number]

/**
 * Reads the data known at one instant. Rows are ordered by slot, then series; documents by validity. Each slot and document has only the version
 * known at that instant; no slot ends after its span.
 */
export type ScoreSource<Value extends SlotValue, Document extends Message> = {
  values(feed: ScoreValueFeed, span: ScoreSpan): Promise<readonly Value[]>
  documents(feed: ScoreDocumentFeed, span: TimeSpan): Promise<readonly Document[]>
  references(): Promise<References>
  /** When and how far each feed had been received. */
  received(): Promise<Readonly<Record<FeedId, Received>>>
}

/** A source without commercial exchanges: earlier program versions did not read them, so their points are computed again without them. */
export function ignoreExchanges<Value extends SlotValue, Document extends Message>(
  source: ScoreSource<Value, Document>,
): ScoreSource<Value, Document> {
  return {
    ...source,
    values: async (feed, span) => (feed === 'exchange_schedules' ? noValues : source.values(feed, span)),
  }
}

/**
 * A source that reads no slot beyond the hours that are computed without weather: programs that computed points of version 1 of the score read no
 * further, and the points record how many rows they read.
 */
export function endWithoutWeather<Value extends SlotValue, Document extends Message>(
  source: ScoreSource<Value, Document>,
  at: Temporal.Instant,
): ScoreSource<Value, Document> {
  return {
    ...source,
    values: (feed) => source.values(feed, findScoreSpan(feed, at, computedForecastHours)),
    documents: (feed) => source.documents(feed, findScoreSpan(feed, at, computedForecastHours)),
  }
}

/** Rows behind the carbon intensity as known at one instant, and the assessment. */
export type CarbonRows<Value extends SlotValue> = References & {
  generationByType: readonly Value[]
  /** Empty while the hourly feed is not behind. */
  generationMix15min: readonly Value[]
  physicalFlows: readonly Value[]
  /** Empty while the flows of the assessed hour are known. */
  exchangeSchedules: readonly Value[]
  /** Null when no hour is complete, or without factors. */
  assessment: CarbonAssessment | null
}

/** All rows behind a score, as known at one instant. */
export type AsOfRows<Row> = {
  rows: ScoreRows
  /** The same rows by feed, as the source gave them. */
  originsByFeed: Readonly<Record<ScoreFeed, readonly Row[]>>
  factorSetId: string | null
}

const documentFeed = 'generation_unavailabilities'
const carbonFeeds = ['generation_by_type', 'physical_flows', 'generation_mix_15min', 'exchange_schedules'] as const
type CarbonFeed = (typeof carbonFeeds)[number]
/** Feeds of values that the score reads in addition to those of the carbon assessment. */
const ownFeeds = scoreFeeds.filter((feed) => feed !== documentFeed && !isCarbonFeed(feed)) as OwnFeed[]
type OwnFeed = Exclude<ScoreValueFeed, CarbonFeed>
type OwnRows<Row> = Record<(typeof scoreInputs)[OwnFeed]['rows'], readonly Row[]>

const noValues: readonly never[] = []

/**
 * Makes the reader of a score's rows, which every way to a score uses. The carbon assessment goes through `reuse`: identical arrays are not
 * assessed again.
 */
export function createScoreReader(reuse: Reuse) {
  const assessments = { withoutMix: reuse(assessDay), withMix: reuse(assessDay) }
  const estimated = reuse(assessDayWithExchanges)

  /** Reads the last seven days and assesses the newest complete hour: once for the intensity and the score. */
  async function readCarbonRows<Value extends SlotValue, Document extends Message>(
    source: ScoreSource<Value, Document>,
    at: Temporal.Instant,
  ): Promise<CarbonRows<Value>> {
    const read = (feed: CarbonFeed) => source.values(feed, findScoreSpan(feed, at))
    const [generationByType, physicalFlows, references] = await Promise.all([
      read('generation_by_type'),
      read('physical_flows'),
      source.references(),
    ])
    const dayEndMs = addParisDays(at, 1).epochMilliseconds
    const assess = (how: keyof typeof assessments, mix: readonly Value[]) =>
      assessments[how](generationByType, mix, physicalFlows, references, dayEndMs)

    const withoutMix = assess('withoutMix', noValues)
    const isMixNeeded = withoutMix === null || isLate(withoutMix, at)
    const generationMix15min = isMixNeeded ? await read('generation_mix_15min') : noValues
    const assessment = isMixNeeded ? assess('withMix', generationMix15min) : withoutMix

    const rows = { ...references, generationByType, physicalFlows, generationMix15min }
    if (assessment === null || assessment.missingBorders.length === 0) {
      return { ...rows, exchangeSchedules: noValues, assessment }
    }
    const exchangeSchedules = await read('exchange_schedules')
    return {
      ...rows,
      exchangeSchedules,
      assessment: estimated(assessment, physicalFlows, exchangeSchedules, references),
    }
  }

  /**
   * Reads all rows behind a score at `at`.
   *
   * @param carbon rows of the same source and instant, when they are read already
   */
  async function readScoreRows<Value extends SlotValue, Document extends Message>(
    source: ScoreSource<Value, Document>,
    at: Temporal.Instant,
    carbon: Promise<CarbonRows<Value>> = readCarbonRows(source, at),
  ): Promise<AsOfRows<Value | Document>> {
    const parts = await Promise.all([
      carbon,
      Promise.all(ownFeeds.map((feed) => source.values(feed, findScoreSpan(feed, at)))),
      source.documents(documentFeed, findScoreSpan(documentFeed, at)),
      source.received(),
    ])
    return joinRows(parts)
  }

  return { readCarbonRows, readScoreRows }
}

/** The reader for a single instant. */
export const { readCarbonRows, readScoreRows } = createScoreReader(computeEachTime)

type ReadParts<Value extends SlotValue, Document> = [
  carbon: CarbonRows<Value>,
  ownValues: (readonly Value[])[],
  documents: readonly Document[],
  received: Readonly<Record<FeedId, Received>>,
]

function joinRows<Value extends SlotValue, Document extends Message>([
  carbon,
  ownValues,
  documents,
  received,
]: ReadParts<Value, Document>): AsOfRows<Value | Document> {
  const { generationByType, generationMix15min, physicalFlows, exchangeSchedules, factorSet } = carbon
  const ownByFeed = Object.fromEntries(ownFeeds.map((feed, index) => [feed, ownValues[index]]))
  const ownByName = Object.fromEntries(ownFeeds.map((feed, index) => [scoreInputs[feed].rows, ownValues[index]]))
  return {
    rows: {
      ...(ownByName as OwnRows<Value>),
      carbon: carbon.assessment,
      generationByType,
      unavailabilities: documents,
      factorSet,
      hasCountryIntensities: carbon.countryIntensities.length > 0,
      received,
    },
    originsByFeed: {
      ...(ownByFeed as Record<OwnFeed, readonly Value[]>),
      generation_by_type: generationByType,
      generation_mix_15min: generationMix15min,
      physical_flows: physicalFlows,
      exchange_schedules: exchangeSchedules,
      [documentFeed]: documents,
    },
    factorSetId: factorSet?.id ?? null,
  }
}

function isCarbonFeed(feed: ScoreFeed): feed is CarbonFeed {
  return (carbonFeeds as readonly ScoreFeed[]).includes(feed)
}

/**
 * The rows hold no slot that ends after their instant, and the mix only when the hourly feed is late: so the assessment equals that at the last
 * moment of the Paris day, and is reused within the day (the day decides which factors have expired).
 */
function assessDay(
  generationByType: readonly SlotValue[],
  generationMix15min: readonly SlotValue[],
  physicalFlows: readonly SlotValue[],
  { factorSet, countryIntensities }: References,
  dayEndMs: number,
): CarbonAssessment | null {
  if (factorSet === null) return null
  const lastMoment = Temporal.Instant.fromEpochMilliseconds(dayEndMs - 1)
  return assessCarbon(
    { generationByType, generationMix15min, physicalFlows, exchangeSchedules: noValues, factorSet, countryIntensities },
    lastMoment,
  )
}

/** The same assessment where no exchange is known. */
function assessDayWithExchanges(
  assessment: CarbonAssessment,
  physicalFlows: readonly SlotValue[],
  exchangeSchedules: readonly SlotValue[],
  { countryIntensities }: References,
): CarbonAssessment {
  if (exchangeSchedules.length === 0) return assessment
  return addExchanges(assessment, { physicalFlows, exchangeSchedules, countryIntensities })
}

/** Whether the hourly feed is so late that the quarter-hourly mix may replace it. */
function isLate(assessment: CarbonAssessment, at: Temporal.Instant): boolean {
  const slotEndMs = Temporal.Instant.from(assessment.slotEnd).epochMilliseconds
  return at.epochMilliseconds - slotEndMs > hourlyFeedMaxLagMs
}
