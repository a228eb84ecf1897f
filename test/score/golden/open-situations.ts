import type { ChosenInstant } from './instants.ts'
import type { Situation } from './situation.ts'
import { situationOf } from './situations.ts'

/** Every so many-th chosen instant is asked for in open mode too. */
const openStep = 3

/** In open mode price and carbon are known at most: more than half of the weight, half, a little less, next to nothing and nothing lies on them. */
const weightings: readonly Situation['weighting'][] = [
  null,
  'carbon',
  'balanced',
  'grid',
  null,
  [0.1, 0.4, 0.3, 0.2],
  [0.1, 0.399, 0.301, 0.2],
  [0, 0, 1, 0],
  [0.015, 0.485, 0.344, 0.156],
  [0.3, 0.4, 0.1, 0.2],
  [0, 0.001, 0, 0.999],
]

const neverReceived = { newestSlotEnd: null, lastSuccess: null }
const closedFeeds = ['grid_signals', 'generation_unavailabilities', 'consumption_weekly', 'imbalance']

/** The situations of all chosen instants, and for some of them as they would be in open mode. */
export const listSituations = (instants: readonly ChosenInstant[]): Situation[] => [
  ...instants.map(situationOf),
  ...listOpenSituations(instants),
]

/** Situations as without credentials: no signal, no outages, no weekly forecast, no balancing market. */
function listOpenSituations(instants: readonly ChosenInstant[]): Situation[] {
  return instants
    .filter((_, index) => index % openStep === 0)
    .map((instant, index): Situation => {
      const situation = situationOf(instant, index)
      return {
        ...situation,
        rule: `open mode, ${instant.rule}`,
        isOpen: true,
        weighting: weightings[index % weightings.length] ?? null,
        weeklyLoad: [],
        signals: [],
        imbalance: [],
        outages: [],
        received: { ...situation.received, ...Object.fromEntries(closedFeeds.map((feed) => [feed, neverReceived])) },
      }
    })
}
