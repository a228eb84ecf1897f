import type { RatedSlot } from '@hexawatt/shared/methodology/score/composite'
import { hourMs } from '@hexawatt/shared/time/instant'
import { computeIntensityByHour, computeSubScoresByHour } from '../recorded/realised-values.ts'
import {
  type GridRecord,
  listValuesBetween,
  type RecordedHours,
  type SpanMs,
  toSpanMs,
} from '../recorded/recorded-hours.ts'

const toSpan = (from: string, to: string): SpanMs =>
  toSpanMs(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to))

/** The Paris days on which the scales were calibrated. */
export const calibrationYear = toSpan('2024-01-14', '2025-01-13')
/** The recorded part of the year before. */
export const yearBefore = toSpan('2023-01-15', '2023-12-31')
/** Everything that was recorded of generation and forecasts. */
const wholeRecord = toSpan('2023-01-14', '2025-01-13')

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
  /** MW: consumption less wind and sun, all as forecast the day before. */
  residualLoad: number[]
}

/** Values of the calibration year; consumption of both years. The frozen anchors were derived from these samples. */
export function collectCalibrationSamples(record: GridRecord): CalibrationSamples {
  const bothYears = listValuesBetween(record.consumption, wholeRecord.fromMs, wholeRecord.toMs)
  return {
    price: listSamples(record.price, calibrationYear),
    carbon: [...computeIntensityByHour(record.generation, calibrationYear).values()],
    consumption: listSamples(record.consumption, calibrationYear),
    consumptionOfBothYears: bothYears
      .filter(({ slotStart }) => record.generation.has(slotStart.epochMilliseconds))
      .map(({ value }) => value),
    residualLoad: listResidualLoads(record, calibrationYear),
  }
}

/** Forecast consumption less forecast wind and sun, MW, of the hours whose generation is recorded and not suspect. */
function listResidualLoads({ consumption, generationForecast, generation }: GridRecord, span: SpanMs): number[] {
  return listValuesBetween(consumption, span.fromMs, span.toMs).flatMap(({ slotStart, value }) => {
    const startMs = slotStart.epochMilliseconds
    const windAndSun = generationForecast.get(startMs)
    if (windAndSun === undefined || !generation.has(startMs)) return []
    return value - windAndSun.reduce((sum, forecast) => sum + forecast.value, 0)
  })
}

/** Recorded values of the shipped weeks: intensity of the measured mix, and day-ahead forecast of consumption. */
export function collectShippedSamples(record: GridRecord): Pick<CalibrationSamples, 'carbon' | 'consumption'> {
  const starts = [...record.generation.keys()]
  const span = { fromMs: Math.min(...starts), toMs: Math.max(...starts) + hourMs }
  return {
    carbon: [...computeIntensityByHour(record.generation, span).values()],
    consumption: listSamples(record.consumption, span),
  }
}

/** Sub-scores in hindsight of the hours of a span, by the start of the hour. */
export function computeSubScores(record: GridRecord, span: SpanMs): Map<number, RatedSlot> {
  return computeSubScoresByHour(record, computeIntensityByHour(record.generation, span))
}

function listSamples(hours: RecordedHours, { fromMs, toMs }: SpanMs): number[] {
  return listValuesBetween(hours, fromMs, toMs).map(({ value }) => value)
}
