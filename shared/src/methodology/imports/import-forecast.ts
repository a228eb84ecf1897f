import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { type EmissionRule, emissionRules } from '../forecast/analog-forecast.ts'
import {
  computeKernelDeviation,
  computeKernelWeights,
  createKernelWindow,
  type HourTraits,
  type KernelWindow,
} from '../forecast/analog-kernel.ts'
import { type ParisAxis, readValueAt } from '../forecast/axis/paris-axis.ts'
import { findLeadBucket } from '../forecast/forecast-constants.ts'
import {
  addDeviations,
  computeKernelTerms,
  type KernelPast,
  type KernelTerms,
  prepareKernelPast,
} from '../forecast/kernel-past.ts'
import { type ImportRow, type ImportTable, importLastLeads, importRows, importTable } from './import-table.ts'

/** Imports of past hours over an axis, MW and t/h, and the intensity of consumption, gCO2eq/kWh; NaN where unknown. */
export type ImportSeries = {
  valuesByRow: Readonly<Record<ImportRow, Float64Array>>
  intensityByRule: Readonly<Record<EmissionRule, Float64Array>>
}

/** The same with an hour known in all rows or in none. */
export type ImportHistory = ImportSeries & {
  /** First known hour. */
  first: number
  /** l′: the newest known hour. */
  newest: number
  knownHours: number
}

/**
 * The history of the hours that are known in every row: an hour whose emissions are unknown does not count for the power either.
 *
 * @returns null when no hour is known
 */
export function prepareImportHistory({ valuesByRow, intensityByRule }: ImportSeries): ImportHistory | null {
  const isKnown = (hour: number): boolean =>
    importRows.every((row) => !Number.isNaN(readValueAt(valuesByRow[row], hour)))
  const known = Array.from(valuesByRow.importMw.keys()).filter(isKnown)
  const [first, newest] = [known[0], known.at(-1)]
  if (first === undefined || newest === undefined) return null
  const mask = Uint8Array.from({ length: newest + 1 }, (_, hour) => Number(isKnown(hour)))
  const hide = (values: Float64Array) => values.map((value, hour) => (mask[hour] === 1 ? value : Number.NaN))
  return {
    valuesByRow: recordFromEntries(importRows, (row) => hide(valuesByRow[row])),
    intensityByRule: recordFromEntries(emissionRules, (rule) => hide(intensityByRule[rule])),
    first,
    newest,
    knownHours: known.length,
  }
}

/** State that all target hours of one issue share. */
export type ImportPast = KernelPast<ImportRow> & {
  window: KernelWindow
  logIntensityByRule: Readonly<Record<EmissionRule, Float64Array>>
}

/**
 * The deviations of the imports' past. The kernel is that of the analog mix, with its window ending at l′ (docs/methodology/import-forecast.md#imports):
 * unknown hours are left out of the means, but count in the scales of the kernel.
 *
 * @param traits P, M and R of the issue, of past and target hours
 */
export function prepareImportPast(axis: ParisAxis, traits: HourTraits, history: ImportHistory): ImportPast {
  const { valuesByRow, intensityByRule, first, newest } = history
  return {
    ...prepareKernelPast({ axis, traits, valuesByRow, windowFirst: 0, first, newest }),
    window: createKernelWindow(traits, 0, newest),
    logIntensityByRule: recordFromEntries(emissionRules, (rule) => intensityByRule[rule].map(Math.log)),
  }
}

/** Terms of each row of a target hour, and the spread of ln(intensity of consumption) over similar hours; null without a known one. */
export type ImportTerms = {
  rows: Readonly<Record<ImportRow, KernelTerms>>
  spreadByRule: Readonly<Record<EmissionRule, number | null>>
}

/**
 * The terms of a target hour.
 *
 * @param hour its index on the axis
 */
export function computeImportTerms(past: ImportPast, hour: number): ImportTerms {
  const { traits, window, logIntensityByRule } = past
  const weights = computeKernelWeights(traits, window, hour)
  return {
    rows: computeKernelTerms(past, { weights, from: window.from }, hour),
    spreadByRule: recordFromEntries(emissionRules, (rule) =>
      computeKernelDeviation(weights, logIntensityByRule[rule], window.from),
    ),
  }
}

/**
 * Forecast imports, MW, and their emissions, t/h: max(0, y + c₁·e(l′) + c₂·e(b) + c₃·mean(e(l′−23 … l′))); NaN where no similar hour is known.
 *
 * @param lead hours; 0 is the hour in progress
 * @param table weights of the deviations; others than the shipped ones when a fit is judged
 */
export function combineImportTerms(
  { rows }: ImportTerms,
  lead: number,
  table: ImportTable = importTable,
): Record<ImportRow, number> {
  const bucket = findLeadBucket(importLastLeads, lead)
  return recordFromEntries(importRows, (row) => Math.max(0, addDeviations(rows[row], table[row][bucket] ?? [0, 0, 0])))
}

/**
 * Forecast intensity of consumption, gCO2eq/kWh: C = (E + 1000·X) / (TOT + I).
 *
 * @param productionMw TOT, forecast French generation
 * @param gCo2eqPerKwh its forecast intensity, E / TOT
 * @returns NaN where an input is
 */
export function mixImports(
  { productionMw, gCo2eqPerKwh }: { productionMw: number; gCo2eqPerKwh: number },
  imports: Readonly<Record<ImportRow, number>>,
  rule: EmissionRule,
): number {
  return (productionMw * gCo2eqPerKwh + 1000 * imports[rule]) / (productionMw + imports.importMw)
}
