import type { GridRecord } from '../recorded/recorded-hours.ts'
import {
  calibrationYear,
  collectCalibrationSamples,
  collectShippedSamples,
  computeSubScores,
  yearBefore,
} from './calibration-samples.ts'
import { checkScales, checkShippedScales, type ScaleCheck } from './scale-check.ts'
import { computeSeasonDistributions, type SeasonDistribution } from './season-distributions.ts'

/** Spread of the sub-scores over one period. */
export type PeriodDistribution = { name: string; seasons: SeasonDistribution[] }

/** Everything that `bun run calibrate` tells. */
export type CalibrationReport = { scales: ScaleCheck[]; periods: PeriodDistribution[] }

/** Percentiles next to the frozen anchors, and the score distributions of the calibration year and the year before. */
export function createCalibrationReport(record: GridRecord): CalibrationReport {
  return {
    scales: checkScales(collectCalibrationSamples(record)),
    periods: [
      {
        name: '2024-01-14 … 2025-01-13',
        seasons: computeSeasonDistributions(computeSubScores(record, calibrationYear)),
      },
      { name: '2023-01-15 … 2023-12-31', seasons: computeSeasonDistributions(computeSubScores(record, yearBefore)) },
    ],
  }
}

/** Percentiles of the shipped weeks next to the frozen anchors. Without prices there are no scores, so there is no score distribution. */
export function createShippedReport(record: GridRecord): CalibrationReport {
  return { scales: checkShippedScales(collectShippedSamples(record)), periods: [] }
}
