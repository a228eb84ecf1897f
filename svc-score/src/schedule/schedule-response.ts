import { composeScheduleBody } from '@hexawatt/shared/answers/schedule-body'
import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import { writeHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import type { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { findNextDue, neverReceived } from '@hexawatt/shared/grid/feed-calendar'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import { listSlots, optimise, type Schedule } from '@hexawatt/shared/methodology/schedule/optimise'
import { composePlanAdvice } from '@hexawatt/shared/methodology/schedule/plan-advice'
import {
  computeRecomputeAfterMs,
  type LoadPlan,
  listObjectives,
  planLoad,
} from '@hexawatt/shared/methodology/schedule/plan-load'
import { createForecastVersions } from '@hexawatt/shared/methodology/versions'
import { formatIsoSecondsOrNull, hourMs, isoSeconds, quarterHourMs } from '@hexawatt/shared/time/instant'
import { parisDate, parisMidnight } from '@hexawatt/shared/time/paris'
import type { PlanInputs } from './plan-inputs.ts'
import { createPlanWindow, hasRealisedValues, type PlanBasis, type PlanWindow } from './plan-window.ts'
import type { ScheduleQuery } from './schedule-query.ts'

const toInstant = (ms: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(ms)
const findSlotIndex = ({ firstMs }: PlanInputs, ms: number): number => Math.round((ms - firstMs) / quarterHourMs)

/**
 * Creates the response with the plan of a load.
 *
 * @param issuedAt instant of the forecast
 * @param language of the advice
 * @throws AppError `infeasible_schedule` when the load does not fit into the known quarter-hours of the window, with the smallest sufficient window
 */
export function createScheduleResponse(
  issuedAt: string,
  basis: PlanBasis,
  asked: ScheduleQuery,
  now: Temporal.Instant,
  language: Language,
): ScheduleResponse {
  const { inputs, weighting } = basis
  const toMs = Math.min(asked.toMs, inputs.endMs)
  const from = findSlotIndex(inputs, Math.max(asked.fromMs, inputs.firstMs))
  const window = createPlanWindow(basis, asked, from, Math.max(from, findSlotIndex(inputs, toMs)))
  const result = planLoad({ ...asked, ...window })
  if (!result.isFeasible) throw createInfeasibleError(result, basis, asked)
  const { slots } = window
  const today = parisDate(now)
  const advice = composePlanAdvice(
    {
      result,
      slots,
      objective: asked.objective,
      tariff: basis.pricer.kind,
      unusualOffPeak: asked.contract.unusualOffPeak,
      nowMs: now.epochMilliseconds,
      today: today.toString(),
      tomorrow: today.add({ days: 1 }).toString(),
      arePathsShipped: window.arePathsShipped(result.comparedBy),
      countsImports: asked.emissions === 'consumption',
      withoutYesterday: findReasonWithoutYesterday(result, asked, weighting),
    },
    language,
  )
  const recomputeMs = computeRecomputeAfterMs(
    result.plan,
    slots,
    now.epochMilliseconds,
    listExpectedUpdates(basis, asked, window, now, result),
  )
  return {
    issuedAt,
    servedUntil: isoSeconds(toInstant(toMs)),
    objective: asked.objective,
    emissions: asked.emissions,
    tariff: asked.contract.name,
    estimate: asked.estimate,
    profileApplied: weighting.profileApplied,
    weightsApplied: weighting.weights,
    ...composeScheduleBody(result, slots, asked.load),
    advice,
    recomputeAfter: formatIsoSecondsOrNull(recomputeMs === null ? null : toInstant(recomputeMs)),
    confidence: findConfidence(result, inputs, from),
    methodologyVersions: createForecastVersions(),
  }
}

/** Reason for the missing comparison with yesterday; undefined when there is a comparison. */
function findReasonWithoutYesterday(
  { baselines }: LoadPlan,
  { objective }: ScheduleQuery,
  weighting: Weighting,
): 'past' | 'weighting' | undefined {
  if (baselines.yesterday !== null) return undefined
  return hasRealisedValues(objective, weighting) ? 'past' : 'weighting'
}

/** Lowest confidence of the hours of the plan. */
function findConfidence({ plan }: LoadPlan, { slots }: PlanInputs, from: number): number {
  const confidences = listSlots(plan.segments).map((slot) => slots[from + slot]?.hour?.confidence ?? 0)
  return Math.min(...confidences)
}

/**
 * When new inputs of the plan are expected, ms: a forecast is issued at every full hour; prices are auctioned and colours published once a day.
 * Auctioned and regulated prices do not change, but the forecast of carbon decides between plans that cost the same, as many do at regulated prices.
 */
function listExpectedUpdates(
  { inputs, tariffDays, pricer }: PlanBasis,
  { objective }: ScheduleQuery,
  { slots }: PlanWindow,
  now: Temporal.Instant,
  { comparedBy, sameCost }: LoadPlan,
): number[] {
  const nextHourMs = (Math.floor(now.epochMilliseconds / hourMs) + 1) * hourMs
  if (objective !== 'cost') return [nextHourMs]
  if (pricer.kind === 'spot') {
    if (slots.every(({ price }) => price?.basis === 'auction')) {
      return comparedBy === 'carbon' || sameCost !== null ? [nextHourMs] : []
    }
    const lastAuctioned = inputs.slots.findLast(({ hour }) => hour?.price.basis === 'auction')
    return [
      nextHourMs,
      ...listDueMs('power_exchanges', lastAuctioned && toInstant(lastAuctioned.startMs + quarterHourMs)),
    ]
  }
  if (!pricer.hasColors || slots.every(({ price }) => price?.basis === 'regulated')) return [nextHourMs]
  const newest = tariffDays.at(-1)
  const newestEnd = newest && parisMidnight(Temporal.PlainDate.from(newest.date).add({ days: 1 }))
  return [nextHourMs, ...listDueMs('tariff_calendar', newestEnd)]
}

function listDueMs(feed: 'power_exchanges' | 'tariff_calendar', newestSlotEnd: Temporal.Instant | undefined): number[] {
  if (newestSlotEnd === undefined) return []
  const due = findNextDue(feed, { ...neverReceived, newestSlotEnd })
  return due === null ? [] : [due.epochMilliseconds]
}

/** Error for a load that does not fit. */
function createInfeasibleError(
  { slots, windowSlots, usableSlots }: Extract<Schedule, { isFeasible: false }>,
  basis: PlanBasis,
  asked: ScheduleQuery,
): AppError {
  const smallest = findSmallestWindow(basis, asked)
  const formatMinutes = (count: number): string => `${count * slotMinutes} minutes`
  const ofEmissions =
    asked.objective === 'carbon' && asked.emissions !== 'lifecycle' ? `&emissions=${asked.emissions}` : ''
  const outside = asked.quiet.length === 0 ? '' : `outside of quiet=${writeHourRanges(asked.quiet)} and `
  const remedy =
    smallest === null
      ? 'no window from earliest on would do within the forecast that is served'
      : `the smallest window that would do from earliest on ends at ${smallest.latest}`
  return new AppError('infeasible_schedule', {
    detail: `The load takes ${formatMinutes(slots)}; the window has ${formatMinutes(windowSlots)}, of which ${formatMinutes(usableSlots)} are ${outside}known for objective=${asked.objective}${ofEmissions}: ${remedy}.`,
    extras: { requiredMinutes: slots * slotMinutes, smallestWindow: smallest },
  })
}

/** Smallest window from the earliest start on into which the load fits; null when the forecast has no such window. */
function findSmallestWindow(basis: PlanBasis, asked: ScheduleQuery): { earliest: string; latest: string } | null {
  const { inputs } = basis
  const fromMs = Math.max(asked.fromMs, inputs.firstMs)
  const from = findSlotIndex(inputs, fromMs)
  const end = Math.max(from, Math.min(inputs.slots.length, findSlotIndex(inputs, asked.horizonMs)))
  const values = listObjectives({ ...asked, ...createPlanWindow(basis, asked, from, end) })
  const isFeasible = (length: number): boolean =>
    optimise({ ...asked, values: values.slice(0, length), slots: asked.load.slots }).isFeasible
  if (!isFeasible(values.length)) return null
  let [tooShort, enough] = [0, values.length]
  while (enough - tooShort > 1) {
    const middle = Math.floor((tooShort + enough) / 2)
    if (isFeasible(middle)) enough = middle
    else tooShort = middle
  }
  return {
    earliest: isoSeconds(toInstant(fromMs)),
    latest: isoSeconds(toInstant(fromMs + enough * quarterHourMs)),
  }
}
