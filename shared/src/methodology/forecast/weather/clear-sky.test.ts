import { expect, test } from 'bun:test'
import { computeClearSky, computeNationalClearSky } from './clear-sky.ts'

test.each([
  ['2024-06-21T12:00:00Z', 943.3203],
  ['2024-06-21T05:00:00Z', 185.5847],
  ['2024-12-21T11:00:00Z', 331.9151],
  ['2024-03-20T17:00:00Z', 58.4126],
  ['2024-01-01T06:00:00Z', 0],
])('the cloudless radiation of the hour from %s is %p W/m², to four decimals', (hour, wattsPerSquareMetre) => {
  expect(computeNationalClearSky(Date.parse(hour))).toBeCloseTo(wattsPerSquareMetre, 4)
})

test('the sun rises in Strasbourg half an hour before it rises in Brest', () => {
  const dawn = Date.parse('2025-09-22T05:00:00Z')
  const [strasbourg, brest] = [
    { latitude: 48.6, longitude: 7.7 },
    { latitude: 48.4, longitude: -4.5 },
  ].map((place) => computeClearSky(place, dawn))
  expect(strasbourg).toBeGreaterThan(10)
  expect(brest).toBe(0)
})
