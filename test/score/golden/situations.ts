import {
  capacitiesOf,
  imbalanceOf,
  imbalancePatternCount,
  intradayLoadOf,
  outagePatternCount,
  outagesOf,
  signalPatternCount,
  signalsOf,
  weeklyLoadOf,
} from './hand-set.ts'
import type { ChosenInstant } from './instants.ts'
import { latenessPatternCount, receivedOf } from './received.ts'
import type { Situation } from './situation.ts'

const hourMs = 3_600_000

const weightings: readonly Situation['weighting'][] = [
  null,
  null,
  'carbon',
  null,
  'price',
  'grid',
  'balanced',
  'national',
  [0.5, 0.2, 0.2, 0.1],
  [0, 0, 1, 0],
  [0.125, 0.375, 0.0005, 0.5],
]
const prices: readonly Situation['prices'][] = [
  'published',
  'published',
  'quarter_hours',
  'published',
  'stopped',
  'none',
]
const windAndSun: readonly Situation['windAndSun'][] = ['published', 'intraday', 'published', 'stopped', 'none']
const capacityScales = [1, 0.85, 0.68, 1.25, 0.55, 0.75]
/** How late generation is known, and whether the quarter-hourly mix is there. */
const generation: readonly [lagMinutes: number, hasQuarterHourlyMix: boolean][] = [
  [60, true],
  [60, false],
  [95, true],
  [60, true],
  [330, false],
  [290, true],
  [60, false],
  [560, false],
  [60, true],
  [900, true],
  [60, false],
  [181, true],
  [400, false],
  // Of the last seven days about 50 hours are known, and about 45: on both sides of what a mean needs.
  [7_050, false],
  [7_350, false],
]

/** The situation of the `index`-th chosen instant. Steps without a common divisor with the lists mix them with each other. */
export function situationOf({ rule, now }: ChosenInstant, index: number): Situation {
  const hourStartMs = Math.floor(Date.parse(now) / hourMs) * hourMs
  const [generationLagMinutes, hasQuarterHourlyMix] = pick(generation, index, 7) ?? [60, true]
  const take = (count: number, step: number) => (Math.floor(index / count) + index * step) % count
  return {
    rule,
    now,
    isOpen: false,
    weighting: pick(weightings, index, 3) ?? null,
    prices: pick(prices, index, 5) ?? 'published',
    windAndSun: pick(windAndSun, index, 2) ?? 'published',
    dayAheadLoad: index % 17 === 6 ? 'none' : 'published',
    intradayLoad: index % 4 === 1 ? intradayLoadOf(hourStartMs) : [],
    weeklyLoad: index % 6 === 2 ? [] : weeklyLoadOf(hourStartMs),
    generationLagMinutes,
    hasQuarterHourlyMix,
    signals: signalsOf(take(signalPatternCount, 3), hourStartMs),
    imbalance: imbalanceOf(take(imbalancePatternCount, 5), hourStartMs),
    capacities: index % 29 === 11 ? [] : capacitiesOf(pick(capacityScales, index, 1) ?? 1, index % 2 === 0),
    outages: outagesOf(take(outagePatternCount, 1), hourStartMs),
    received: receivedOf(take(latenessPatternCount, 4), now),
    hasEmissionFactors: index % 31 !== 12,
    hasCountryIntensities: index % 19 !== 7,
  }
}

/** The element of a list that comes at `index`, `step` elements at a time; each round begins one further on. */
function pick<Item>(list: readonly Item[], index: number, step: number): Item | undefined {
  return list[(index * step + Math.floor(index / list.length)) % list.length]
}
