import { hourMs } from '../../../time/instant.ts'
import { computeNationalClearSky } from '../weather/clear-sky.ts'
import type { ModelWeather, NationalWeather, WeatherModel } from '../weather/national-weather.ts'
import { computeMadeUpWindMw } from './made-up-past.ts'

/** Greatest power of the made-up fleet, MW. */
const fleetMw = 12_000

/**
 * The weather of the made-up grid as known at an instant: wind blows as its turbines run, and the sky is evenly cloudy. It reaches 120 days back and
 * five days ahead.
 *
 * @param models whose weather it is, each with the last hour after the instant that it knows
 */
export function createMadeUpWeather(
  now: Temporal.Instant,
  models: Partial<Record<WeatherModel, number>> = { meteofrance_seamless: 120 },
): NationalWeather {
  const lookUp = (value: (startMs: number) => number, lastHour: number) => ({
    get: (startMs: number) => (startMs <= now.epochMilliseconds + lastHour * hourMs ? value(startMs) : undefined),
  })
  const createModel = (lastHour: number): ModelWeather => ({
    radiationWattsPerM2: lookUp((startMs) => 0.6 * computeNationalClearSky(startMs), lastHour),
    temperatureCelsius: lookUp((startMs) => 10 + 6 * Math.sin(startMs / (37 * hourMs)), lastHour),
    windFeature6: lookUp((startMs) => computeMadeUpWindMw(startMs) / fleetMw, lastHour),
    windFeature8p5: lookUp(() => 0, lastHour),
    windFeature11: lookUp(() => 0, lastHour),
  })
  const byModel = Object.entries(models).map(([model, lastHour]) => [model, createModel(lastHour)])
  return { knownFromMs: now.epochMilliseconds, byModel: Object.fromEntries(byModel) }
}
