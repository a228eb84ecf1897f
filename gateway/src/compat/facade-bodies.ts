import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { formatZoneName } from '@hexawatt/shared/config/zone'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { electricityMapsBase } from '@hexawatt/shared/contract/formats/electricity-maps'
import {
  type ElectricityMapsForecast,
  type ElectricityMapsHour,
  estimationMethod,
} from '@hexawatt/shared/contract/formats/electricity-maps-bodies'
import { EvccForecast, exportedZone } from '@hexawatt/shared/contract/formats/export-bodies'
import { operations } from '@hexawatt/shared/contract/operations'
import { getElectricityMapsZones } from '@hexawatt/shared/contract/operations/get-electricity-maps-zones'
import { hourMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'

/** An instant in the form of the original; its hour where it must be one. */
const instantText = (ms: number): string => new Date(ms).toISOString()
const hourOf = (ms: number): number => Math.floor(ms / hourMs) * hourMs

/** Grams as the clients of the original read them: whole. */
const wholeGrams = (gCo2PerKwh: number): number => roundHalfAwayFromZero(gCo2PerKwh, 0)

function hour(
  gCo2PerKwh: number,
  startMs: number,
  madeMs: { created: number; updated: number },
  isEstimated: boolean,
): ElectricityMapsHour {
  return {
    zone: exportedZone,
    carbonIntensity: wholeGrams(gCo2PerKwh),
    datetime: instantText(startMs),
    updatedAt: instantText(madeMs.updated),
    createdAt: instantText(madeMs.created),
    emissionFactorType: 'lifecycle',
    isEstimated,
    estimationMethod: isEstimated ? estimationMethod : null,
  }
}

/**
 * The newest published hour.
 *
 * @param body of `GET /v1/carbon/intensity`
 * @param changedAtMs when its data last changed, ms; null = unknown
 * @param isDegraded a source was late or missing
 */
export function latestBody(body: unknown, changedAtMs: number | null, isDegraded: boolean): ElectricityMapsHour {
  const { timestamp, dataSlotStart, estimatedGCo2PerKwh } = v.parse(v.object(CarbonIntensityFields), body)
  const made = changedAtMs ?? Date.parse(timestamp)
  const startMs = hourOf(Date.parse(dataSlotStart ?? timestamp))
  return hour(estimatedGCo2PerKwh, startMs, { created: made, updated: made }, isDegraded || dataSlotStart === null)
}

/** A newer service may answer more fields. */
const { timestamp, dataSlotStart, estimatedGCo2PerKwh } = CarbonIntensityResponse.entries
const CarbonIntensityFields = { timestamp, dataSlotStart, estimatedGCo2PerKwh }

/**
 * The coming hours from the one in progress on.
 *
 * @param body of `GET /v1/export/evcc?quantity=carbon`, which begins with the quarter-hour in progress
 * @param changedAtMs when the forecast last changed, ms; null = unknown
 */
export function forecastBody(body: unknown, changedAtMs: number | null, nowMs: number): ElectricityMapsForecast {
  const byHour = new Map<number, number>()
  for (const { start, value } of v.parse(EvccForecast, body)) byHour.getOrInsert(hourOf(Date.parse(start)), value)
  return {
    zone: exportedZone,
    forecast: [...byHour].map(([startMs, value]) => ({
      carbonIntensity: wholeGrams(value),
      datetime: instantText(startMs),
    })),
    updatedAt: instantText(changedAtMs ?? hourOf(nowMs)),
  }
}

const HistoryPoints = v.object({
  points: v.array(
    v.object({
      timestamp: v.string(),
      carbonSlotStart: v.nullable(v.string()),
      carbonIntensityGco2Kwh: v.nullable(v.number()),
    }),
  ),
})

/**
 * The hours that the points of a history describe, in order. A point is computed an hour or two after the hour that its intensity describes, and an
 * hour is described by several points: the newest of them counts.
 *
 * @param body of `GET /v1/score/history` with raw granularity
 */
export function pastHours(body: unknown): ElectricityMapsHour[] {
  const byHour = new Map<number, { value: number; created: number; updated: number }>()
  for (const { timestamp, carbonSlotStart, carbonIntensityGco2Kwh } of v.parse(HistoryPoints, body).points) {
    if (carbonSlotStart === null || carbonIntensityGco2Kwh === null) continue
    const updated = Date.parse(timestamp)
    const startMs = Date.parse(carbonSlotStart)
    const { created } = byHour.get(startMs) ?? { created: updated }
    byHour.set(startMs, { value: carbonIntensityGco2Kwh, created, updated })
  }
  return [...byHour]
    .toSorted(([one], [other]) => one - other)
    .map(([startMs, { value, ...made }]) => hour(value, startMs, made, false))
}

/** The zone with the paths that a caller may ask for. @param isDemo the demo key reaches no past */
export function zonesBody(isDemo: boolean, zone: string) {
  const access = operations
    .filter(
      ({ isFacade, isClosedToDemo, id }) =>
        isFacade && id !== getElectricityMapsZones.id && !(isDemo && isClosedToDemo),
    )
    .map(({ path }) => path.slice(electricityMapsBase.length + 1))
  return { [zone]: { zoneName: formatZoneName(zone), access } }
}
