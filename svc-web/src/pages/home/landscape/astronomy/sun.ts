import { dayMs, degreesToRadians, j2000Ms, normalizeDegrees, radiansToDegrees } from './angles.ts'

/** A place on the ground, degrees; east is positive. */
export type Place = { latitude: number; longitude: number }

/** The geographic centre of metropolitan France without islands, at Vesdun (Institut national de l’information géographique et forestière). */
export const middleOfFrance: Place = { latitude: 46.54, longitude: 2.43 }

/** Rise, highest point and set of the sun on a day, ms since the epoch. */
export type SunTimes = { riseMs: number; noonMs: number; setMs: number }

/** Altitude of the sun's centre when its upper edge touches the horizon: refraction of 34′ and a radius of 16′. */
const horizonAltitude = -0.833
/** Hour angle that the sun passes in a day, degrees. */
const degreesPerDay = 360

/**
 * Sunrise and sunset at a place, within about a minute between the polar circles (solar coordinates of the Astronomical Almanac, good to 1′ from 1950 to 2050).
 *
 * @param date `YYYY-MM-DD` at the place
 */
export function findSunTimes(date: string, place: Place = middleOfFrance): SunTimes {
  const middayMs = Date.parse(`${date}T12:00:00Z`)
  const noonAt = (atMs: number) =>
    middayMs - ((place.longitude + computeSun(atMs).equationOfTime) / degreesPerDay) * dayMs
  const noonMs = noonAt(middayMs)
  /** The declination changes by up to 0.4° a day: it is computed again at the first result. */
  const refine = (side: -1 | 1): number => {
    const find = (atMs: number) =>
      noonAt(atMs) + (side * computeHalfDay(computeSun(atMs).declination, place) * dayMs) / 360
    return find(find(noonMs))
  }
  return { riseMs: refine(-1), noonMs, setMs: refine(1) }
}

/** Hour angle of sunset, degrees: 0 in polar night, 180 in polar day. */
function computeHalfDay(declination: number, { latitude }: Place): number {
  const [sun, place, horizon] = [declination, latitude, horizonAltitude].map(degreesToRadians) as [
    number,
    number,
    number,
  ]
  const cosine = (Math.sin(horizon) - Math.sin(place) * Math.sin(sun)) / (Math.cos(place) * Math.cos(sun))
  return radiansToDegrees(Math.acos(Math.min(1, Math.max(-1, cosine))))
}

/** Declination and equation of time (apparent less mean solar time), degrees. */
function computeSun(atMs: number): { declination: number; equationOfTime: number } {
  const days = (atMs - j2000Ms) / dayMs
  const anomaly = degreesToRadians(357.529 + 0.98560028 * days)
  const meanLongitude = 280.459 + 0.98564736 * days
  const longitude = degreesToRadians(meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const obliquity = degreesToRadians(23.439 - 0.00000036 * days)
  const rightAscension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude))
  const difference = normalizeDegrees(meanLongitude - radiansToDegrees(rightAscension))
  return {
    declination: radiansToDegrees(Math.asin(Math.sin(obliquity) * Math.sin(longitude))),
    equationOfTime: difference > 180 ? difference - 360 : difference,
  }
}
