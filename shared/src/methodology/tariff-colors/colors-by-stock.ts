import { probabilityFloor } from './color-constants.ts'
import {
  type ColorProbabilities,
  type ColorStock,
  createColorProbabilities,
  findPossibleColors,
  type NetLoadBelief,
} from './color-rule.ts'
import type { ColorDay } from './tariff-season.ts'

/**
 * Sum over all ways in which the stock may shrink: probabilities of each day, mass to the next states (at most 55). Errors of different days are independent
 * here; a simulation with their correlation gives the same scores.
 */
export function computeColorsByStock(
  days: readonly ColorDay[],
  stock: ColorStock,
  belief: readonly NetLoadBelief[],
): ColorProbabilities[] {
  let states = [{ stock, mass: 1 }]
  return days.map((day, index) => {
    const sum = { blue: 0, white: 0, red: 0 }
    const possible = { blue: false, white: false, red: false }
    const next = new Map<string, { stock: ColorStock; mass: number }>()
    for (const { stock: left, mass } of states) {
      const probabilities = createColorProbabilities(day, left)(belief[index] ?? { mean: 0, variance: 0 })
      const possibleHere = findPossibleColors(day, left)
      for (const color of colorKeys) {
        if (!possibleHere[color]) continue
        const red = left.red - (color === 'red' ? 1 : 0)
        const white = left.white - (color === 'white' ? 1 : 0)
        const state = next.getOrInsertComputed(`${red} ${white}`, () => ({ stock: { red, white }, mass: 0 }))
        state.mass += mass * probabilities[color]
        sum[color] += mass * probabilities[color]
        possible[color] = true
      }
    }
    states = [...next.values()]
    return applyFloor(sum, possible)
  })
}

const colorKeys = ['blue', 'white', 'red'] as const

/** Distributes a share of the probability evenly over the possible colours; a certain colour has exactly 0 or 1. */
function applyFloor(sum: ColorProbabilities, possible: Record<keyof ColorProbabilities, boolean>): ColorProbabilities {
  const count = colorKeys.filter((color) => possible[color]).length
  const floorProbability = (color: keyof ColorProbabilities) => {
    if (!possible[color]) return 0
    return count === 1 ? 1 : (1 - probabilityFloor) * sum[color] + probabilityFloor / count
  }
  return { blue: floorProbability('blue'), white: floorProbability('white'), red: floorProbability('red') }
}
