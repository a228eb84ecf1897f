import { describe, expect, test } from 'bun:test'
import { aggregateHour, computeWindFeature, findImplausibleWeather, type PointHour } from './aggregate-weather.ts'
import { weatherPoints } from './weather-points.ts'

const everywhere = (hour: PointHour): PointHour[] => weatherPoints.map(() => hour)
const noon = Date.parse('2025-06-21T12:00:00Z')

test('there are at most 32 points, and each set of weights adds up to 1', () => {
  expect(weatherPoints.length).toBeLessThanOrEqual(32)
  for (const share of ['sun', 'wind', 'people'] as const) {
    expect(weatherPoints.reduce((sum, point) => sum + point[share], 0)).toBeCloseTo(1, 9)
  }
})

test('the weighted wind features of four points are those of an independent calculation', () => {
  const weights = [0.4, 0.3, 0.2, 0.1]
  const sums = (['windFeature6', 'windFeature8p5', 'windFeature11'] as const).map((feature) =>
    weights.reduce((sum, weight, point) => {
      const speed = Math.max(0, 8 + 4 * Math.sin(point) + 2 * Math.sin(2 * point))
      return sum + weight * computeWindFeature(feature, speed)
    }, 0),
  )
  expect(sums.map((value) => value.toFixed(4))).toEqual(['0.9067', '0.6419', '0.3845'])
})

test('there is no power without wind, and hardly any in a storm', () => {
  expect(computeWindFeature('windFeature6', 0)).toBe(0)
  expect(computeWindFeature('windFeature6', 35)).toBeLessThan(0.001)
})

describe('the weather of the country', () => {
  const complete = { radiationWattsPerM2: 400, temperatureCelsius: 12, windMetresPerSecond: 8.5 }

  test('of points with the same weather is that weather', () => {
    const national = aggregateHour(everywhere(complete))
    expect(national.radiationWattsPerM2).toBeCloseTo(400, 9)
    expect(national.temperatureCelsius).toBeCloseTo(12, 9)
    expect(national.windFeature8p5).toBeCloseTo(computeWindFeature('windFeature8p5', 8.5), 9)
  })

  test('is the mean of the power of the points, not the power of their mean speed', () => {
    const points = weatherPoints.map((_, index) => ({ windMetresPerSecond: index % 2 === 0 ? 4 : 13 }))
    const mean = weatherPoints.reduce((sum, { wind }, index) => sum + wind * (index % 2 === 0 ? 4 : 13), 0)
    const { windFeature8p5 = 0 } = aggregateHour(points)
    expect(Math.abs(windFeature8p5 - computeWindFeature('windFeature8p5', mean))).toBeGreaterThan(0.03)
  })

  test('without points that hold up to a fifth of the weights is the mean of the others', () => {
    const paris = weatherPoints.findIndex(({ name }) => name === 'Paris')
    const points = everywhere(complete).with(paris, {})
    expect(aggregateHour(points).temperatureCelsius).toBeCloseTo(12, 9)
    expect(aggregateHour(points.with(0, { temperatureCelsius: 12 }))).toHaveProperty('windFeature6')
  })

  test('lacks a quantity of which less than four fifths of the weights are there, and no other one', () => {
    const withoutBordeaux = everywhere(complete).map((hour, index) =>
      ['Bordeaux', 'Toulouse'].includes(weatherPoints[index]?.name ?? '') ? {} : hour,
    )
    const national = aggregateHour(withoutBordeaux)
    expect(national).not.toHaveProperty('radiationWattsPerM2')
    expect(national.temperatureCelsius).toBeCloseTo(12, 9)
    expect(aggregateHour([])).toEqual({})
  })
})

describe('a value of a point', () => {
  const [point] = weatherPoints
  if (point === undefined) throw new Error('no point')

  test.each([
    ['temperatureCelsius', -35, true],
    ['temperatureCelsius', -35.1, false],
    ['temperatureCelsius', 50.1, false],
    ['windMetresPerSecond', 60, true],
    ['windMetresPerSecond', 60.1, false],
    ['windMetresPerSecond', -0.1, false],
    ['radiationWattsPerM2', 1000, true],
    ['radiationWattsPerM2', 1151, false],
    ['radiationWattsPerM2', -1, false],
    ['temperatureCelsius', Number.NaN, false],
  ] as const)('%s of %p at a summer noon is believed: %p', (variable, value, isBelieved) => {
    expect(findImplausibleWeather(point, variable, value, noon) === null).toBe(isBelieved)
  })

  test('of radiation is refused above a quarter more than the cloudless sky of the point itself', () => {
    const night = Date.parse('2025-06-21T23:00:00Z')
    expect(findImplausibleWeather(point, 'radiationWattsPerM2', 50, night)).toBeNull()
    expect(findImplausibleWeather(point, 'radiationWattsPerM2', 51, night)).toContain('cloudless')
    // At this dawn the sun is up in the east of the country, and not yet in the west.
    const dawn = Date.parse('2025-09-22T05:00:00Z')
    const [east, west] = ['Strasbourg', 'Brest'].map((name) => weatherPoints.find((one) => one.name === name) ?? point)
    if (east === undefined || west === undefined) throw new Error('no such point')
    expect(findImplausibleWeather(east, 'radiationWattsPerM2', 65, dawn)).toBeNull()
    expect(findImplausibleWeather(west, 'radiationWattsPerM2', 65, dawn)).toContain('cloudless')
  })
})
