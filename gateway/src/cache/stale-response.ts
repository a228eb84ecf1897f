import { maxAgeMinutes } from '@hexawatt/shared/answers/source-health'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { GridStatusResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import type { OperationId } from '@hexawatt/shared/contract/operations'
import { CarbonRegionsResponse } from '@hexawatt/shared/contract/regions/carbon-regions'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { hourMs, hourStart, isoSeconds, minutesBetween, quarterHourMs } from '@hexawatt/shared/time/instant'
import { parisDayStart } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'

type Body = Uint8Array<ArrayBuffer>

/** The last response: its body, when it was made, and the instant at which it is served, both by the data's clock. */
type LastResponse = { body: Body; madeAt: Temporal.Instant; now: Temporal.Instant }

/** The stale body of each live operation; an operation without a rule is never served stale. */
const rules: Partial<Record<OperationId, (last: LastResponse) => Body | null>> = {
  getCarbonIntensity: agedIntensity,
  getCarbonRegions: recentRegions,
  getScore: (last) => (isSameHour(last) && isRecentScore(last) ? last.body : null),
  // Which hours lie ahead, and which colour is in force, change at full hours and not between them.
  getScoreForecast: (last) => (isSameHour(last) ? last.body : null),
  getOutlook: (last) => (isSameQuarter(last) ? last.body : null),
  getSchedule: (last) => (isSameQuarter(last) ? last.body : null),
  getTariffToday: (last) => (isSameHour(last) ? last.body : null),
  getTariffOutlook: (last) => (isSameHour(last) ? last.body : null),
  // A series that begins a quarter-hour or two ago still holds the present one; the gauges hold one alone.
  getEvccExport: (last) => (isSameHour(last) ? last.body : null),
  getEmhassExport: (last) => (isSameHour(last) ? last.body : null),
  getCarbonAwareSdkExport: (last) => (isSameHour(last) ? last.body : null),
  getPrometheusExport: (last) => (isSameQuarter(last) ? last.body : null),
  getCalendarExport: (last) => (isSameHour(last) ? last.body : null),
  getGridStatus: staleSignal,
  getCoverage: withinAnHour,
  getAccuracy: withinAnHour,
  getTariffs: withinAnHour,
}

/**
 * The last body of a live endpoint as it may be served while its service is down: all of it must still hold.
 *
 * @param now and `madeAt`: by the data's clock
 * @returns null when it does not hold any more
 */
export function staleBody(
  operationId: OperationId,
  body: Body,
  now: Temporal.Instant,
  madeAt: Temporal.Instant,
): Body | null {
  // A replay was set back: the body is from its future.
  if (Temporal.Instant.compare(madeAt, now) > 0) return null
  return rules[operationId]?.({ body, madeAt, now }) ?? null
}

function withinAnHour({ body, madeAt, now }: LastResponse): Body | null {
  return now.since(madeAt).total('milliseconds') <= hourMs ? body : null
}

/** The intensity with the instant of this response and its true age. */
function agedIntensity({ body, now }: LastResponse): Body | null {
  const intensity = read(CarbonIntensityResponse, body)
  if (intensity?.dataSlotEnd == null) return null
  const dataAgeMinutes = minutesBetween(Temporal.Instant.from(intensity.dataSlotEnd), now)
  if (dataAgeMinutes < 0 || dataAgeMinutes > maxAgeMinutes.intensity) return null
  return write({ ...intensity, timestamp: isoSeconds(now), dataAgeMinutes })
}

/** The regions as they were, unless their service would refuse them by now. */
function recentRegions({ body, now }: LastResponse): Body | null {
  const known = read(CarbonRegionsResponse, body)
  if (known === null) return null
  const ageMinutes = minutesBetween(Temporal.Instant.from(known.slotEnd), now)
  return ageMinutes < 0 || ageMinutes > maxAgeMinutes.intensity ? null : body
}

/** The signal of the same Paris day: its days are named from today on. */
function staleSignal({ body, madeAt, now }: LastResponse): Body | null {
  if (!parisDayStart(madeAt).equals(parisDayStart(now))) return null
  const signal = read(GridStatusResponse, body)
  return signal && write({ ...signal, stale: true })
}

function isSameHour({ madeAt, now }: LastResponse): boolean {
  return hourStart(madeAt).equals(hourStart(now))
}

/** Slots of the outlook, and plans, begin at quarter-hours. */
function isSameQuarter({ madeAt, now }: LastResponse): boolean {
  return Math.floor(madeAt.epochMilliseconds / quarterHourMs) === Math.floor(now.epochMilliseconds / quarterHourMs)
}

function isRecentScore({ body, now }: LastResponse): boolean {
  const score = read(EnergyScore, body)
  // The exact rule by which svc-score refuses.
  return score !== null && now.since(score.computedAt).total('minutes') <= maxAgeMinutes.score
}

/** The parsed body; null when it breaks the contract. */
function read<Schema extends v.GenericSchema>(schema: Schema, body: Body): v.InferOutput<Schema> | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(body))
  return result.success ? result.output : null
}

function write(body: object): Body {
  return new TextEncoder().encode(JSON.stringify(body))
}
