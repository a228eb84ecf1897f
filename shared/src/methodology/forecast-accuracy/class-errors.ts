import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { blockHours, computeBlockSaving, findCheapestBlock } from './cheapest-block.ts'

/** Hours of a forecast that are evaluated together. The first full hour after the issue has lead 1. */
export type LeadClass = { name: string; firstLead: number; lastLead: number }

export const leadClasses: readonly LeadClass[] = [
  { name: '1–6 h', firstLead: 1, lastLead: 6 },
  { name: '7–24 h', firstLead: 7, lastLead: 24 },
  { name: '25–48 h', firstLead: 25, lastLead: 48 },
]

/** The same with weather, of which issues reach further. */
export const outlookLeadClasses: readonly LeadClass[] = [
  ...leadClasses,
  { name: '49–72 h', firstLead: 49, lastLead: 72 },
]

/** One hour of an issue: the actual value, and the prediction of each forecaster; null when unknown. */
export type JudgedHour<Forecaster extends string> = {
  lead: number
  realised: number | null
  /** Whether the value itself had been published: no forecaster is judged on it. */
  isPublished: boolean
  predicted: Readonly<Record<Forecaster, number | null>>
}

/** An hour with all its values. */
export type KnownHour<Forecaster extends string> = {
  realised: number
  predicted: Readonly<Record<Forecaster, number>>
  isPublished: boolean
}

/** Sums of one forecaster. */
export type ForecasterErrors = {
  /** Σ (predicted − realised): its mean is the bias. */
  error: number
  absoluteError: number
  squaredError: number
  /** Σ (mean of the window − block that the forecaster would have chosen), unit of the values. */
  saved: number
}

/** Sums of one issue in one lead class. */
export type ClassErrors<Forecaster extends string> = {
  known: readonly KnownHour<Forecaster>[]
  /** Hours with a realised value and a value of every forecaster, none published: all are compared on the same hours. */
  hours: number
  /** Hours that lack one of these values and are therefore omitted. */
  skippedHours: number
  /** 1 when every hour of the class is known, so that the best block is known, too. */
  windows: number
  /** Mean of the window − its best block, unit of the values; 0 without a window. */
  achievable: number
  byForecaster: Readonly<Record<Forecaster, ForecasterErrors>>
}

/**
 * Judges the forecasters on one issue in one lead class.
 *
 * @param hours the hours of the issue, ascending
 * @param isMoreBetter whether a high value is good, as of a score; a flexible load runs when the value is best
 */
export function computeClassErrors<Forecaster extends string>(
  hours: readonly JudgedHour<Forecaster>[],
  { firstLead, lastLead }: LeadClass,
  forecasters: readonly Forecaster[],
  isMoreBetter: boolean,
): ClassErrors<Forecaster> {
  const ofClass = hours.filter(({ lead }) => lead >= firstLead && lead <= lastLead)
  const known = ofClass.flatMap((hour) => toKnownHour(hour, forecasters) ?? [])
  const judged = known.filter(({ isPublished }) => !isPublished)
  const isWholeWindow = known.length === lastLead - firstLead + 1 && known.length >= blockHours
  const toCost = (value: number): number => (isMoreBetter ? -value : value)
  const costs = isWholeWindow ? known.map(({ realised }) => toCost(realised)) : null
  return {
    known,
    hours: judged.length,
    skippedHours: ofClass.length - known.length,
    windows: costs === null ? 0 : 1,
    achievable: costs === null ? 0 : computeBlockSaving(costs, findCheapestBlock(costs)),
    byForecaster: recordFromEntries(forecasters, (forecaster) => {
      const errors = judged.map(({ realised, predicted }) => predicted[forecaster] - realised)
      const chosen = findCheapestBlock(known.map(({ predicted }) => toCost(predicted[forecaster])))
      return {
        error: errors.reduce((sum, error) => sum + error, 0),
        absoluteError: errors.reduce((sum, error) => sum + Math.abs(error), 0),
        squaredError: errors.reduce((sum, error) => sum + error ** 2, 0),
        saved: costs === null ? 0 : computeBlockSaving(costs, chosen),
      }
    }),
  }
}

/** An hour with all its values; null when one is missing. */
export function toKnownHour<Forecaster extends string>(
  { realised, predicted, isPublished }: Omit<JudgedHour<Forecaster>, 'lead'>,
  forecasters: readonly Forecaster[],
): KnownHour<Forecaster> | null {
  if (realised === null || forecasters.some((forecaster) => predicted[forecaster] === null)) return null
  return { realised, predicted: recordFromEntries(forecasters, (name) => predicted[name] ?? 0), isPublished }
}
