import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import type { HourTraits } from './analog-kernel.ts'
import type { FilledGeneration } from './axis/filled-past.ts'
import type { ParisAxis } from './axis/paris-axis.ts'
import {
  type AnalogType,
  analogTypes,
  deviationLastLeads,
  type ForecastConstants,
  findLeadBucket,
} from './forecast-constants.ts'
import {
  addDeviations,
  computeKernelTerms,
  type KernelPast,
  prepareKernelPast,
  type TargetKernel,
} from './kernel-past.ts'

/** The largest logarithm that is read back: 18 GW. */
const maxLog = 9.8

/** State that all target hours of one issue share; y of a type is MW, or ln(MW + offset). */
export type AnalogPast = KernelPast<AnalogType> & { generation: FilledGeneration }

/** Transforms the generation and computes its deviations. */
export function prepareAnalogPast(axis: ParisAxis, traits: HourTraits, generation: FilledGeneration): AnalogPast {
  const { first, newest } = generation
  const valuesByRow = mapAnalogTypes((type, offsetMw) => {
    const powerMw = generation.mwByType[type] ?? new Float64Array(axis.length)
    return offsetMw === null ? powerMw : powerMw.map((mw) => Math.log(mw + offsetMw))
  })
  return { ...prepareKernelPast({ axis, traits, valuesByRow, windowFirst: first, first, newest }), generation }
}

/**
 * Served generation of the analog types, MW: y + c₁·e(l) + c₂·e(b) + c₃·mean(e(l−23 … l)), back from logarithms, never below 0
 * (docs/methodology/forecast.md#analog-mix).
 */
export function computeServedMw(
  past: AnalogPast,
  kernel: TargetKernel,
  hour: number,
  lead: number,
  deviationWeights: ForecastConstants['deviationWeights'],
): Record<AnalogType, number> {
  const bucket = findLeadBucket(deviationLastLeads, lead)
  const terms = computeKernelTerms(past, kernel, hour)
  return mapAnalogTypes((type, offsetMw) => {
    const rows = deviationWeights[type]
    const value = addDeviations(terms[type], rows[bucket] ?? rows.at(-1) ?? [0, 0, 0])
    return Math.max(0, offsetMw === null ? value : Math.exp(Math.min(value, maxLog)) - offsetMw)
  })
}

function mapAnalogTypes<Value>(
  make: (type: AnalogType, logOffsetMw: number | null) => Value,
): Record<AnalogType, Value> {
  return recordFromEntries(
    analogTypes.map(({ type }) => type),
    (type, index) => make(type, analogTypes[index]?.logOffsetMw ?? null),
  )
}
