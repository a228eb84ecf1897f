import type { CalibrationReport } from './calibration-report.ts'
import { calibrationTables } from './calibration-tables.ts'

/** What `bun run calibrate` prints for a person; of the shipped weeks it says why they differ from the anchors. */
export function calibrationText(report: CalibrationReport, isShipped: boolean): string {
  return [...calibrationTables(report), isShipped ? shippedExplanation : explanation].join('\n\n')
}

const shippedExplanation = `Percentiles by linear interpolation over the weeks of 2025 that come with the project. The anchors were taken from two recorded years of
ENTSO-E data, which it does not hold: these weeks stand for no year, and differ from them. Prices were not recorded, and without them no score can be told.
The anchors beside the years that they were taken from are in docs/calibration.md.`

const explanation = `Percentiles by linear interpolation, Paris days 2024-01-14 … 2025-01-13; consumption of both recorded years over the hours of which
generation is recorded and not suspect. Intensity by the product's function and shipped factors, 250 MW of biogas added.
Adequacy stands on its fallback (expected consumption), since no capacities and outages were recorded; no signals were either,
so that grid equals adequacy in the levels. Bands hold their lower end and not their upper one; 0 and 100 stand by themselves.`
