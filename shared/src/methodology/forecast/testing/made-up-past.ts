import { hourMs } from '../../../time/instant.ts'
import { addParisDays, toParisTime } from '../../../time/paris.ts'
import type { AnalogInputs } from '../analog-forecast.ts'
import type { HourLookup, PublishedSeries } from '../axis/filled-past.ts'

/** Value of a series in the hour that begins at `startMs`; `hourOfDay` is the hour of Paris. */
type MadeUp = (startMs: number, hourOfDay: number) => number

const hourOfDay = (startMs: number): number => toParisTime(Temporal.Instant.fromEpochMilliseconds(startMs)).hour

/** −1 … 1, the same for the same hour, without a daily pattern. */
const wave = (startMs: number, hours: number): number => Math.sin((2 * Math.PI * startMs) / (hours * hourMs))

const wind: MadeUp = (startMs) => 6000 + 3000 * wave(startMs, 61)
const sun: MadeUp = (_, hour) => Math.max(0, 8000 * Math.sin((Math.PI * (hour - 6)) / 14))
const load: MadeUp = (startMs, hour) =>
  50_000 + 6000 * Math.sin((Math.PI * (hour - 8)) / 12) + 1500 * wave(startMs, 170)
/** Gas covers the load that nuclear power, wind and sun leave, so similar hours have a similar mix. */
const gas: MadeUp = (startMs, hour) => {
  const residual = load(startMs, hour) - wind(startMs, hour) - sun(startMs, hour)
  return Math.max(400, 0.25 * (residual - 32_000))
}

const generation: Readonly<Record<string, MadeUp>> = {
  NUCLEAR: (startMs) => 38_000 + 800 * wave(startMs, 400),
  FOSSIL_GAS: gas,
  FOSSIL_HARD_COAL: () => 30,
  FOSSIL_OIL: () => 90,
  HYDRO_PUMPED_STORAGE: (_, hour) => (hour >= 18 && hour < 22 ? 1500 : 0),
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: (startMs) => 5000 + 300 * wave(startMs, 300),
  HYDRO_WATER_RESERVOIR: (_, hour) => (hour >= 7 && hour < 21 ? 2500 : 1200),
  BIOMASS: () => 600,
  WASTE: () => 250,
  SOLAR: (startMs, hour) => 0.95 * sun(startMs, hour),
  WIND_ONSHORE: (startMs, hour) => 1.05 * wind(startMs, hour),
}

/** Omitted parts of the invented past. */
export type Omitted = { daysBack?: number; load?: true; price?: true; weather?: true; generationHoursLate?: number }

/** How many Paris days ahead forecasts of wind, sun and consumption reach: 1 is to the end of today. */
export type Horizon = { weatherDays?: number; loadDays?: number }

/** The inputs of an issue at `now` in a made-up grid without holes. */
export function createMadeUpInputs(now: Temporal.Instant, omitted: Omitted & Horizon = {}): AnalogInputs {
  const { daysBack = 60, generationHoursLate = 0, weatherDays = 1, loadDays = 1 } = omitted
  const fromMs = now.epochMilliseconds - daysBack * 24 * hourMs
  const knownUntilMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs - (1 + generationHoursLate) * hourMs
  const lookup = (value: MadeUp, untilMs: number): HourLookup => ({
    get: (startMs) => (startMs >= fromMs && startMs < untilMs ? value(startMs, hourOfDay(startMs)) : undefined),
  })
  const published = (value: MadeUp, isOmitted = false, days = 1): PublishedSeries => {
    const publishedUntilMs = addParisDays(now, days).epochMilliseconds
    return { byHour: isOmitted ? new Map() : lookup(value, publishedUntilMs), publishedUntilMs }
  }
  return {
    generation: {
      mwByType: Object.fromEntries(
        Object.entries(generation).map(([type, value]) => [type, lookup(value, knownUntilMs)]),
      ),
      knownUntilMs,
    },
    windAndSun: {
      windOnshore: published(wind, omitted.weather, weatherDays),
      windOffshore: published(() => 0, true),
      solar: published(sun, omitted.weather, weatherDays),
    },
    weather: null,
    load: published(load, omitted.load, loadDays),
    price: published((startMs, hour) => 20 + gas(startMs, hour) / 60, omitted.price),
    factors: { lifeCycle: { NUCLEAR: 3.7, FOSSIL_GAS: 418 }, direct: { NUCLEAR: 0, FOSSIL_GAS: 429 } },
  }
}

/** Actual power in an hour, MW. */
export const computeMadeUpWindMw = (startMs: number): number => wind(startMs, 0)
export const computeMadeUpGasMw = (startMs: number): number => gas(startMs, hourOfDay(startMs))
