import { minuteMs } from '@hexawatt/shared/time/instant'
import { auctionResult } from '../generator/market.ts'
import { smoothNoise } from '../generator/noise.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { Span } from '../subjects/span.ts'

/** Direction in which the operator had to act. */
export type SystemTrend = 'up' | 'down' | 'none'

/** Imbalance of one quarter-hour. */
export type QuarterImbalance = {
  startEpochMs: number
  endEpochMs: number
  /** Energy that was activated, MWh; positive when it was missing. */
  imbalanceMwh: number
  trend: SystemTrend
  /** Prices of settlement, EUR/MWh; null until they are published. */
  prices: SettlementPrices | null
  /** When the newest of it was published. */
  publishedEpochMs: number
}

/** What a balance responsible party is paid for what it had too much, and pays for what it lacked, EUR/MWh. */
export type SettlementPrices = { positiveEurPerMwh: number; negativeEurPerMwh: number }

/** How long after the end of a quarter-hour its volume is published, and its prices. */
const volumeDelayMs = 30 * minuteMs
const pricesDelayMs = 60 * minuteMs
/** Below this the system counts as balanced, MWh. */
const balancedMwh = 15
/** Largest usual imbalance of a quarter-hour, MWh. */
const largestMwh = 450
/** How far from the day-ahead price a full imbalance moves the price of balancing energy, EUR/MWh. */
const spreadEurPerMwh = 70
/** The operator's factor that makes an imbalance a little worse than the market. */
const settlementFactor = 1.05

/** Made-up quarter-hours that begin in the span and whose volume is public, oldest first; prices are null until theirs are. */
export function generateImbalance(span: Span, nowEpochMs: number): QuarterImbalance[] {
  const quarters: QuarterImbalance[] = []
  const latestStart = nowEpochMs - volumeDelayMs - quarterMs
  const firstStart = Math.ceil(span.fromEpochMs / quarterMs) * quarterMs
  for (let start = firstStart; start < span.untilEpochMs && start <= latestStart; start += quarterMs) {
    quarters.push(quarterFrom(start, nowEpochMs))
  }
  return quarters
}

function quarterFrom(startEpochMs: number, nowEpochMs: number): QuarterImbalance {
  const endEpochMs = startEpochMs + quarterMs
  const shortage = 0.7 * smoothNoise(startEpochMs, 5, 501) + 0.3 * smoothNoise(startEpochMs, 0.75, 502)
  // Adding 0 turns a rounded -0 into 0.
  const imbalanceMwh = Math.round(largestMwh * shortage) + 0
  const arePricesPublic = endEpochMs + pricesDelayMs <= nowEpochMs
  return {
    startEpochMs,
    endEpochMs,
    imbalanceMwh,
    trend: trendOf(imbalanceMwh),
    prices: arePricesPublic ? settlementPrices(startEpochMs, shortage) : null,
    publishedEpochMs: endEpochMs + (arePricesPublic ? pricesDelayMs : volumeDelayMs),
  }
}

function trendOf(imbalanceMwh: number): SystemTrend {
  if (Math.abs(imbalanceMwh) < balancedMwh) return 'none'
  return imbalanceMwh > 0 ? 'up' : 'down'
}

/** Around the day-ahead price of the same quarter-hour: above it when energy was missing, below it when there was too much. */
function settlementPrices(startEpochMs: number, shortage: number): SettlementPrices {
  const auction = { startEpochMs, endEpochMs: startEpochMs + quarterMs, publishedEpochMs: startEpochMs }
  const balancing = (auctionResult(auction).get('PRICE') ?? 0) + spreadEurPerMwh * shortage * Math.abs(shortage)
  // With a negative price the factor works the other way round: lacking energy is never the better bargain.
  const [less, more] = [balancing / settlementFactor, balancing * settlementFactor]
  return {
    positiveEurPerMwh: cents(Math.min(less, more)),
    negativeEurPerMwh: cents(Math.max(less, more)),
  }
}

function cents(eurPerMwh: number): number {
  return Math.round(eurPerMwh * 100) / 100 + 0
}
