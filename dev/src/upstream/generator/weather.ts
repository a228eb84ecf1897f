import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { type Coordinates, computeClearSky } from '@hexawatt/shared/methodology/forecast/weather/clear-sky'
import type { WeatherModel } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import { hourMs } from '@hexawatt/shared/time/instant'
import { generateTemperatureCelsius } from './load.ts'
import { clamp, computeNoise } from './noise.ts'
import {
  generateClearness,
  generateWindOffshoreMw,
  generateWindOnshoreMw,
  offshorePeakMw,
  onshorePeakMw,
} from './renewables.ts'
import { toSeason } from './season.ts'

/** Places, full hours and the run that is asked for. */
export type WeatherQuestion = {
  places: readonly Coordinates[]
  models: readonly WeatherModel[]
  /** Full hours, ms, as the publisher stamps them. */
  stamps: readonly number[]
  /** When the newest runs were made, ms. */
  issuedMs: number
}

/** Values of a place at the stamps, by model; null beyond the range of the model. Wind in m/s. */
export type PlaceWeather = Readonly<Record<WeatherModel, Readonly<Record<WeatherVariable, (number | null)[]>>>>
export const weatherVariables = ['temperature_2m', 'wind_speed_100m', 'wind_speed_10m', 'shortwave_radiation'] as const
export type WeatherVariable = (typeof weatherVariables)[number]

/** How each model differs: hours between its runs and of its range, its bias, and the seed of its errors. */
const models = {
  meteofrance_seamless: { everyHours: 3, rangeHours: 102, warmer: 0, windFactor: 1, seed: 301 },
  ecmwf_ifs025: { everyHours: 6, rangeHours: 16 * 24, warmer: 0.3, windFactor: 0.95, seed: 311 },
} as const satisfies Record<WeatherModel, unknown>

/** Weather of the country in an hour as a run has it. */
type NationalSky = { temperature: number; windMetresPerSecond: number; clearness: number }

/**
 * The weather that the generated load, wind and sun follow. What a run says of an hour differs from what comes by an error that grows with the root of the
 * lead; it depends on the hour and the model only, so that later runs come closer.
 */
export function generateWeather({ places, models: asked, stamps, issuedMs }: WeatherQuestion): PlaceWeather[] {
  const skies = new Map(asked.map((model) => [model, stamps.map((stamp) => computeSky(model, stamp, issuedMs))]))
  return places.map((place, index) => {
    const generated = asked.map((model) => [model, describePlace(place, 400 + index, stamps, skies.get(model) ?? [])])
    // A model that is not asked for is not written.
    return Object.fromEntries(generated) as PlaceWeather
  })
}

/** How far off a run is: degrees too warm, and wind and sun as a multiple of what comes. */
export type RunErrors = { degrees: number; windFactor: number; sunFactor: number }

/** Errors of what the newest run at an instant says of an hour to come; null beyond the range of the model. */
export function computeRunErrors(model: WeatherModel, stampMs: number, issuedMs: number): RunErrors | null {
  const { everyHours, rangeHours, seed } = models[model]
  const everyMs = everyHours * hourMs
  const leadHours = (stampMs - Math.floor(issuedMs / everyMs) * everyMs) / hourMs
  if (leadHours > rangeHours) return null
  const growth = Math.sqrt(Math.max(0, leadHours) / 24)
  const middleMs = stampMs + hourMs / 2
  return {
    degrees: growth * computeNoise(middleMs, 30, seed),
    windFactor: 1 + 0.12 * growth * computeNoise(middleMs, 18, seed + 1),
    sunFactor: Math.max(0.05, 1 + 0.16 * growth * computeNoise(middleMs, 11, seed + 2)),
  }
}

/** The sky of the hour that begins at a stamp; null beyond the range of the run. */
function computeSky(model: WeatherModel, stampMs: number, issuedMs: number): NationalSky | null {
  const errors = computeRunErrors(model, stampMs, issuedMs)
  if (errors === null) return null
  const { warmer, windFactor } = models[model]
  const middleMs = stampMs + hourMs / 2
  const season = toSeason(middleMs)
  const windShare = (generateWindOnshoreMw(season) + generateWindOffshoreMw(season)) / (onshorePeakMw + offshorePeakMw)
  return {
    temperature: generateTemperatureCelsius(season) + warmer + errors.degrees,
    windMetresPerSecond: toWindSpeed(windShare) * windFactor * errors.windFactor,
    clearness: clamp(generateClearness(middleMs) * errors.sunFactor, 0.05, 1),
  }
}

/** Wind speed at which turbines give this share of their power. */
function toWindSpeed(share: number): number {
  const known = clamp(share, 0.01, 0.97)
  return Math.max(0.3, 8.8 + 1.6 * Math.log(known / (1 - known)))
}

/** Wind at 10 m as a share of that at 100 m. */
const windShareAt10m = 1 / 1.35

function describePlace(
  place: Coordinates,
  seed: number,
  stamps: readonly number[],
  skies: readonly (NationalSky | null)[],
): Record<WeatherVariable, (number | null)[]> {
  const northOfMean = place.latitude - 46.5
  const windOfPlace = (stampMs: number) => 1 + 0.12 * computeNoise(stampMs, 12, seed)
  const wind = stamps.map((stamp, at) => {
    const sky = skies[at]
    return sky == null ? null : sky.windMetresPerSecond * windOfPlace(stamp)
  })
  return {
    temperature_2m: stamps.map((stamp, at) => {
      const sky = skies[at]
      return sky == null
        ? null
        : roundHalfAwayFromZero(sky.temperature - 0.6 * northOfMean + computeNoise(stamp, 24, seed + 50), 1)
    }),
    wind_speed_100m: wind.map((speed) => speed && roundHalfAwayFromZero(speed, 2)),
    wind_speed_10m: wind.map((speed) => speed && roundHalfAwayFromZero(speed * windShareAt10m, 2)),
    // The mean of the hour that ends at the stamp: its sky is that of the stamp before.
    shortwave_radiation: stamps.map((stamp, at) => {
      const sky = skies[Math.max(0, at - 1)]
      return sky == null ? null : roundHalfAwayFromZero(computeClearSky(place, stamp - hourMs) * sky.clearness, 1)
    }),
  }
}
