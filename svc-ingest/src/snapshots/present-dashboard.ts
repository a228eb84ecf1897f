import { energyScore, scoreAdvice } from '@hexawatt/shared/answers/energy-score'
import { forecastBody } from '@hexawatt/shared/answers/forecast-body'
import { gridStatus } from '@hexawatt/shared/answers/grid-status'
import { presentIntensity } from '@hexawatt/shared/answers/present-intensity'
import { ratedHours, valuesOfSubScores } from '@hexawatt/shared/answers/rated-hours'
import { tariffToday } from '@hexawatt/shared/answers/tariff-today'
import type {
  DashboardCarbon,
  DashboardHour,
  DashboardSignalDay,
  DashboardTariff,
  EnglishSentences,
  HeatMapDay,
} from '@hexawatt/shared/contract/dashboard'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { defaultWeighting } from '@hexawatt/shared/http/weighting-query'
import { type Advice, recommendation } from '@hexawatt/shared/methodology/score/advice-texts'
import { computedForecastHours } from '@hexawatt/shared/methodology/score/score-slot'
import type { CarbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import type { DashboardSnapshot } from '@hexawatt/shared/snapshot/dashboard-snapshot'
import type { GridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import type { MixSnapshot } from '@hexawatt/shared/snapshot/mix-snapshot'
import type { ScoreReasonsSnapshot } from '@hexawatt/shared/snapshot/score-reasons-snapshot'
import type { ForecastSnapshot, ScoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import type { TariffSnapshot } from '@hexawatt/shared/snapshot/tariff-snapshot'
import { isoSeconds, minutesBetween } from '@hexawatt/shared/time/instant'
import { addParisDays, parisTimeZone } from '@hexawatt/shared/time/paris'
import { dashboardSources } from './dashboard-sources.ts'

/** What the dashboard is made of; null where none was ever written. */
export type DashboardParts = {
  score: ScoreSnapshot | null
  reasons: ScoreReasonsSnapshot | null
  forecast: ForecastSnapshot | null
  carbon: CarbonSnapshot | null
  mix: MixSnapshot | null
  gridStatus: GridStatusSnapshot | null
  tariff: TariffSnapshot | null
  status: StatusResponse | null
  heatMap: HeatMapDay[]
}

/** The dashboard from the very snapshots that the services answer from, by the same functions. What is too old for them, the gateway drops. */
export function presentDashboard(parts: DashboardParts, now: Temporal.Instant, mode: DataMode): DashboardSnapshot {
  const { score, reasons, forecast, carbon, mix, status, heatMap } = parts
  const weighting = defaultWeighting
  const rated = ratedHours(forecast?.hours ?? [])
  const coming = forecastBody(
    forecast,
    { weighting, requestedHours: computedForecastHours, planHours: computedForecastHours },
    now,
  )
  return {
    mode,
    generatedAt: isoSeconds(now),
    stale: false,
    score: score && energyScore(score, rated, weighting, now),
    english: score && englishSentences(score, reasons, scoreAdvice(score, rated, weighting, now)),
    carbon: carbon && presentCarbon(carbon, now),
    bestHour: coming.bestHour,
    worstHour: coming.worstHour,
    hours: presentHours(coming.hours, parts.gridStatus),
    mix: mix?.slots ?? [],
    heatMap,
    tariff: presentTariff(parts.tariff, now),
    signals: presentSignals(parts.gridStatus, now),
    sources: dashboardSources(status, now),
  }
}

/** Null while the reasons that were written last are those of another score. */
function englishSentences(
  score: ScoreSnapshot,
  reasons: ScoreReasonsSnapshot | null,
  advice: Advice,
): EnglishSentences | null {
  if (reasons?.computedAt !== score.computedAt) return null
  return { recommendation: recommendation(advice, 'en'), details: reasons.english }
}

function presentCarbon({ assessment }: CarbonSnapshot, now: Temporal.Instant): DashboardCarbon {
  const { slotStart, slotEnd } = assessment
  const intensity = presentIntensity(assessment, isoSeconds(now), minutesBetween(Temporal.Instant.from(slotEnd), now))
  return {
    dataSlotStart: slotStart,
    dataSlotEnd: slotEnd,
    totalGenerationMW: intensity.totalGenerationMW,
    lowCarbonPct: intensity.lowCarbonPct,
    renewablePct: intensity.renewablePct,
    estimatedGCo2PerKwh: intensity.estimatedGCo2PerKwh,
    estimatedGCo2PerKwhConsumption: intensity.estimatedGCo2PerKwhConsumption,
  }
}

type ComingHours = ReturnType<typeof forecastBody>['hours']

function presentHours(hours: ComingHours, signal: GridStatusSnapshot | null): DashboardHour[] {
  const statusByTime = new Map(signal?.days.flatMap((day) => day.hours.map(({ time, status }) => [time, status])))
  return hours.map(({ time, globalScore, level, subScores, ...hour }) => ({
    time,
    globalScore,
    level,
    subScores: valuesOfSubScores(subScores ?? []),
    confidence: hour.confidence,
    spotPriceEurPerMWh: hour.spotPriceEurPerMWh,
    carbonIntensityGco2Kwh: hour.carbonIntensityGco2Kwh,
    gridSignalStatus: statusByTime.get(time) ?? null,
  }))
}

function presentTariff(tariff: TariffSnapshot | null, now: Temporal.Instant): DashboardTariff {
  const { date, color, inForce } = tariffToday(tariff, now)
  const tomorrow = addParisDays(now, 1).toZonedDateTimeISO(parisTimeZone).toPlainDate().toString()
  return { date, color, inForce, tomorrow: tariff?.days.find((day) => day.date === tomorrow)?.color ?? null }
}

function presentSignals(signal: GridStatusSnapshot | null, now: Temporal.Instant): DashboardSignalDay[] {
  const days = signal === null ? [] : (gridStatus(signal, now)?.days ?? [])
  return days.map(({ date, day, status, message }) => ({ date, day, status, message }))
}
