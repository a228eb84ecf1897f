import { computeClearSky } from './clear-sky.ts'
import { type WeatherQuantity, weatherQuantities } from './national-weather.ts'
import { type WeatherPoint, weatherPoints } from './weather-points.ts'

/** What is read of a point: mean global radiation of the hour, and temperature and wind speed 100 m above ground at its start. Absent: not given. */
export type PointHour = { radiationWattsPerM2?: number; temperatureCelsius?: number; windMetresPerSecond?: number }
type PointVariable = keyof PointHour

/** National weather of an hour; a quantity of which too many points are missing is absent. */
export type NationalHour = Partial<Record<WeatherQuantity, number>>

/** Least share of a set of weights that must be there; the weights of the points that are there are scaled up to 1. */
const leastShare = 0.8

/** Values that no place of France has: they count as missing. */
const ranges = {
  radiationWattsPerM2: { least: 0, most: 1150 },
  temperatureCelsius: { least: -35, most: 50 },
  windMetresPerSecond: { least: 0, most: 60 },
} as const satisfies Record<PointVariable, { least: number; most: number }>

/** Radiation may exceed that of a cloudless sky between clouds, and where the grid cell of the model lies to the east or west of the point. */
const [clearSkyShare, clearSkyMargin] = [1.25, 50]

/** Typical power curves of the fleet: speed of half of the power, and its slope there, m/s. Old, usual and offshore turbines. */
const windCurves = {
  windFeature6: { half: 6, slope: 1.2 },
  windFeature8p5: { half: 8.5, slope: 1.5 },
  windFeature11: { half: 11, slope: 1.8 },
} as const satisfies Partial<Record<WeatherQuantity, { half: number; slope: number }>>
type WindFeature = keyof typeof windCurves

/** Speed around which turbines stop in a storm, m/s. */
const cutOut = { half: 24, slope: 1.5 } as const

/** Variable and set of weights of each quantity. The power of each point is summed, not taken from the mean speed: the curve is steep. */
const recipes: Readonly<Record<WeatherQuantity, { of: PointVariable; share: 'sun' | 'wind' | 'people' }>> = {
  radiationWattsPerM2: { of: 'radiationWattsPerM2', share: 'sun' },
  temperatureCelsius: { of: 'temperatureCelsius', share: 'people' },
  windFeature6: { of: 'windMetresPerSecond', share: 'wind' },
  windFeature8p5: { of: 'windMetresPerSecond', share: 'wind' },
  windFeature11: { of: 'windMetresPerSecond', share: 'wind' },
}

/** The weather of the country from that of its points, in their order. Every value must be plausible. */
export function aggregateHour(points: readonly PointHour[]): NationalHour {
  const national: NationalHour = {}
  for (const quantity of weatherQuantities) {
    const { of, share } = recipes[quantity]
    let [sum, weights] = [0, 0]
    for (const [index, point] of weatherPoints.entries()) {
      const value = points[index]?.[of]
      if (value === undefined) continue
      sum += point[share] * (isWindFeature(quantity) ? computeWindFeature(quantity, value) : value)
      weights += point[share]
    }
    if (weights >= leastShare) national[quantity] = sum / weights
  }
  return national
}

function isWindFeature(quantity: WeatherQuantity): quantity is WindFeature {
  return quantity in windCurves
}

/** Share of the full power, 0 to 1, that a power curve gives at a wind speed, m/s; 0 without wind. */
export function computeWindFeature(feature: WindFeature, metresPerSecond: number): number {
  const { half, slope } = windCurves[feature]
  const share = 1 / (1 + Math.exp(-(metresPerSecond - half) / slope)) - 1 / (1 + Math.exp(half / slope))
  return share / (1 + Math.exp((metresPerSecond - cutOut.half) / cutOut.slope))
}

/** Why a value of a point is not believed; null for a plausible one. */
export function findImplausibleWeather(
  point: WeatherPoint,
  variable: PointVariable,
  value: number,
  hourStartMs: number,
): string | null {
  const { least, most } = ranges[variable]
  if (!(value >= least && value <= most)) return `${variable} outside ${least} to ${most}`
  if (variable !== 'radiationWattsPerM2' || value <= clearSkyMargin) return null
  return value > clearSkyShare * computeClearSky(point, hourStartMs) + clearSkyMargin
    ? `${variable} above that of a cloudless sky`
    : null
}
