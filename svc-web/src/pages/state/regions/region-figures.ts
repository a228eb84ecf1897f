import type { DashboardRegions } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import { carbonAnchors, interpolateLinearly } from '@hexawatt/shared/methodology/score/sub-scores/scales'
import type { View } from '../texts/view.ts'

type Region = DashboardRegions['regions'][number]

/** What the map colours: consumption; while no flows over the borders are known, generation, because then only regions that send power out have a known consumption. */
export type ShownBoundary = 'consumption' | 'production'

/** The boundary that the map shows; without any figures, consumption. */
export function chooseBoundary(regions: DashboardRegions | null): ShownBoundary {
  return regions !== null && regions.flowsSlotStart === null ? 'production' : 'consumption'
}

/** Life-cycle intensity of a region on a boundary, g/kWh; null when unknown. */
export function pickGrams(region: Region | undefined, boundary: ShownBoundary): number | null {
  return (boundary === 'consumption' ? region?.consumptionGCo2PerKwh : region?.gCo2PerKwh) ?? null
}

/** The figures of a region as texts, and the sentence that the map says. */
export type RegionFigures = {
  /** Carbon score of the shown intensity, which gives the colour; null when unknown. */
  score: number | null
  /** The shown intensity without its unit. */
  shown: string
  consumed: string
  produced: string
  /** With the direct factors of the operator, on the shown boundary. */
  direct: string
  power: string
  exchange: string
  sentence: string
}

const mwPerGw = 1_000

/** The figures of a region as the page writes them; an unknown region has none. */
export function describeRegion(
  region: Region | undefined,
  boundary: ShownBoundary,
  { texts, format }: View,
): RegionFigures {
  const { regions: words, unknown } = texts
  const writeGrams = (value: number | null | undefined): string | null =>
    value == null ? null : words.grams(format.number(value, 0))
  const gw = (mw: number): string => words.gw(format.number(Math.abs(mw) / mwPerGw, 1))
  const { totalGenerationMW = null, exchangeMW = null } = region ?? {}
  const shownGrams = pickGrams(region, boundary)
  const consumed = writeGrams(region?.consumptionGCo2PerKwh)
  const produced = writeGrams(region?.gCo2PerKwh)
  const power = totalGenerationMW === null ? null : gw(totalGenerationMW)
  const exchange = exchangeMW === null ? null : (exchangeMW < 0 ? words.sends : words.receives)(gw(exchangeMW))
  const said = [
    consumed && words.saidConsumed(consumed),
    produced && words.saidProduced(produced),
    power && words.saidPower(power),
    exchange,
  ].filter((part) => part !== null)
  const direct = boundary === 'consumption' ? region?.consumptionDirectGCo2PerKwh : region?.directGCo2PerKwh
  return {
    score: shownGrams === null ? null : interpolateLinearly(carbonAnchors, shownGrams),
    shown: shownGrams === null ? unknown : format.number(shownGrams, 0),
    consumed: consumed ?? unknown,
    produced: produced ?? unknown,
    direct: writeGrams(direct) ?? unknown,
    power: power ?? unknown,
    exchange: exchange ?? unknown,
    sentence: said.length === 0 ? words.nothing : said.join(', '),
  }
}
