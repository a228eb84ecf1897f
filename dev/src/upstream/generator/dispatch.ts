import { clamp, smoothNoise } from './noise.ts'
import type { Season } from './season.ts'

/** Minimum of nuclear power in the recorded years, a few hours excepted, MW. */
const nuclearFloorMw = 25_000

/** Power of the plants that follow demand, MW. */
type Dispatch = {
  nuclear: number
  gasCcgt: number
  gasChp: number
  gasCt: number
  coal: number
  oilChp: number
  oilCt: number
}

/**
 * Runs the plants in order of cost: available nuclear power while there is demand at home or abroad, then gas, and on tight
 * winter evenings coal and oil. The remainder is traded with the neighbours.
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

/** Net import by border, MW (negative = export). */
type NetImportsMw = Readonly<Record<`netImport${'Gb' | 'Es' | 'It' | 'Ch' | 'De' | 'Be'}`, number>>

/**
 * Distributes a net import over the borders. Pairs of neighbours also trade through France, so a border may import while the
 * country exports. The sum is the net import, rounding excepted.
 */
export function tradeMw(epochMs: number, netImportMw: number): NetImportsMw {
  const iberianMw = 1_700 * smoothNoise(epochMs, 18, 71)
  const channelMw = 900 * smoothNoise(epochMs, 14, 72)
  const alpineMw = 600 * smoothNoise(epochMs, 22, 73)
  return {
    netImportGb: Math.round(0.2 * netImportMw - channelMw),
    netImportEs: Math.round(0.1 * netImportMw + iberianMw),
    netImportIt: Math.round(0.2 * netImportMw - alpineMw),
    netImportCh: Math.round(0.15 * netImportMw + alpineMw),
    netImportDe: Math.round(0.22 * netImportMw - iberianMw),
    netImportBe: Math.round(0.13 * netImportMw + channelMw),
  }
}
