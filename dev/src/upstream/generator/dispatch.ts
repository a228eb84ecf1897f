import { clamp, smoothNoise } from './noise.ts'
import type { Season } from './season.ts'

/** Nuclear never runs below this in the recorded years but for a few hours, MW. */
const nuclearFloorMw = 25_000

/** Power of the plants that follow demand, MW. */
export type Dispatch = {
  nuclear: number
  gasCcgt: number
  gasChp: number
  gasCt: number
  coal: number
  oilChp: number
  oilCt: number
}

/**
 * Runs the plants in order of cost: nuclear up to what is available while there is demand at home or abroad, then gas,
 * and on tight winter evenings coal and oil. What is then left is traded with the neighbours.
 *
 * @param residualMw demand with pumping, less wind, sun, hydro and bioenergy
 */
export function dispatch(season: Season, residualMw: number): Dispatch {
  const cold = Math.max(0, season.winter)
  const gasChp = 300 + 1_600 * cold
  const nuclear = nuclearMw(season, residualMw - gasChp)
  const shortageMw = Math.max(0, residualMw + 5_000 - gasChp - nuclear)
  return {
    nuclear,
    gasChp,
    gasCcgt: 5_600 * (1 - Math.exp((-0.8 * shortageMw) / 5_600)),
    gasCt: clamp(0.05 * (shortageMw - 7_000), 0, 500),
    coal: cold * clamp(0.2 * (shortageMw - 6_000), 0, 590),
    oilChp: 80 + 15 * smoothNoise(season.epochMs, 24, 62),
    oilCt: cold * clamp(0.15 * (shortageMw - 7_500), 0, 1_200),
  }
}

function nuclearMw({ epochMs, winter }: Season, residualMw: number): number {
  const availableMw = 44_000 + 8_000 * winter + 1_500 * smoothNoise(epochMs, 200, 61)
  const exportAppetiteMw = 9_500 + 3_000 * smoothNoise(epochMs, 30, 63)
  return clamp(residualMw + exportAppetiteMw, Math.max(nuclearFloorMw, availableMw - 16_000), availableMw)
}
