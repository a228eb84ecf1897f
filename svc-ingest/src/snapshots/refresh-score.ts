import { explainPoint } from '@hexawatt/shared/answers/explanation/explain-point'
import { round1, round2, round2OrNull } from '@hexawatt/shared/bounds/numbers'
import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import { type DataMode, isFallbackSource, weightedFeedIds } from '@hexawatt/shared/grid/feeds'
import { toGridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import { isReferenceSynchronised } from '@hexawatt/shared/methodology/availability'
import type { Band } from '@hexawatt/shared/methodology/forecast/bands'
import type { BandedValue, ForecastIssueHour } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { ScoredIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { readScoreRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { hasLateSource, toSourceAvailability } from '@hexawatt/shared/methodology/score/score-confidence'
import { type ScoredSlot, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { listWindAndSolarMw } from '@hexawatt/shared/methodology/score/sub-scores/projected-mix'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { describeSubScores, presentSubScores } from '@hexawatt/shared/methodology/score/texts/sub-score-texts'
import { explanationSnapshot } from '@hexawatt/shared/snapshot/explanation'
import {
  type ForecastHour,
  type ForecastSnapshot,
  forecastSnapshot,
  type ScoreSnapshot,
  scoreReasonsSnapshot,
  scoreSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { countMinutesBetween, hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { issueForecast } from '../forecast/issue-forecast.ts'
import type { LiveSource } from '../inputs/cached-rows-source.ts'
import { createStoredRowsSource, type StoredCarbonRows } from '../inputs/stored-rows-source.ts'
import { readReferenceAges } from '../pipeline/source-status-store.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Computes the live score and the forecast from the values known at `now` and writes their snapshots, also when little is known: the
 * confidence falls, and the service refuses a score that is too uncertain. A reference that was not synchronised for a month is shown as
 * not available; points record no availability of references.
 *
 * @param carbon rows of the same source and instant
 */
export async function refreshScore(
  deps: RefreshDeps,
  carbon: Promise<StoredCarbonRows>,
  now: Temporal.Instant,
  source: LiveSource = createStoredRowsSource(deps.sql, now),
): Promise<void> {
  const { sql, snapshots, mode } = deps
  const [scoreRows, carbonRows, referenceAges] = await Promise.all([
    readScoreRows(source, now, carbon),
    carbon,
    readReferenceAges(sql, now),
  ])
  const { rows } = scoreRows
  const assembled = assembleScoreInputs(rows, now)
  const { emission_factors: factors, country_intensities: intensities } = assembled.isReferenceKnown
  const isReferenceKnown = {
    emission_factors: factors && isReferenceSynchronised(referenceAges.emission_factors),
    country_intensities: intensities && isReferenceSynchronised(referenceAges.country_intensities),
  }
  const inputs = { ...assembled, isReferenceKnown }
  const slot = scoreNow(inputs, now)
  const hasFallback = weightedFeedIds.some((feed) => isFallbackSource(mode, rows.received[feed].publisher))
  const score = presentScore(slot, inputs, now, mode, hasFallback)
  const forecast = presentForecast(
    await issueForecast(deps, inputs, now),
    inputs,
    mode,
    listQuarterPrices(rows.powerExchanges),
    hasFallback,
  )
  const reasons = { computedAt: score.computedAt, english: describeSubScores(slot.subScores, 'en', mode) }
  await snapshots.write(scoreSnapshot, score, now)
  await snapshots.write(scoreReasonsSnapshot, reasons, now)
  await snapshots.write(forecastSnapshot, forecast, now)
  const explanation = explainPoint({ at: now, carbonRows, scoreRows, inputs, versions: {} }, 'snapshot')
  const { computedAt, hasLateSource } = score
  await snapshots.write(explanationSnapshot, { mode, computedAt, hasLateSource, explanation }, now)
}

/**
 * The live score for its snapshot: rounded, with its French sentences, before any weighting.
 *
 * @param hasFallback whether a fallback source gives a feed with a weight
 */
export function presentScore(
  slot: ScoredSlot,
  inputs: ScoreInputs,
  now: Temporal.Instant,
  mode: DataMode,
  hasFallback = false,
): ScoreSnapshot {
  const level = inputs.signalLevel.get(slot.startMs)
  return {
    mode,
    computedAt: isoSeconds(now),
    subScores: presentSubScores(slot.subScores, mode),
    knownDimensions: slot.known,
    confidence: slot.confidence,
    hasLateSource: hasFallback || hasLateSource(inputs.availabilityByFeed),
    sourceAvailability: toSourceAvailability(inputs.availabilityByFeed, inputs.isReferenceKnown),
    spotPriceEurPerMWh: round2OrNull(slot.spotPriceEurPerMwh),
    gridSignalStatus: level === undefined ? null : toGridSignalStatus(level),
  }
}

/**
 * A forecast for its snapshot, the hour in progress apart.
 *
 * @param prices auctioned prices of quarter-hours; without them, only the prices of the hours are served
 * @param hasFallback whether a fallback source gives a feed with a weight
 */
export function presentForecast(
  { issue, slots }: ScoredIssue,
  inputs: ScoreInputs,
  mode: DataMode,
  prices: QuarterPrices = new Map(),
  hasFallback = false,
): ForecastSnapshot {
  const presented = issue.hours.flatMap((hour, index) => {
    const slot = slots[index]
    return slot === undefined
      ? []
      : [{ lead: hour.lead, hour: { ...presentHour(hour, slot, prices, mode), ...presentWindAndSun(hour, inputs) } }]
  })
  return {
    mode,
    issuedAt: isoSeconds(issue.issuedAt),
    method: issue.method,
    hasLateSource: hasFallback || hasLateSource(inputs.availabilityByFeed),
    hourInProgress: presented.find(({ lead }) => lead === 0)?.hour ?? null,
    hours: presented.flatMap(({ lead, hour }) => (lead === 0 ? [] : [hour])),
  }
}

/** Auctioned prices by hour, ms: EUR/MWh of its four quarter-hours. */
type QuarterPrices = ReadonlyMap<number, readonly number[]>

/** The hours whose price was auctioned by the quarter-hour; one with a missing quarter is left out. */
function listQuarterPrices(values: readonly SlotValue[]): QuarterPrices {
  const quarters = values
    .filter(
      ({ series, slotStart, slotEnd }) => series === 'PRICE' && countMinutesBetween(slotStart, slotEnd) === slotMinutes,
    )
    .toSorted((one, other) => one.slotStart.epochMilliseconds - other.slotStart.epochMilliseconds)
  const byHour = Map.groupBy(quarters, ({ slotStart }) => Math.floor(slotStart.epochMilliseconds / hourMs) * hourMs)
  return new Map(
    [...byHour]
      .filter(([, hour]) => hour.length === 4)
      .map(([startMs, hour]) => [startMs, hour.map(({ value }) => value)]),
  )
}

function presentHour(
  {
    carbon,
    directCarbon,
    consumptionCarbon,
    directConsumptionCarbon,
    price,
    score,
    isPriceAuctioned,
  }: ForecastIssueHour,
  slot: ScoredSlot,
  prices: QuarterPrices,
  mode: DataMode,
): Omit<ForecastHour, 'windMw' | 'solarMw'> {
  const basis = isPriceAuctioned ? 'auction' : 'estimate'
  return {
    time: isoSeconds(Temporal.Instant.fromEpochMilliseconds(slot.startMs)),
    subScores: presentSubScores(slot.subScores, mode),
    knownDimensions: slot.known,
    confidence: slot.confidence,
    spotPriceEurPerMWh: round2OrNull(slot.spotPriceEurPerMwh),
    carbonIntensityGco2Kwh: round2OrNull(carbon.value),
    carbonBand: roundBand(carbon.band),
    directCarbon: presentIntensity(directCarbon),
    consumptionCarbon: presentIntensity(consumptionCarbon),
    directConsumptionCarbon: presentIntensity(directConsumptionCarbon),
    price: {
      eurPerMwh: round2OrNull(price.value),
      basis: price.value === null ? null : basis,
      band: roundBand(price.band),
      quarterHours: isPriceAuctioned ? (prices.get(slot.startMs)?.map(round2) ?? null) : null,
    },
    scoreBand: roundBand(score.band),
  }
}

/** Wind and sun that the projected mix of the hour rests on; hours without a projected mix take the published forecast. */
function presentWindAndSun(
  { startMs, windMw, solarMw }: ForecastIssueHour,
  inputs: ScoreInputs,
): Pick<ForecastHour, 'windMw' | 'solarMw'> {
  if (windMw !== null && solarMw !== null) return { windMw: roundKnown(windMw), solarMw: roundKnown(solarMw) }
  const published = listWindAndSolarMw(inputs, startMs)
  const sumOf = (prefix: string): number | null =>
    published &&
    round1(published.reduce((sum, term) => sum + (term.productionType.startsWith(prefix) ? term.powerMw : 0), 0))
  return { windMw: sumOf('WIND'), solarMw: sumOf('SOLAR') }
}

/** The method writes an unknown driver as NaN. */
const roundKnown = (powerMw: number): number | null => (Number.isNaN(powerMw) ? null : round1(powerMw))

const presentIntensity = ({ value, band }: BandedValue) => {
  return { gCo2PerKwh: round2OrNull(value), band: roundBand(band) }
}

const roundBand = (band: Band | null): Band | null => band && { low: round2(band.low), high: round2(band.high) }
