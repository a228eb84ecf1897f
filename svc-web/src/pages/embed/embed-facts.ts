import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ScoreLevel } from '@hexawatt/shared/contract/score'
import type { SignalsAndColors } from './embed-alarms.ts'

/** What the embeds show, each null while it is not known. */
export type EmbedFacts = {
  /** Null before the first computation. */
  mode: DashboardResponse['mode'] | null
  /** Instant of the computation, ISO 8601. */
  computedAt: string | null
  /** Instant of an outdated computation, ISO 8601; null while the computation is up to date. */
  outdatedSince: string | null
  score: { value: number; level: ScoreLevel } | null
  /** Whole g CO₂eq per kWh consumed in France; by production where imports are not known. */
  gCo2PerKwh: number | null
  /** The hour ahead with the best score. */
  best: { time: string; value: number } | null
  /** Tense hours and Tempo colours. */
  day: SignalsAndColors | null
}

/** @param dashboard null when nothing was computed yet, or the stores are down */
export function readEmbedFacts(dashboard: DashboardResponse | null): EmbedFacts {
  if (dashboard === null) {
    return { mode: null, computedAt: null, outdatedSince: null, score: null, gCo2PerKwh: null, best: null, day: null }
  }
  const { mode, stale, generatedAt, score, carbon, bestHour, hours, signals, tariff, tariffOutlook } = dashboard
  const best = hours.find(({ time }) => time === bestHour)
  const intensity = carbon && (carbon.estimatedGCo2PerKwhConsumption ?? carbon.estimatedGCo2PerKwh)
  return {
    mode,
    computedAt: generatedAt,
    outdatedSince: stale ? generatedAt : null,
    score: score && { value: score.globalScore, level: score.level },
    gCo2PerKwh: intensity === null ? null : Math.round(intensity),
    best: best === undefined ? null : { time: best.time, value: best.globalScore },
    day: { signals, tariff, tariffOutlook },
  }
}

/** Which of the facts are known, and what the day announces: an embed is rendered again when this changes, not at every computation. */
export function describeKnown({ mode, outdatedSince, score, gCo2PerKwh, best, day }: EmbedFacts): string {
  const announced = day && [...day.signals.map(({ status }) => status), day.tariff.inForce.color, day.tariff.tomorrow]
  return [mode, outdatedSince === null, score === null, gCo2PerKwh === null, best === null, announced].join(' ')
}
