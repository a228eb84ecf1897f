import type { Recording } from '../recording.ts'
import type { Situation } from '../situation.ts'
import { gramsOf, gramsOfLastDays, type Mix, newestRealised, type Realised } from './generation.ts'
import type { Hours, Known } from './known.ts'
import { mean, readScale, roundTo } from './numbers.ts'
import { dateLater, hour, parisTime, strike } from './paris.ts'

export type Carbon = { score: number; grams: number; kind: 'now' | 'ahead' | 'same hour' | 'median' }

const scale: [number, number][] = [
  [14.09, 100],
  [17.5, 90],
  [22.53, 75],
  [29.29, 60],
  [44.53, 30],
  [57.9, 15],
  [90, 0],
]

/** The hour's forecast; beyond the last one the same hour of the day before, and so on for a week. */
function lastForecast(hours: Hours | undefined, at: number): number | null {
  const exact = hours?.get(at)
  if (exact !== undefined) return exact
  const clock = parisTime(at)
  for (let back = 1; back <= 7; back += 1) {
    const before = hours?.get(strike(dateLater(clock.date, -back), clock.hour))
    if (before !== undefined) return before
  }
  return null
}

/** Wind and sun of an hour, MW by type: null without sun or wind on land. Wind at sea goes on as it was. `isExact`: only what was published of that very hour. */
export function windAndSunAt(known: Known, realised: Realised | null, at: number, isExact = false): Mix | null {
  const ahead = (type: string) =>
    isExact ? (known.windAndSun[type]?.get(at) ?? null) : lastForecast(known.windAndSun[type], at)
  const [sun, land, sea] = [ahead('SOLAR'), ahead('WIND_ONSHORE'), ahead('WIND_OFFSHORE')]
  if (sun === null || land === null) return null
  const mix: Mix = { SOLAR: sun, WIND_ONSHORE: land }
  const atSea = sea ?? realised?.mix['WIND_OFFSHORE']
  return atSea === undefined ? mix : { ...mix, WIND_OFFSHORE: Math.max(0, atSea) }
}

/** Rates carbon: `now` from the newest hour, `ahead` from the projected mix. */
export function carbonRater(recording: Recording, situation: Situation, known: Known) {
  const { now } = known
  const realised = newestRealised(recording, situation, now)
  const recent = realised !== null && now - realised.end <= 6 * hour ? realised : null
  const past = [...gramsOfLastDays(recording, situation, now)]

  function projected(at: number): number | null {
    const mix = recent && windAndSunAt(known, recent, at)
    return mix && recent ? gramsOf({ ...recent.mix, ...mix }) : null
  }

  function estimate(at: number): Omit<Carbon, 'score'> {
    const sameHour = past.filter(([start]) => parisTime(start).hour === parisTime(at).hour).map(([, grams]) => grams)
    return past.length < 48 || sameHour.length === 0
      ? { grams: 22.53, kind: 'median' }
      : { grams: mean(sameHour), kind: 'same hour' }
  }

  const { SOLAR, WIND_ONSHORE, WIND_OFFSHORE = 0 } = recent?.mix ?? {}

  return {
    realised,
    /** Wind and sun of the newest hour, MW, while it still counts as the present. */
    measuredWindAndSun:
      SOLAR === undefined || WIND_ONSHORE === undefined ? undefined : SOLAR + WIND_ONSHORE + WIND_OFFSHORE,
    projected,
    /** `forecast`: what the forecast says of the hour; undefined when the last mix is carried over. */
    rate(at: number, isAhead: boolean, forecast?: number | null): Carbon {
      const ahead = forecast === undefined ? projected(at) : forecast
      const grams = isAhead ? ahead : (recent?.grams ?? null)
      const carbon = grams === null ? estimate(at) : { grams, kind: isAhead ? ('ahead' as const) : ('now' as const) }
      return { ...carbon, score: roundTo(readScale(scale, carbon.grams), 1) }
    },
  }
}
