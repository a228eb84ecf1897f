import type { SubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { hourMs } from '@hexawatt/shared/time/instant'
import { realisedIntensityByHour, realisedSubScoresByHour } from '../recorded/realised-values.ts'
import {
  type GridRecord,
  type RecordedHours,
  type SpanMs,
  spanOfDays,
  valuesBetween,
} from '../recorded/recorded-hours.ts'

const days = (from: string, to: string): SpanMs =>
  spanOfDays(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to))

/** The Paris days on which the scales were calibrated. */
export const calibrationYear = days('2024-01-14', '2025-01-13')
/** The recorded part of the year before. */
export const yearBefore = days('2023-01-15', '2023-12-31')
/** Everything that was recorded of generation and forecasts. */
const wholeRecord = days('2023-01-14', '2025-01-13')

/** Values that percentiles are taken of, unsorted. */
export type CalibrationSamples = {
  /** EUR/MWh. */
  price: number[]
  /** gCO2eq/kWh. */
  carbon: number[]
  /** MW. */
  consumption: number[]
  /** MW, of both recorded years: the hours of which generation is recorded and not suspect. */
  consumptionOfBothYears: number[]
}

/** Values of the calibration year; consumption of both years. The frozen anchors were derived from these samples. */
export function calibrationSamples(record: GridRecord): CalibrationSamples {
  const bothYears = valuesBetween(record.consumption, wholeRecord.fromMs, wholeRecord.toMs)
  return {
    price: samplesIn(record.price, calibrationYear),
    carbon: [...realisedIntensityByHour(record.generation, calibrationYear).values()],
    consumption: samplesIn(record.consumption, calibrationYear),
    consumptionOfBothYears: bothYears
      .filter(({ slotStart }) => record.generation.has(slotStart.epochMilliseconds))
      .map(({ value }) => value),
  }
}

/** Recorded values of the shipped weeks: intensity of the measured mix, and day-ahead forecast of consumption. */
export function shippedSamples(record: GridRecord): Pick<CalibrationSamples, 'carbon' | 'consumption'> {
  const starts = [...record.generation.keys()]
  const span = { fromMs: Math.min(...starts), toMs: Math.max(...starts) + hourMs }
  return {
    carbon: [...realisedIntensityByHour(record.generation, span).values()],
    consumption: samplesIn(record.consumption, span),
  }
}

/** Sub-scores in hindsight of the hours of a span, by the start of the hour. */
export function subScoresIn(record: GridRecord, span: SpanMs): Map<number, SubScoreValues> {
  return realisedSubScoresByHour(record, realisedIntensityByHour(record.generation, span))
}

function samplesIn(hours: RecordedHours, { fromMs, toMs }: SpanMs): number[] {
  return valuesBetween(hours, fromMs, toMs).map(({ value }) => value)
}
