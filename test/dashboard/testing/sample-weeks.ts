import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { computeCompositeV1, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import type { SamplePoint } from '../../history/testing/sample-series.ts'

const hourMs = 3_600_000

/** A point at each hour of these weeks, except for some that are missing: low in the evening, high at night and at weekends. */
export function sampleWeeks(from: string, to: string): SamplePoint[] {
  const hours = Math.floor((Date.parse(to) - Date.parse(from)) / hourMs)
  return Array.from({ length: hours }, (_, index) => Date.parse(from) + index * hourMs)
    .filter((atMs) => (atMs / hourMs) % 97 !== 0)
    .map(samplePoint)
}

function samplePoint(atMs: number): SamplePoint {
  const hour = (atMs / hourMs) % 24
  const day = Math.floor(atMs / (24 * hourMs))
  const evening = Math.exp(-((hour - 18) ** 2) / 12) + 0.5 * Math.exp(-((hour - 8) ** 2) / 8)
  const weekend = [2, 3].includes(day % 7) ? 120 : 0
  const wave = 130 * Math.sin(day / 4)
  const price = tenths(720 - 620 * evening + weekend + wave)
  const carbon = tenths(700 - 250 * evening + wave)
  const adequacy = tenths(650 - 300 * evening + weekend)
  const grid = 800
  const values = { price: price / 10, carbon: carbon / 10, grid: grid / 10, adequacy: adequacy / 10 }
  return {
    atMs,
    price,
    carbon,
    grid,
    adequacy,
    confidence: 97,
    globalScore: toGlobalScore(computeCompositeV1(values, nationalWeights)),
    carbonSlotStartMs: atMs - 2 * hourMs,
    production: 24.5,
    consumption: 27.25,
    lowCarbon: 95.8,
    spotPrice: 60,
    versions: [1, 1, 1, 1],
  }
}

const tenths = (value: number): number => Math.round(Math.min(1_000, Math.max(0, value)))
