import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { formatZoneName } from '@hexawatt/shared/config/zone'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import {
  type ElectricityMapsForecast,
  type ElectricityMapsHour,
  estimationMethod,
} from '@hexawatt/shared/contract/formats/electricity-maps-bodies'
import { EvccForecast, exportedZone } from '@hexawatt/shared/contract/formats/export-bodies'
import { operations } from '@hexawatt/shared/contract/operations'
import { type CachedBody, createCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'
import { hourMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { varyOf } from '../http/representations.ts'
import type { OwnOperation } from '../pipeline/admitted-request.ts'

/** An instant in the format of Electricity Maps; for some fields rounded down to the hour. */
const formatInstant = (ms: number): string => new Date(ms).toISOString()
const floorToHour = (ms: number): number => Math.floor(ms / hourMs) * hourMs

/** Whole grams, as clients of Electricity Maps expect them. */
const roundToGrams = (gCo2PerKwh: number): number => roundHalfAwayFromZero(gCo2PerKwh, 0)

function makeHour(
  gCo2PerKwh: number,
  startMs: number,
  madeMs: { created: number; updated: number },
  isEstimated: boolean,
): ElectricityMapsHour {
  return {
    zone: exportedZone,
    carbonIntensity: roundToGrams(gCo2PerKwh),
    datetime: formatInstant(startMs),
    updatedAt: formatInstant(madeMs.updated),
    createdAt: formatInstant(madeMs.created),
    emissionFactorType: 'lifecycle',
    flowTraced: false,
    temporalGranularity: 'hourly',
    isEstimated,
    estimationMethod: isEstimated ? estimationMethod : null,
  }
}

/**
 * The newest published hour.
 * @param body of `GET /v1/carbon/intensity`
 * @param changedAtMs when its data last changed, ms; null = unknown
 * @param isDegraded whether a source was late or missing
 */
export function makeLatestBody(body: unknown, changedAtMs: number | null, isDegraded: boolean): ElectricityMapsHour {
  const { timestamp, dataSlotStart, estimatedGCo2PerKwh } = v.parse(v.object(CarbonIntensityFields), body)
  const made = changedAtMs ?? Date.parse(timestamp)
  const startMs = floorToHour(Date.parse(dataSlotStart ?? timestamp))
  return makeHour(estimatedGCo2PerKwh, startMs, { created: made, updated: made }, isDegraded || dataSlotStart === null)
}

/** Tolerates fields that a newer service adds. */
const { timestamp, dataSlotStart, estimatedGCo2PerKwh } = CarbonIntensityResponse.entries
const CarbonIntensityFields = { timestamp, dataSlotStart, estimatedGCo2PerKwh }

/**
 * The coming hours, beginning with the hour in progress.
 * @param body of `GET /v1/export/evcc?quantity=carbon`, which begins with the quarter-hour in progress
 * @param changedAtMs when the forecast last changed, ms; null = unknown
 */
export function makeForecastBody(body: unknown, changedAtMs: number | null, nowMs: number): ElectricityMapsForecast {
  const byHour = new Map<number, number>()
  for (const { start, value } of v.parse(EvccForecast, body)) byHour.getOrInsert(floorToHour(Date.parse(start)), value)
  return {
    zone: exportedZone,
    forecast: [...byHour].map(([startMs, value]) => ({
      carbonIntensity: roundToGrams(value),
      datetime: formatInstant(startMs),
    })),
    updatedAt: formatInstant(changedAtMs ?? floorToHour(nowMs)),
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
 * The hours described by the points of a history, in order. A point is computed an hour or two after the hour that its intensity describes, and several
 * points describe one hour: the newest of them counts.
 * @param body of `GET /v1/score/history` with raw granularity
 */
export function readPastHours(body: unknown): ElectricityMapsHour[] {
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
    .map(([startMs, { value, ...made }]) => makeHour(value, startMs, made, false))
}

/**
 * The zone with the paths that the caller may request, in one version of the interface.
 * @param zonesPath path of the request
 * @param isDemo the demo key has no access to the past
 */
export function makeZonesBody(zonesPath: string, isDemo: boolean, zone: string) {
  const base = zonesPath.slice(0, zonesPath.lastIndexOf('/') + 1)
  const access = operations
    .filter(({ path, isClosedToDemo }) => path.startsWith(base) && path !== zonesPath && !(isDemo && isClosedToDemo))
    .map(({ path }) => path.slice(base.length))
  return { [zone]: { zoneName: formatZoneName(zone), access } }
}

/** Encodes a body of the façade with the headers of the answer that it was made from. */
export function encodeFacadeBody(operation: OwnOperation, headers: HeaderValues, body: object): CachedBody {
  return createCachedBody({ ...headers, vary: varyOf(operation) }, new TextEncoder().encode(JSON.stringify(body)))
}
