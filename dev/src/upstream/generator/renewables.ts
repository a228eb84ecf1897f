import { getPosition } from 'suncalc'
import { clamp, computeNoise } from './noise.ts'
import { computeDailyBump, computeYearlyCosine, type Season } from './season.ts'

/** Approximate sites of the panels: north, south-west, south-east. */
const solarSites = [
  { latitude: 48.5, longitude: 1.5 },
  { latitude: 44.8, longitude: 0.5 },
  { latitude: 43.9, longitude: 5 },
] as const
/** Installed wind and solar power of the model, MW: upper limits of production and forecasts. */
export const solarPeakMw = 20_500
export const onshorePeakMw = 23_500
export const offshorePeakMw = 1_550

/** Solar output, MW, from the altitude of the sun (suncalc: small, sufficiently exact, no dependencies); 0 at night. */
export function generateSolarMw({ epochMs }: Season): number {
  const instant = new Date(epochMs)
  const heights = solarSites.map(({ latitude, longitude }) => getPosition(instant, latitude, longitude).altitude)
  const irradiance = heights.reduce((sum, degrees) => sum + computeClearSky(degrees), 0) / heights.length
  return solarPeakMw * irradiance * generateClearness(epochMs)
}

/** Share of the radiation of a cloudless sky that reaches the ground. */
export function generateClearness(epochMs: number): number {
  return 0.76 + 0.24 * computeNoise(epochMs, 14, 21)
}

/** Onshore wind, MW: stronger in winter, persistent over days, variable over hours. */
export function generateWindOnshoreMw({ epochMs, winter }: Season): number {
  const weather = 0.8 * computeNoise(epochMs, 48, 31) + 0.3 * computeNoise(epochMs, 6, 32)
  return onshorePeakMw * limitCapacityFactor((0.22 + 0.09 * winter) * Math.exp(1.35 * weather), 0.8)
}

/** Offshore wind, MW. */
export function generateWindOffshoreMw({ epochMs, winter }: Season): number {
  const weather = 0.8 * computeNoise(epochMs, 40, 33) + 0.3 * computeNoise(epochMs, 6, 34)
  return offshorePeakMw * limitCapacityFactor((0.36 + 0.12 * winter) * Math.exp(1.2 * weather), 0.96)
}

/** Hydro power by type, MW. Turbining serves the peaks; pumping (at most 0) uses nights and sunny afternoons. */
export function generateHydroMw(season: Season): {
  runOfRiver: number
  reservoir: number
  turbined: number
  pumping: number
} {
  const { epochMs, hourOfDay, dayOfYear, winter } = season
  const peaks = 0.6 * computeDailyBump(hourOfDay, 8, 2) + computeDailyBump(hourOfDay, 19, 2.2)
  const melt = computeYearlyCosine(dayOfYear, 115)
  const sunnyAfternoon = Math.max(0, -winter) * computeDailyBump(hourOfDay, 14.5, 2)
  const wanted = 1 + 0.2 * computeNoise(epochMs, 60, 43)
  return {
    runOfRiver: clamp(4_500 + 1_300 * melt + 600 * computeNoise(epochMs, 120, 41) + 250 * peaks, 2_200, 7_500),
    reservoir: clamp(
      900 + 350 * computeNoise(epochMs, 36, 42) + peaks * (1_900 + 900 * Math.max(0, winter)),
      60,
      5_400,
    ),
    turbined: Math.max(0, 3_100 * peaks * wanted - 300),
    pumping: -Math.max(0, (2_900 * computeDailyBump(hourOfDay, 3.5, 2.2) + 1_700 * sunnyAfternoon) * wanted - 200),
  }
}

/** Biogas, biomass and waste, MW: nearly constant. */
export function generateBioenergyMw({ epochMs }: Season): { biogas: number; biomass: number; waste: number } {
  return {
    biogas: 292 + 14 * computeNoise(epochMs, 72, 51),
    biomass: 350 + 90 * computeNoise(epochMs, 50, 52),
    waste: 325 + 70 * computeNoise(epochMs, 60, 53),
  }
}

function computeClearSky(heightDegrees: number): number {
  return heightDegrees <= 0 ? 0 : Math.sin((heightDegrees * Math.PI) / 180) ** 1.15
}

/** Limits a raw factor smoothly to the ceiling. */
function limitCapacityFactor(raw: number, ceiling: number): number {
  return ceiling * (1 - Math.exp(-raw / ceiling))
}
