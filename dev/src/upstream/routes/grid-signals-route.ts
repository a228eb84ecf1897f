import { formatParis, parisTimeZone } from '@hexawatt/shared/time/paris'
import { outOfOrder } from '../documents/disorder.ts'
import { parisMidnight } from '../documents/paris-instant.ts'
import type { DayLevel, DaySignal } from '../documents/signals/day-signal.ts'
import { type Fault, faultOf } from '../faults/fault.ts'
import type { WireBlock } from '../operator/blocks.ts'

/** Days of a whole issue. */
const issuedDays = 4
/** First step of the current day in the operator's sandbox. */
const firstShortStep = 7

/** The operator's message of each level, with the blanks around it that its answers have. */
const messageByLevel: Readonly<Record<DayLevel, string>> = {
  1: ' Pas d’alerte ',
  2: 'Le système électrique est tendu. Les éco-gestes sont les bienvenus. ',
  3: ' Le système électrique est très tendu. Coupures inévitables si nous ne baissons pas notre consommation.',
}

/** Days as the operator writes them: mixed cases of names, and no chronological order (the furthest first, today last). */
export function writeSignals(days: readonly DaySignal[], now: Temporal.Instant, faults: readonly Fault[]): WireBlock[] {
  const today = now.toZonedDateTimeISO(parisTimeZone).toPlainDate()
  const isWhole = faultOf(faults, 'three_day_signal') === undefined
  const kept = isWhole ? days : days.slice(0, issuedDays - 1)
  const blocks = kept.map((day) => writeDay(day, firstStepBy(faults, day.date.equals(today))))
  if (faultOf(faults, 'unordered_days') !== undefined) return outOfOrder(blocks)
  return [...blocks.slice(-1), ...blocks.slice(1, -1), ...blocks.slice(0, 1)]
}

function firstStepBy(faults: readonly Fault[], isToday: boolean): number {
  return isToday && faultOf(faults, 'short_current_day') !== undefined ? firstShortStep : 0
}

function writeDay({ date, issuedAt, level, steps }: DaySignal, firstStep: number): WireBlock {
  return {
    GenerationFichier: formatParis(issuedAt),
    jour: formatParis(parisMidnight(date)),
    dvalue: level,
    message: messageByLevel[level],
    values: steps.filter(({ step }) => step >= firstStep).map(({ step, level }) => ({ pas: step, hvalue: level })),
  }
}
