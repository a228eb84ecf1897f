import { expect, test } from 'bun:test'
import { isGeneration } from '../../grid/production-types.ts'
import { seedFactorSet, toGCo2eqPerKwhByType } from '../emission-factors.ts'
import { createNeighbourFactors, neighbourTypes } from './neighbour-types.ts'

const { lifeCycle, direct } = createNeighbourFactors(toGCo2eqPerKwhByType(seedFactorSet))

test('a fuel that France does not report takes the factor of the French fuel that it resembles', () => {
  const resembling = [
    ['FOSSIL_COAL_DERIVED_GAS', 418, 429],
    ['FOSSIL_BROWN_COAL_LIGNITE', 1060, 986],
    ['FOSSIL_PEAT', 1060, 986],
    ['FOSSIL_OIL_SHALE', 1060, 986],
    ['BIOGAS', 230, 494],
    ['HYDRO_PUMPED_STORAGE', 6, 0],
    ['OTHER_RENEWABLE', 230, 0],
    ['OTHER', 700, 429],
  ] as const
  expect(resembling.map(([type]) => [type, lifeCycle[type], direct[type]])).toEqual(resembling.map((row) => [...row]))
})

test('every type of a neighbour is generation and has a direct factor; only marine power has none in the life cycle', () => {
  expect(neighbourTypes.filter((type) => !isGeneration(type) || direct[type] === undefined)).toEqual([])
  expect(neighbourTypes.filter((type) => lifeCycle[type] === undefined)).toEqual(['MARINE'])
})

test('a synchronised factor of a French type changes that of the fuels that resemble it', () => {
  const changed = createNeighbourFactors({ FOSSIL_HARD_COAL: 1000 })
  expect(changed.lifeCycle['FOSSIL_PEAT']).toBe(1000)
  expect(changed.lifeCycle['BIOGAS']).toBeUndefined()
})
