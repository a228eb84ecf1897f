import { round2, roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { generateAuction } from '../generator/market.ts'
import { computeNoise } from '../generator/noise.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { Span } from '../subjects/span.ts'

/** Direction in which the operator had to act. */
export type SystemTrend = 'up' | 'down' | 'none'

/** Imbalance of one quarter-hour. */
export type QuarterImbalance = {
  startEpochMs: number
  endEpochMs: number
  /** Activated energy, MWh; positive for a shortage. */
  imbalanceMwh: number
  trend: SystemTrend
  /** Settlement prices, EUR/MWh; null before their publication. */
  prices: SettlementPrices | null
  /** Publication of the newest part. */
  publishedEpochMs: number
}

/** Price that a balance responsible party receives for a surplus and pays for a shortage, EUR/MWh. */
type SettlementPrices = { positiveEurPerMwh: number; negativeEurPerMwh: number }

/** Delay of the publication of volume and prices after the end of a quarter-hour, ms. */
const volumeDelayMs = 30 * minuteMs
const pricesDelayMs = 60 * minuteMs
/** Below this imbalance the system counts as balanced, MWh. */
const balancedMwh = 15
/** Amplitude of the imbalance of a quarter-hour, MWh. */
const largestMwh = 450
/** Distance of the balancing price from the day-ahead price at full imbalance, EUR/MWh. */
const spreadEurPerMwh = 70
/** The operator's factor that makes an imbalance less attractive than the market. */
const settlementFactor = 1.05

/** Generated quarter-hours that begin in the span and whose volume is public, oldest first. */
export function generateImbalance(span: Span, nowEpochMs: number): QuarterImbalance[] {
  const quarters: QuarterImbalance[] = []
  const latestStart = nowEpochMs - volumeDelayMs - quarterMs
  const firstStart = Math.ceil(span.fromEpochMs / quarterMs) * quarterMs
  for (let start = firstStart; start < span.untilEpochMs && start <= latestStart; start += quarterMs) {
    quarters.push(generateQuarterImbalance(start, nowEpochMs))
  }
  return quarters
}

function generateQuarterImbalance(startEpochMs: number, nowEpochMs: number): QuarterImbalance {
  const endEpochMs = startEpochMs + quarterMs
  const shortage = 0.7 * computeNoise(startEpochMs, 5, 501) + 0.3 * computeNoise(startEpochMs, 0.75, 502)
  const imbalanceMwh = roundHalfAwayFromZero(largestMwh * shortage, 0)
  const arePricesPublic = endEpochMs + pricesDelayMs <= nowEpochMs
  return {
    startEpochMs,
    endEpochMs,
    imbalanceMwh,
    trend: toTrend(imbalanceMwh),
    prices: arePricesPublic ? computeSettlementPrices(startEpochMs, shortage) : null,
    publishedEpochMs: endEpochMs + (arePricesPublic ? pricesDelayMs : volumeDelayMs),
  }
}

function toTrend(imbalanceMwh: number): SystemTrend {
  if (Math.abs(imbalanceMwh) < balancedMwh) return 'none'
  return imbalanceMwh > 0 ? 'up' : 'down'
}

/** Above the day-ahead price of the quarter-hour in a shortage, below it in a surplus. */
function computeSettlementPrices(startEpochMs: number, shortage: number): SettlementPrices {
  const auction = { startEpochMs, endEpochMs: startEpochMs + quarterMs, publishedEpochMs: startEpochMs }
  const balancing = (generateAuction(auction).get('PRICE') ?? 0) + spreadEurPerMwh * shortage * Math.abs(shortage)
  // A negative price reverses the effect of the factor; a shortage must still cost more than a surplus earns.
  const [less, more] = [balancing / settlementFactor, balancing * settlementFactor]
  return {
    positiveEurPerMwh: round2(Math.min(less, more)),
    negativeEurPerMwh: round2(Math.max(less, more)),
  }
}
