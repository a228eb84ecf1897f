import { composeConsumptionBody } from '@hexawatt/shared/answers/consumption/consumption-body'
import { presentConsumedHour } from '@hexawatt/shared/answers/dashboard/consumed-hour'
import {
  composeAdvice,
  composeEnergyScore,
  toRatedHours,
  toSubScoreValues,
} from '@hexawatt/shared/answers/energy-score'
import { composeForecastBody } from '@hexawatt/shared/answers/forecast-body'
import { composeIntensity } from '@hexawatt/shared/answers/present-intensity'
import { computeStatusAvailability } from '@hexawatt/shared/answers/source-health'
import { composeDashboardTariffOutlook } from '@hexawatt/shared/answers/tariff-outlook'
import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type {
  DashboardAccuracy,
  DashboardCarbon,
  DashboardHour,
  DashboardSource,
  EnglishSentences,
  HeatMapDay,
} from '@hexawatt/shared/contract/dashboard'
import { type AccuracyResponse, accuracyPeriodsDays } from '@hexawatt/shared/contract/forecast/accuracy'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { type DataMode, feedIds, isFeed } from '@hexawatt/shared/grid/feeds'
import { defaultWeighting } from '@hexawatt/shared/http/weighting-query'
import { toCountedAvailability } from '@hexawatt/shared/methodology/availability'
import { computedOutlookHours } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { type Advice, composeRecommendation } from '@hexawatt/shared/methodology/score/texts/advice-texts'
import { markEstimatedDetails } from '@hexawatt/shared/methodology/score/texts/estimate-marks'
import { type ConsumptionSnapshot, consumptionSnapshot } from '@hexawatt/shared/snapshot/consumption'
import {
  accuracySnapshot,
  type CarbonSnapshot,
  carbonSnapshot,
  type DashboardSnapshot,
  dashboardSnapshot,
  type ForecastSnapshot,
  forecastSnapshot,
  type GridStatusSnapshot,
  gridStatusSnapshot,
  type MixSnapshot,
  mixSnapshot,
  type ScoreReasonsSnapshot,
  type ScoreSnapshot,
  scoreReasonsSnapshot,
  scoreSnapshot,
  statusSnapshot,
  type TariffOutlookSnapshot,
  type TariffSnapshot,
  tariffOutlookSnapshot,
  tariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { type RegionsSnapshot, regionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { createSnapshotReader, type SnapshotKind } from '@hexawatt/shared/snapshot/snapshot-store'
import { countMinutesBetween, isoSeconds } from '@hexawatt/shared/time/instant'
import { recordIncidents } from '../incidents/record-incidents.ts'
import { readHourScores } from '../inputs/hour-score-store.ts'
import { buildHeatMap, computeHeatMapSpan } from './dashboard/heat-map.ts'
import { buildDashboardOutlook } from './dashboard/outlook.ts'
import { presentRegions, presentSignals, presentTariff } from './dashboard/published-parts.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Writes the dashboard from the other snapshots, which were written just before, and from the stored hours. Reading the snapshots instead of
 * computing again keeps the page and the API equal.
 */
export async function refreshDashboard(deps: RefreshDeps): Promise<void> {
  const { sql, clock, snapshots, mode } = deps
  const now = clock.now()
  const reader = createSnapshotReader(deps)
  const read = <Body>(kind: SnapshotKind<Body>) => reader.read(kind)
  const span = computeHeatMapSpan(now)
  const [
    [score, reasons, forecast, carbon, mix, gridStatus],
    [tariff, tariffOutlook, regions, consumption],
    ofService,
  ] = await Promise.all([
    Promise.all([
      read(scoreSnapshot),
      read(scoreReasonsSnapshot),
      read(forecastSnapshot),
      read(carbonSnapshot),
      read(mixSnapshot),
      read(gridStatusSnapshot),
    ]),
    Promise.all([read(tariffSnapshot), read(tariffOutlookSnapshot), read(regionsSnapshot), read(consumptionSnapshot)]),
    Promise.all([read(statusSnapshot), read(accuracySnapshot), readHourScores(sql, span.from, span.to)]),
  ])
  const [status, accuracy, hours] = ofService
  const parts = {
    ...{ score, reasons, forecast, carbon, mix, gridStatus },
    ...{ tariff, tariffOutlook, regions, consumption, status, accuracy },
    heatMap: buildHeatMap(hours, now),
  }
  const dashboard = presentDashboard(parts, now, mode)
  const incidents = await recordIncidents(sql, dashboard, now)
  await snapshots.write(dashboardSnapshot, { ...dashboard, incidents }, now)
}

/** Parts of the dashboard; null where no snapshot was written yet. */
type DashboardParts = {
  score: ScoreSnapshot | null
  reasons: ScoreReasonsSnapshot | null
  forecast: ForecastSnapshot | null
  carbon: CarbonSnapshot | null
  mix: MixSnapshot | null
  gridStatus: GridStatusSnapshot | null
  tariff: TariffSnapshot | null
  tariffOutlook: TariffOutlookSnapshot | null
  regions: RegionsSnapshot | null
  consumption: ConsumptionSnapshot | null
  status: StatusResponse | null
  accuracy: AccuracyResponse | null
  heatMap: HeatMapDay[]
}

/** The dashboard, from the snapshots and by the functions of the services. The gateway drops parts that are too old for the services. */
function presentDashboard(
  parts: DashboardParts,
  now: Temporal.Instant,
  mode: DataMode,
): Omit<DashboardSnapshot, 'incidents'> {
  const { score, reasons, forecast, carbon, mix, status, heatMap } = parts
  const weighting = defaultWeighting
  const rated = toRatedHours(forecast?.hours ?? [])
  const coming = composeForecastBody(
    forecast,
    { weighting, requestedHours: computedOutlookHours, planHours: computedOutlookHours },
    now,
  )
  return {
    mode,
    generatedAt: isoSeconds(now),
    stale: false,
    score: score && composeEnergyScore(score, rated, weighting, now),
    english: score && writeEnglishSentences(score, reasons, composeAdvice(score, rated, weighting, now)),
    carbon: carbon && presentCarbon(carbon, now),
    bestHour: coming.bestHour,
    worstHour: coming.worstHour,
    hours: presentHours(coming.hours, forecast, parts.gridStatus),
    outlook: buildDashboardOutlook(forecast, now),
    mix: mix?.slots ?? [],
    heatMap,
    tariff: presentTariff(parts.tariff, now),
    tariffOutlook: composeDashboardTariffOutlook(parts.tariffOutlook, now),
    signals: presentSignals(parts.gridStatus, now),
    exchanges: mix?.exchanges ?? null,
    consumption: parts.consumption && presentConsumedHour(composeConsumptionBody(parts.consumption.hour, now)),
    regions: parts.regions && presentRegions(parts.regions),
    accuracy: presentAccuracy(parts.accuracy, now),
    sources: listDashboardSources(status, now),
    history: status?.history ?? null,
  }
}

/** Null while the stored reasons belong to another score. */
function writeEnglishSentences(
  score: ScoreSnapshot,
  reasons: ScoreReasonsSnapshot | null,
  advice: Advice,
): EnglishSentences | null {
  if (reasons?.computedAt !== score.computedAt) return null
  const details = markEstimatedDetails(reasons.english, score.knownDimensions, nationalWeights, 'en')
  return { recommendation: composeRecommendation(advice, 'en'), details }
}

function presentCarbon({ assessment }: CarbonSnapshot, now: Temporal.Instant): DashboardCarbon {
  const { slotStart, slotEnd } = assessment
  const intensity = composeIntensity(
    assessment,
    isoSeconds(now),
    countMinutesBetween(Temporal.Instant.from(slotEnd), now),
  )
  return {
    dataSlotStart: slotStart,
    dataSlotEnd: slotEnd,
    totalGenerationMW: intensity.totalGenerationMW,
    lowCarbonPct: intensity.lowCarbonPct,
    renewablePct: intensity.renewablePct,
    estimatedGCo2PerKwh: intensity.estimatedGCo2PerKwh,
    estimatedGCo2PerKwhConsumption: intensity.estimatedGCo2PerKwhConsumption,
    isConsumptionEstimated: assessment.importBasis === 'exchange_schedules',
  }
}

type ComingHours = ReturnType<typeof composeForecastBody>['hours']

function presentHours(
  hours: ComingHours,
  forecast: ForecastSnapshot | null,
  signal: GridStatusSnapshot | null,
): DashboardHour[] {
  const knownByTime = new Map(forecast?.hours.map(({ time, knownDimensions }) => [time, knownDimensions]))
  const statusByTime = new Map(signal?.days.flatMap((day) => day.hours.map(({ time, status }) => [time, status])))
  return hours.flatMap(({ time, globalScore, level, subScores, ...hour }) => {
    const knownDimensions = knownByTime.get(time)
    if (knownDimensions === undefined) return []
    return {
      time,
      globalScore,
      level,
      subScores: toSubScoreValues(subScores ?? []),
      knownDimensions,
      confidence: hour.confidence,
      spotPriceEurPerMWh: hour.spotPriceEurPerMWh,
      carbonIntensityGco2Kwh: hour.carbonIntensityGco2Kwh,
      gridSignalStatus: statusByTime.get(time) ?? null,
    }
  })
}

/** The figures of carbon over the shortest period; null for a scoreboard of a later instant, which an earlier replay left. */
function presentAccuracy(accuracy: AccuracyResponse | null, now: Temporal.Instant): DashboardAccuracy | null {
  if (accuracy === null || accuracy.computedAt === null || accuracy.computedAt > isoSeconds(now)) return null
  const [shownDays] = accuracyPeriodsDays
  const { measuredSince, figures } = accuracy
  return { measuredSince, figures: figures.filter(({ quantity, days }) => quantity === 'carbon' && days === shownDays) }
}

/** Freshness of every source, and its weight in the confidence; empty without a status. */
function listDashboardSources(status: StatusResponse | null, now: Temporal.Instant): DashboardSource[] {
  const availability = toCountedAvailability(computeStatusAvailability(feedIds, status, now))
  return (status?.sources ?? []).map(({ id, lastSuccess, source, newestSlot, expectedNext }) => ({
    id,
    lastSuccess,
    source,
    newestSlot,
    expectedNext,
    availabilityPct: isFeed(id) ? roundHalfAwayFromZero(100 * availability[id], 0) : null,
    confidenceWeight: isFeed(id) ? feedFacts[id].confidenceWeight : null,
  }))
}
