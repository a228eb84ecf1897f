import { round1, round2OrNull, roundOrNull } from '@hexawatt/shared/bounds/numbers'
import type { RegionalDayResponse } from '@hexawatt/shared/contract/carbon/regional-day'
import { regions } from '@hexawatt/shared/grid/regions'
import { toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import {
  type AssessedRegion,
  assessRegionalConsumption,
  assessRegions,
  findFlowsOfSlot,
  type SlotConsumption,
  toPowerBySeries,
} from '@hexawatt/shared/methodology/imports/regional-slot'
import { regionsVersion } from '@hexawatt/shared/methodology/versions'
import { hourMs, isoSeconds, quarterHourMs } from '@hexawatt/shared/time/instant'
import { parisMidnight, parisTimeZone } from '@hexawatt/shared/time/paris'
import type { StoredDay } from './regional-day-store.ts'

/** A Paris day: its date and its bounds. */
export type ParisDay = { date: string; from: Temporal.Instant; to: Temporal.Instant }

/** The day of a date, 23, 24 or 25 hours long. */
export function toParisDay(date: Temporal.PlainDate): ParisDay {
  return { date: date.toString(), from: parisMidnight(date), to: parisMidnight(date.add({ days: 1 })) }
}

/** How long after its end a day of which every value is known counts as complete: time for late flows and first corrections. */
const completeAfterMs = 3 * 24 * hourMs

type Slot = { startMs: number; assessed: readonly AssessedRegion[]; consumption: SlotConsumption }

/** Columns of a day up to now, in the emission factors in force. */
export function buildRegionalDay(
  { date, from, to }: ParisDay,
  stored: StoredDay,
  now: Temporal.Instant,
): RegionalDayResponse {
  const slots = stored.rows.length === 0 ? [] : assessSlots(listEndedSlots(from, to, now), stored, now)
  const columns = regions.map(({ code, name }, region) => ({
    code,
    name,
    gCo2PerKwh: slots.map(({ assessed }) => round2OrNull(assessed[region]?.intensity.gCo2eqPerKwh ?? null)),
    directGCo2PerKwh: slots.map(({ assessed }) => round2OrNull(assessed[region]?.intensity.directGCo2PerKwh ?? null)),
    consumptionGCo2PerKwh: slots.map(({ consumption: { byRule } }) =>
      round2OrNull(byRule.lifeCycle.gCo2PerKwh[region] ?? null),
    ),
    consumptionDirectGCo2PerKwh: slots.map(({ consumption: { byRule } }) =>
      round2OrNull(byRule.direct.gCo2PerKwh[region] ?? null),
    ),
    consumptionMW: slots.map(({ assessed }) => roundOrNull(assessed[region]?.consumptionMw ?? null, round1)),
  }))
  return {
    date,
    timeZone: parisTimeZone,
    from: isoSeconds(from),
    to: isoSeconds(to),
    source: stored.rows.at(-1)?.publisher ?? null,
    slots: slots.map(({ startMs }) => toText(startMs)),
    flowsSlotStarts: slots.map(({ consumption: { flowsStartMs } }) =>
      flowsStartMs === null ? null : toText(flowsStartMs),
    ),
    poolGCo2PerKwh: slots.map(({ consumption }) => round2OrNull(consumption.byRule.lifeCycle.poolGCo2PerKwh)),
    poolDirectGCo2PerKwh: slots.map(({ consumption }) => round2OrNull(consumption.byRule.direct.poolGCo2PerKwh)),
    exchangeResidualMW: slots.map(({ consumption }) => roundOrNull(consumption.exchangeResidualMw, round1)),
    regions: columns,
    methodologyVersion: regionsVersion,
    complete:
      slots.length > 0 &&
      now.epochMilliseconds >= to.epochMilliseconds + completeAfterMs &&
      columns.every(({ code: _code, name: _name, ...values }) =>
        Object.values(values).every((column) => !column.includes(null)),
      ),
  }
}

function listEndedSlots(from: Temporal.Instant, to: Temporal.Instant, now: Temporal.Instant): number[] {
  const endMs = Math.min(to.epochMilliseconds, now.epochMilliseconds)
  const count = Math.max(0, Math.floor((endMs - from.epochMilliseconds) / quarterHourMs))
  return Array.from({ length: count }, (_, index) => from.epochMilliseconds + index * quarterHourMs)
}

function assessSlots(startsMs: readonly number[], stored: StoredDay, now: Temporal.Instant): Slot[] {
  const { rows, nationalMix, flows, factorSet } = stored
  const rowsBySlot = Map.groupBy(rows, ({ slotStart }) => slotStart.epochMilliseconds)
  const nationalBySlot = Map.groupBy(nationalMix, ({ slotStart }) => slotStart.epochMilliseconds)
  const gCo2eqPerKwhByType = factorSet === null ? {} : toGCo2eqPerKwhByType(factorSet)
  return startsMs.map((startMs) => {
    const nationalMwBySeries = toPowerBySeries(nationalBySlot.get(startMs) ?? [])
    const assessed = assessRegions(rowsBySlot.get(startMs) ?? [], { nationalMwBySeries, gCo2eqPerKwhByType })
    const flowsOfSlot = findFlowsOfSlot(flows, startMs, now.epochMilliseconds)
    return { startMs, assessed, consumption: assessRegionalConsumption(assessed, flowsOfSlot) }
  })
}

const toText = (ms: number): string => isoSeconds(Temporal.Instant.fromEpochMilliseconds(ms))

/** Columns of a region in the table, named as in the object. */
const tableColumns = [
  'gCo2PerKwh',
  'directGCo2PerKwh',
  'consumptionGCo2PerKwh',
  'consumptionDirectGCo2PerKwh',
  'consumptionMW',
] as const satisfies (keyof RegionalDayResponse['regions'][number])[]

/** RFC 4180. */
const lineEnd = '\r\n'

/** The columns as a table, one row per quarter-hour and region. No value contains a comma, a quote or a line end; unknown is empty. */
export function writeRegionalDayTable({ slots, regions: columns }: RegionalDayResponse): string {
  const rows = slots.flatMap((slotStart, index) =>
    columns.map((region) =>
      [slotStart, region.code, ...tableColumns.map((column) => region[column][index] ?? '')].join(','),
    ),
  )
  return [['slotStart', 'region', ...tableColumns].join(','), ...rows].map((line) => line + lineEnd).join('')
}
