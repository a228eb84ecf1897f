import { clamp, computeNoise } from './noise.ts'
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

/** Parts of the residual load, MW. */
type ResidualParts = { load: number; wind: number; solar: number; runOfRiver: number }

/** Demand that remains for plants that can choose when to run, MW. Price and gas follow it. */
export function computeResidualLoadMw({ load, wind, solar, runOfRiver }: ResidualParts): number {
  return load - wind - solar - runOfRiver
}

/** Capacity of the combined-cycle plants that the model uses, MW. */
const gasCcgtPeakMw = 5_600
/** Shortage before hydro peaks at which half of it runs, and how much more or less changes its share noticeably, MW. */
const halfGasShortageMw = 7_500
const gasShortageScaleMw = 5_000
/** Export beyond which demand abroad keeps no further plant running, MW. */
const firmExportMw = 5_000

/**
 * Runs the plants in order of cost. Combined-cycle gas follows the residual load, and with it the price, in every season: near its floor at sunny or
 * windy noons, high in the evenings of calm days, some days more than others. Nuclear power serves the rest as far as it is available, coal and
 * oil the tight winter evenings. The remainder is traded with the neighbours.
 *
 * @param residualMw demand with pumping, less wind, sun, hydro and bioenergy
 * @param loadResidualMw the residual load that makes the price: {@link residualLoadMw}
 */
export function dispatch(season: Season, residualMw: number, loadResidualMw: number): Dispatch {
  const { epochMs } = season
  const cold = Math.max(0, season.winter)
  const gasChp = 300 + 1_600 * cold
  const availableMw = computeAvailableNuclearMw(season)
  const bidsMw = 2_500 * computeNoise(epochMs, 96, 64)
  const expectedShortageMw = loadResidualMw + firmExportMw - gasChp - availableMw + bidsMw
  const gasCcgt = gasCcgtPeakMw / (1 + Math.exp((halfGasShortageMw - expectedShortageMw) / gasShortageScaleMw))
  const exportAppetiteMw = 9_500 + 3_000 * computeNoise(epochMs, 30, 63)
  const nuclear = clamp(
    residualMw + exportAppetiteMw - gasChp - gasCcgt,
    Math.max(nuclearFloorMw, availableMw - 16_000),
    availableMw,
  )
  const shortageMw = Math.max(0, residualMw + firmExportMw - gasChp - nuclear)
  return {
    nuclear,
    gasChp,
    gasCcgt,
    gasCt: clamp(0.05 * (shortageMw - 7_000), 0, 500),
    coal: cold * clamp(0.2 * (shortageMw - 6_000), 0, 590),
    oilChp: 80 + 15 * computeNoise(epochMs, 24, 62),
    oilCt: cold * clamp(0.15 * (shortageMw - 7_500), 0, 1_200),
  }
}

function computeAvailableNuclearMw({ epochMs, winter }: Season): number {
  return 44_000 + 8_000 * winter + 1_500 * computeNoise(epochMs, 200, 61)
}

/** Net import by border, MW (negative = export). */
type NetImportsMw = Readonly<Record<`netImport${'Gb' | 'Es' | 'It' | 'Ch' | 'De' | 'Be'}`, number>>

/**
 * Distributes a net import over the borders. Pairs of neighbours also trade through France, so a border may import while the
 * country exports. The sum is the net import, rounding excepted.
 */
export function distributeTradeMw(epochMs: number, netImportMw: number): NetImportsMw {
  const iberianMw = 1_700 * computeNoise(epochMs, 18, 71)
  const channelMw = 900 * computeNoise(epochMs, 14, 72)
  const alpineMw = 600 * computeNoise(epochMs, 22, 73)
  return {
    netImportGb: Math.round(0.2 * netImportMw - channelMw),
    netImportEs: Math.round(0.1 * netImportMw + iberianMw),
    netImportIt: Math.round(0.2 * netImportMw - alpineMw),
    netImportCh: Math.round(0.15 * netImportMw + alpineMw),
    netImportDe: Math.round(0.22 * netImportMw - iberianMw),
    netImportBe: Math.round(0.13 * netImportMw + channelMw),
  }
}
