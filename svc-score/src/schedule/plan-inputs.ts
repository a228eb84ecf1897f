import { indexForecastHours, indexSignals } from '@hexawatt/shared/answers/outlook-body'
import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { GridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import type { ForecastQuantity } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import {
  findSameHourValue,
  listSameHoursOfEarlierDays,
} from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import {
  type ErrorSeries,
  type ErrorsByLead,
  minErrorPaths,
  quantityErrorKinds,
  selectShippedErrors,
  subScoreErrors,
  weighErrorPaths,
} from '@hexawatt/shared/methodology/schedule/error-paths'
import { buildErrorPaths, type ValuePaths } from '@hexawatt/shared/methodology/schedule/value-paths'
import { applyWeights } from '@hexawatt/shared/methodology/score/known-dimensions'
import type { ForecastHour, ForecastSnapshot, GridStatusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { errorLeads, type PlanPastSnapshot, unpackErrors } from '@hexawatt/shared/snapshot/plan-past'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { listParisSlots, type ParisSlot } from '@hexawatt/shared/time/paris-clock'

/** Hours from the quarter-hour in progress on: the longest outlook, and the rest of the hour in progress. */
const maxInputHours = maxOutlookHours + 2

/** Maximum number of cached sets of paths: six quantities, and the score with the weightings in use. */
const maxKeptPaths = 16

/** A quarter-hour and its hour of the forecast; null when the hour is unknown. */
export type PlanInputSlot = ParisSlot & {
  hour: ForecastHour | null
  /** Market price of the quarter-hour, EUR/MWh; null = unknown. */
  eurPerMwh: number | null
  gridSignal: GridSignalStatus | null
}

/** Inputs of every plan of a quarter-hour; computed again when a snapshot changes. */
export type PlanInputs = {
  /** Start of the first known slot, ms: usually the quarter-hour in progress. */
  firstMs: number
  /** Consecutive slots, up to the first hour that the forecast does not contain. */
  slots: readonly PlanInputSlot[]
  /** End of the last slot, ms. */
  endMs: number
  /** Errors of earlier issues by slot, and whether they are the shipped errors. */
  errors: (series: ErrorSeries) => SlotErrors
  /** Actual value of the same hour in Paris on the newest known day, by slot; null = unknown. */
  yesterday: (quantity: ForecastQuantity) => readonly (number | null)[]
  /** Computed paths, by quantity and parameters. */
  madePaths: ReturnType<typeof createBoundedMap<ValuePaths>>
}
export type SlotErrors = { bySlot: readonly Float64Array[]; areShipped: boolean }

/**
 * Reads the snapshots once for the plans of a quarter-hour.
 *
 * @param presentMs start of the quarter-hour in progress
 */
export function createPlanInputs(
  forecast: ForecastSnapshot,
  gridStatus: GridStatusSnapshot | null,
  past: PlanPastSnapshot | null,
  presentMs: number,
): PlanInputs {
  const hourAt = indexForecastHours(forecast)
  const signalAt = indexSignals(gridStatus)
  const all = listParisSlots(presentMs, maxInputHours * (hourMs / quarterHourMs)).map((slot): PlanInputSlot => {
    const hourStartMs = Math.floor(slot.startMs / hourMs) * hourMs
    const hour = hourAt.get(hourStartMs) ?? null
    const quarter = (slot.startMs - hourStartMs) / quarterHourMs
    return {
      ...slot,
      hour,
      eurPerMwh: hour?.price.quarterHours?.[quarter] ?? hour?.price.eurPerMwh ?? null,
      gridSignal: signalAt.get(hourStartMs) ?? null,
    }
  })
  const firstKnown = Math.max(
    0,
    all.findIndex(({ hour }) => hour !== null),
  )
  const firstHole = all.findIndex(({ hour }, index) => index >= firstKnown && hour === null)
  const slots = all.slice(firstKnown, firstHole < 0 ? all.length : firstHole)
  const firstMs = presentMs + firstKnown * quarterHourMs
  // Without an archive the shipped errors count from the hour in progress.
  const issuedMs = past === null ? presentMs : Temporal.Instant.from(past.issuedAt).epochMilliseconds
  return {
    firstMs,
    slots,
    endMs: firstMs + slots.length * quarterHourMs,
    errors: memoize((series: ErrorSeries) => {
      const archived = past === null ? [] : unpackErrors(past, series)
      const areShipped = archived.length < minErrorPaths
      const byLead = areShipped ? selectShippedErrors(series) : archived
      return { areShipped, bySlot: toErrorsBySlot(byLead, slots, issuedMs) }
    }),
    madePaths: createBoundedMap(maxKeptPaths),
    yesterday: memoize((quantity: ForecastQuantity) => listYesterdayValues(past, quantity, slots, presentMs)),
  }
}

/** Returns a function that computes the value of each key once. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => made.getOrInsertComputed(key, make)
}

/** Hours of a day: the errors of a day are like those of the day before, an error of noon is not like one of the evening. */
const hoursPerDay = 24

/**
 * An hour beyond the last lead uses the error of the last lead, because the next issue is due. An hour beyond the issue, of an archive or of shipped
 * errors that end after 48 hours, uses the error of the same hour of the day before.
 */
function toErrorsBySlot(byLead: ErrorsByLead, slots: readonly PlanInputSlot[], issuedMs: number): Float64Array[] {
  const leads = slots.map(({ startMs }) =>
    Math.min(errorLeads - 1, Math.max(0, Math.floor((startMs - issuedMs) / hourMs))),
  )
  const findError = (path: Float64Array, lead: number): number => {
    const error = path[lead] ?? Number.NaN
    return Number.isNaN(error) && lead > maxForecastHours ? (path[lead - hoursPerDay] ?? Number.NaN) : error
  }
  return byLead.map((path) => Float64Array.from(leads, (lead) => findError(path, lead)))
}

function listYesterdayValues(
  past: PlanPastSnapshot | null,
  quantity: ForecastQuantity,
  slots: readonly PlanInputSlot[],
  knownUntilMs: number,
): (number | null)[] {
  if (past === null) return slots.map(() => null)
  const fromMs = Temporal.Instant.from(past.realised.from).epochMilliseconds
  const realised = new Map(
    past.realised.values[quantity].flatMap((value, index) =>
      value === null ? [] : [[fromMs + index * hourMs, value] as const],
    ),
  )
  const ofHour = new Map<number, number | null>()
  return slots.map(({ startMs }) =>
    ofHour.getOrInsertComputed(Math.floor(startMs / hourMs) * hourMs, (hourStartMs) =>
      findSameHourValue(realised, listSameHoursOfEarlierDays(hourStartMs), knownUntilMs),
    ),
  )
}

function makeOnce(madePaths: PlanInputs['madePaths'], key: string, make: () => ValuePaths): ValuePaths {
  const known = madePaths.get(key)
  if (known !== undefined) return known
  const made = make()
  madePaths.set(key, made)
  return made
}

/** Finds the paths of a quantity other than the score: the values of the slots with each path of errors. Computed once. */
export function findQuantityPaths(
  { slots, errors, madePaths }: PlanInputs,
  quantity: Exclude<ForecastQuantity, 'score'>,
  valueAt: (slot: PlanInputSlot) => number | null,
): ValuePaths {
  const isKnown = (slot: number): boolean => quantity === 'price' && slots[slot]?.hour?.price.basis === 'auction'
  return makeOnce(madePaths, quantity, () =>
    buildErrorPaths(slots.map(valueAt), errors(quantity).bySlot, quantityErrorKinds[quantity], isKnown),
  )
}

const scoreBounds = [0, 100] as const

/**
 * Finds the paths of the score with a weighting: national scores use the archived errors of the score; other weightings, and national scores without
 * enough of these, the errors of the sub-scores by the weights really used in each slot. Computed once per weighting.
 */
export function findScorePaths(
  { slots, errors, madePaths }: PlanInputs,
  weights: ScoreWeights,
  scoreAt: (slot: PlanInputSlot) => number | null,
): ValuePaths {
  return makeOnce(madePaths, `score ${Object.values(weights)}`, () => {
    const bySlot = hasArchivedScores(errors, weights)
      ? errors('score').bySlot
      : weighErrorPaths(
          (series) => errors(series).bySlot,
          slots.map(({ hour }) => (hour === null ? weights : applyWeights(hour.knownDimensions, weights))),
        )
    return buildErrorPaths(slots.map(scoreAt), bySlot, quantityErrorKinds.score, undefined, scoreBounds)
  })
}

export function areScoreErrorsShipped({ errors }: PlanInputs, weights: ScoreWeights): boolean {
  return !hasArchivedScores(errors, weights) && errors(subScoreErrors.price).areShipped
}

/** Whether the archive has enough errors of the score itself, which is stored with the national weighting. */
function hasArchivedScores(errors: PlanInputs['errors'], weights: ScoreWeights): boolean {
  return weights === nationalWeights && !errors('score').areShipped
}
