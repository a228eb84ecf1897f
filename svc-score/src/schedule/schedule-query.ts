import type { EmissionChoice, Estimate, Objective, TieBreak } from '@hexawatt/shared/contract/planning/choices'
import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { HourRange } from '@hexawatt/shared/contract/planning/hour-ranges'
import { type Resolved, resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import type { scheduleParameters } from '@hexawatt/shared/contract/query/schedule-parameters'
import { spotTariff } from '@hexawatt/shared/contract/query/tariff-parameters'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createInvalidParameterError } from '@hexawatt/shared/http/parse-query'
import { type Load, loadOf } from '@hexawatt/shared/methodology/schedule/load'
import { formatIsoExact, hourMs, minuteMs, pickEarlier, pickLater, quarterHourMs } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import type * as v from 'valibot'
import { type RequestedContract, readContract } from '../tariffs/requested-tariff.ts'

/** Parsed query of `GET /v1/schedule`. */
export type RequestedSchedule = v.InferOutput<v.ObjectSchema<typeof scheduleParameters, undefined>>

/** A load, its window, and its objective. */
export type ScheduleQuery = {
  load: Load
  /** Start of the first and end of the last quarter-hour of the window, ms; the window is empty when the end is not after the start. */
  fromMs: number
  toMs: number
  /** End of the caller's forecast, ms. */
  horizonMs: number
  maxSegments: number
  minOnSlots: number
  /** Hours of the day in Paris in which the load must not run. */
  quiet: readonly HourRange[]
  objective: Objective
  emissions: EmissionChoice
  contract: RequestedContract
  estimate: Estimate
  tieBreak: TieBreak
}

const defaultWindowMs = 24 * hourMs
const defaultMinOnMinutes = 30

/**
 * Converts a query. The rules between its parameters are checked here, because they need the length of the load and the clock.
 *
 * @param table contracts in force
 * @param horizonMs end of the caller's forecast: a later `latest` is capped
 * @throws AppError `invalid_parameter`, then `invalid_range` when `latest` is not after `earliest` or now
 */
export function toScheduleQuery(
  query: RequestedSchedule,
  table: ContractTable,
  nowMs: number,
  horizonMs: number,
): ScheduleQuery {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs)
  const asked = resolveTimes(query, now)
  const load = toLoad(asked)
  const contract = readContract(asked, spotTariff, table, parisDate(now).toString())
  const { minOnMinutes, maxSegments, objective, emissions, estimate, tieBreak } = asked
  const runMinutes = load.slots * slotMinutes
  if (minOnMinutes !== undefined && minOnMinutes > runMinutes) {
    const accepted = `at most ${runMinutes}, the minutes that the load runs`
    throw createInvalidParameterError('minOnMinutes', String(minOnMinutes), accepted)
  }
  return {
    load,
    horizonMs,
    ...toSpan(asked, now, horizonMs),
    ...{ maxSegments, objective, emissions, contract, estimate, tieBreak },
    quiet: asked.quiet?.ranges ?? [],
    minOnSlots: Math.ceil((minOnMinutes ?? defaultMinOnMinutes) / slotMinutes),
  }
}

function toLoad(asked: Resolved<RequestedSchedule>): Load {
  const { energyKWh = null, powerKW = null, durationMinutes = null } = asked
  const load = loadOf({ energyKWh, powerKW, durationMinutes })
  if (load !== null) return load
  const given = (['energyKWh', 'powerKW', 'durationMinutes'] as const).filter((name) => asked[name] !== undefined)
  throw new AppError('invalid_parameter', {
    detail: `Received ${given.length === 0 ? 'no load' : given.join(', ')}; accepted are two of energyKWh, powerKW and durationMinutes, or durationMinutes alone.`,
  })
}

/** Rounds `earliest` up to the next quarter-hour from now on, and `latest` down to a full quarter-hour. */
function toSpan(
  { earliest, latest }: Resolved<RequestedSchedule>,
  now: Temporal.Instant,
  horizonMs: number,
): { fromMs: number; toMs: number } {
  const start = earliest ?? now
  const first = pickLater(start, now)
  const fromMs = roundToQuarterHour('ceil', first)
  const end = latest ?? Temporal.Instant.fromEpochMilliseconds(fromMs + defaultWindowMs)
  if (Temporal.Instant.compare(end, first) <= 0) {
    throw new AppError('invalid_range', {
      detail: `latest (${formatIsoExact(end)}) must be later than earliest (${formatIsoExact(start)}) and than now (${formatIsoExact(now)}).`,
    })
  }
  return {
    fromMs,
    toMs: roundToQuarterHour('floor', pickEarlier(end, Temporal.Instant.fromEpochMilliseconds(horizonMs))),
  }
}

/** Rounds an instant to a full quarter-hour, ms. */
function roundToQuarterHour(roundingMode: 'ceil' | 'floor', instant: Temporal.Instant): number {
  return instant.round({ smallestUnit: 'minute', roundingIncrement: quarterHourMs / minuteMs, roundingMode })
    .epochMilliseconds
}
