import { expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import { createNearestPath, findNearestParameter } from './near-miss.ts'

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
  expect(findNearestParameter(given, schedule)).toBe(meant)
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
