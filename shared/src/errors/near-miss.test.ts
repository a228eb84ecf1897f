import { expect, test } from 'bun:test'
import { getSchedule } from '../contract/operations/get-schedule.ts'
import { operations } from '../contract/operations.ts'
import { listParameterNames } from '../testing/operation-queries.ts'
import { createNearestPath, findNearestWord } from './near-miss.ts'

const schedule = listParameterNames(getSchedule)
const nearestPath = createNearestPath(operations.map(({ path }) => path))

test.each([
  ['energyKwh', 'energyKWh'],
  ['energy_kwh', 'energyKWh'],
  ['energy', 'energyKWh'],
  ['duration', 'durationMinutes'],
  ['maxSegment', 'maxSegments'],
  ['WPRICE', 'wPrice'],
  ['profil', 'profile'],
  ['lastest', 'latest'],
  ['offpe', 'offPeak'],
  ['zone', null],
  ['x', null],
  ['', null],
  ['e'.repeat(61), null],
])('the misspelt schedule parameter %p suggests %p', (given, meant) => {
  expect(findNearestWord(given, schedule)).toBe(meant)
})

test.each([
  ['/v1/carbon/intensty', '/v1/carbon/intensity'],
  ['/V1/Carbon/Intensity', '/v1/carbon/intensity'],
  ['/carbon/intensity', '/v1/carbon/intensity'],
  ['/api/v1/carbon/intensity', '/v1/carbon/intensity'],
  ['/v2/carbon-intensity', '/v1/carbon/intensity'],
  ['/v1/intensity', '/v1/carbon/intensity'],
  ['/v1/plans', '/api/plans'],
  ['/v1/score/forcast', '/v1/score/forecast'],
  ['/nowhere', null],
  ['/', null],
])('the misspelt path %p suggests %p', (given, meant) => {
  expect(nearestPath(given)).toBe(meant)
})
