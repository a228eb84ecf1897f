import { round1, round2 } from '@hexawatt/shared/bounds/numbers'
import { borders, toDirectionalFlows } from '../subjects/border-flows.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { computeResidualLoadMw } from './dispatch.ts'
import { generateQuarter } from './generate-quarter.ts'
import { computeNoise, interpolate } from './noise.ts'

/**
 * Price by residual load: quantiles (2 % to 98 %) of the generated residual load paired with the same quantiles of recorded
 * prices, so a generated year has the recorded distribution. The ends are rare surplus and shortage.
 */
const priceByResidual: readonly (readonly [residualMw: number, eurPerMwh: number])[] = [
  [8_000, -80],
  [14_000, -15],
  [17_400, -1.5],
  [24_100, 3.3],
  [29_200, 25.6],
  [36_700, 58.5],
  [45_600, 87],
  [51_900, 111],
  [58_400, 140],
  [66_000, 260],
]

/** Result of the day-ahead auction: `VOLUME` in MW (one decimal) and `PRICE` in EUR/MWh (cents), means over the slot. */
export function generateAuction({ startEpochMs, endEpochMs }: PlannedSlot): Map<string, number> {
  let priceSum = 0
  let volumeSum = 0
  for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs) {
    const { residualMw, volumeMw } = computeMarket(quarter)
    priceSum += computePriceEurPerMwh(residualMw) + 5 * computeNoise(quarter, 7, 91)
    volumeSum += volumeMw
  }
  const quarters = (endEpochMs - startEpochMs) / quarterMs
  return new Map([
    ['VOLUME', round1(volumeSum / quarters)],
    ['PRICE', round2(priceSum / quarters)],
  ])
}

function computeMarket(startEpochMs: number): { residualMw: number; volumeMw: number } {
  const { load, wind, solar, hydroRunOfRiver, exchange } = generateQuarter(startEpochMs)
  const demandMw = load ?? 0
  return {
    residualMw: computeResidualLoadMw({
      load: demandMw,
      wind: wind ?? 0,
      solar: solar ?? 0,
      runOfRiver: hydroRunOfRiver ?? 0,
    }),
    volumeMw: 5_000 + 0.15 * demandMw + 0.3 * Math.abs(exchange ?? 0) + 800 * computeNoise(startEpochMs, 20, 92),
  }
}

function computePriceEurPerMwh(residualMw: number): number {
  const above = priceByResidual.findIndex(([atMw]) => atMw >= residualMw)
  const upper = priceByResidual[above] ?? priceByResidual.at(-1) ?? [0, 0]
  const lower = priceByResidual[above - 1] ?? upper
  if (above < 0 || lower === upper) return upper[1]
  return interpolate(lower[1], upper[1], (residualMw - lower[0]) / (upper[0] - lower[0]))
}

/** Share of the later flow that each trading process schedules, and its error, MW. */
const processes: Readonly<Record<string, { share: number; errorMw: number; seed: number }>> = {
  LT: { share: 0.3, errorMw: 100, seed: 100 },
  DA: { share: 1, errorMw: 300, seed: 110 },
  ID: { share: 1, errorMw: 80, seed: 120 },
}

/** Scheduled exchanges by `PROCESS/SENDER>RECEIVER`, whole MW: the generated trade with the error of the process. */
export function generateScheduledMw({ startEpochMs }: PlannedSlot, family: string): Map<string, number> {
  const process = processes[family]
  if (process === undefined) return new Map()
  const quarter = generateQuarter(startEpochMs)
  return new Map(
    borders.flatMap((border, index) => {
      const errorMw = process.errorMw * computeNoise(startEpochMs, 9, process.seed + index)
      const netImportMw = Math.round((quarter[border.field] ?? 0) * process.share + errorMw)
      return toDirectionalFlows(border, netImportMw).map(([key, powerMw]) => [`${family}/${key}`, powerMw] as const)
    }),
  )
}
