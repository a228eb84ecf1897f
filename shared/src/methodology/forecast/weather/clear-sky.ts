/** A place, degrees north and east. */
export type Coordinates = { latitude: number; longitude: number }

/** Where the panels of France stand: a point for each region, and its share of the installed power. */
const solarRegions: readonly (Coordinates & { weight: number })[] = [
  { latitude: 44.8, longitude: -0.3, weight: 0.26 },
  { latitude: 43.6, longitude: 2.2, weight: 0.21 },
  { latitude: 43.7, longitude: 5.8, weight: 0.14 },
  { latitude: 45.5, longitude: 4.5, weight: 0.11 },
  { latitude: 48.6, longitude: 5.8, weight: 0.06 },
  { latitude: 47.4, longitude: -0.9, weight: 0.06 },
  { latitude: 47.5, longitude: 1.7, weight: 0.05 },
  { latitude: 49.9, longitude: 2.8, weight: 0.03 },
  { latitude: 48.2, longitude: -2.9, weight: 0.03 },
  { latitude: 47.2, longitude: 4.8, weight: 0.04 },
  { latitude: 49.2, longitude: 0.2, weight: 0.01 },
]

/** Instants at which the sun of an hour is calculated, ms after its start. */
const momentsMs = [450_000, 1_350_000, 2_250_000, 3_150_000] as const
const dayMs = 86_400_000
const daysOfYear = 365.2425

/** Mean radiation on a level square metre under a cloudless sky over an hour, W/m², weighted by installed solar power. */
export function computeNationalClearSky(hourStartMs: number): number {
  return solarRegions.reduce((sum, point) => sum + point.weight * computeClearSky(point, hourStartMs), 0)
}

/** Mean radiation on a level square metre under a cloudless sky over an hour at one place, W/m² (model of Haurwitz, 1945). */
export function computeClearSky(place: Coordinates, hourStartMs: number): number {
  return momentsMs.reduce((sum, ms) => sum + computeRadiation(place, hourStartMs + ms), 0) / momentsMs.length
}

function computeRadiation(place: Coordinates, epochMs: number): number {
  const height = computeCosineOfZenith(place, epochMs)
  return height <= 0 ? 0 : 1098 * height * Math.exp(-0.059 / height)
}

/** Position of the sun by the Fourier series of Spencer (1971): declination and equation of time from the angle of the year. */
function computeCosineOfZenith({ latitude, longitude }: Coordinates, epochMs: number): number {
  const days = epochMs / dayMs
  const year = (2 * Math.PI * (days - Math.floor(days / daysOfYear) * daysOfYear)) / daysOfYear
  const [sin1, cos1, sin2, cos2] = [Math.sin(year), Math.cos(year), Math.sin(2 * year), Math.cos(2 * year)]
  const declination =
    0.006918 -
    0.399912 * cos1 +
    0.070257 * sin1 -
    0.006758 * cos2 +
    0.000907 * sin2 -
    0.002697 * Math.cos(3 * year) +
    0.00148 * Math.sin(3 * year)
  const equationOfTimeMinutes =
    229.18 * (0.000075 + 0.001868 * cos1 - 0.032077 * sin1 - 0.014615 * cos2 - 0.040849 * sin2)
  const minuteOfDay = (epochMs % dayMs) / 60_000
  const hourAngle = toRadians((minuteOfDay + equationOfTimeMinutes + 4 * longitude) / 4 - 180)
  const north = toRadians(latitude)
  return Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(hourAngle)
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
