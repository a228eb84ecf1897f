import { minuteMs } from '@hexawatt/shared/time/instant'
import { formatParis, parisDate, parisMidnight } from '@hexawatt/shared/time/paris'
import type { DocumentDeps } from '../documents/document-source.ts'
import { type DaySignal, issuedDays, messageByLevel } from '../documents/signals.ts'
import { type Fault, faultOf } from '../faults/fault.ts'
import { outOfOrder } from '../faults/series-faults.ts'
import type { WireBlock } from '../operator/blocks.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { operatorRoute } from '../operator/operator-route.ts'

/** Minimum interval between two calls of one application, ms. */
const minIntervalMs = 15 * minuteMs

/**
 * The grid signal for today and the next days.
 *
 * @param deps `enforceQuota`: whether an application may call only once in 15 minutes, as at the operator
 */
export function gridSignalsRoute(deps: DocumentDeps & { enforceQuota: boolean }) {
  return operatorRoute(
    {
      subject: 'grid_signals',
      path: '/open_api/ecowatt/v5/signals',
      rootName: 'signals',
      errorPrefix: 'ECOWATT_SIGNALS',
      maxBlocks: issuedDays,
      // The resource takes no period and always serves the newest issue.
      read: (_, now) => ({ window: { start: now, end: now } }),
      ...(deps.enforceQuota ? createCallQuota(minIntervalMs) : {}),
      load: () => deps.documents.signals(),
      write: (days, _, { now, faults }) => writeSignals(days, now, faults),
    },
    deps,
  )
}

/** First step of the current day in the operator's sandbox. */
const firstShortStep = 7

/** Days as the operator writes them: member names in mixed case, the furthest day first and today last. */
function writeSignals(days: readonly DaySignal[], now: Temporal.Instant, faults: readonly Fault[]): WireBlock[] {
  const today = parisDate(now)
  const isWhole = faultOf(faults, 'three_day_signal') === undefined
  const kept = isWhole ? days : days.slice(0, issuedDays - 1)
  const blocks = kept.map((day) => writeDay(day, firstStepOf(faults, day.date.equals(today))))
  if (faultOf(faults, 'unordered_days') !== undefined) return outOfOrder(blocks)
  return [...blocks.slice(-1), ...blocks.slice(1, -1), ...blocks.slice(0, 1)]
}

function firstStepOf(faults: readonly Fault[], isToday: boolean): number {
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

/**
 * Enforces a minimum interval between two answered calls. It uses real time: an offset of the data's clock does not affect
 * quotas. Refused calls do not count. All tokens belong to the one application, so a new token does not reset the interval.
 *
 * @param minIntervalMs minimum interval, ms
 * @param readMs reads the real time, ms
 */
export function createCallQuota(minIntervalMs: number, readMs: () => number = Date.now) {
  let nextCallMs = Number.NEGATIVE_INFINITY
  return {
    /** Counts a call. @throws OperatorError 429 with the seconds to wait */
    admit(): void {
      const nowMs = readMs()
      if (nowMs < nextCallMs) {
        const seconds = Math.ceil((nextCallMs - nowMs) / 1_000)
        throw new OperatorError(429, 'COMMON_ERROR_T05', 'Too many calls in the time window.', {
          'retry-after': String(seconds),
        })
      }
      nextCallMs = nowMs + minIntervalMs
    },
  }
}
