import type { CalibrationReport } from './calibration-report.ts'
import { calibrationTables } from './calibration-tables.ts'

/** What `bun run calibrate` prints for a person. */
export function calibrationText(report: CalibrationReport): string {
  return [...calibrationTables(report), explanation].join('\n\n')
}

const explanation = `Percentiles by linear interpolation, Paris days 2024-01-14 … 2025-01-13; consumption of both recorded years over the hours of which
generation is recorded and not suspect. Intensity by the product's function and shipped factors, 250 MW of biogas added.
Adequacy stands on its fallback (expected consumption), since no capacities and outages were recorded; no signals were either,
so that grid equals adequacy in the levels. Bands hold their lower end and not their upper one; 0 and 100 stand by themselves.`
