import type { HourLookup } from '../axis/filled-past.ts'

/** Weather models that a run may come from: their biases differ, so that each has regressions of its own. */
export const weatherModels = ['meteofrance_seamless', 'ecmwf_ifs025'] as const
export type WeatherModel = (typeof weatherModels)[number]

/** Means over the country, weighted by installed capacity or by people. An hour that lacks a quantity is absent from it. */
export const weatherQuantities = [
  'radiationWattsPerM2',
  'temperatureCelsius',
  'windFeature6',
  'windFeature8p5',
  'windFeature11',
] as const
export type WeatherQuantity = (typeof weatherQuantities)[number]

/**
 * The national weather of one model by start of the hour, ms: global radiation of the hour that begins then, temperature at its start, and the wind
 * features, Σ w·q(v) over the points for the three power curves. Past hours keep the value of the first run that covered them as past.
 */
export type ModelWeather = Readonly<Record<WeatherQuantity, HourLookup>>

/** The weather that was known at an instant, from the newest run up to it. A run too old to be used is no weather at all: null in its place. */
export type NationalWeather = {
  /** Instant from which the newest run was known, ms. */
  knownFromMs: number
  /** Set by recordings whose temperature is smoothed already; a forecast has the outdoor one, and it is smoothed here. */
  isTemperatureSmoothed?: boolean
  byModel: Readonly<Partial<Record<WeatherModel, ModelWeather>>>
}
