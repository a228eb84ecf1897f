import type { EmissionRule } from '../forecast/analog-forecast.ts'
import type { ErrorLevels } from '../forecast/bands.ts'
import { type DeviationWeights, findLeadBucket } from '../forecast/forecast-constants.ts'

/**
 * Numbers of the forecast of imports, frozen with its version. Fitted on the recorded hours of 2022-01 … 2023-12 (ENTSO-E: flows of the six borders, the
 * neighbours' generation by type), each from hours that had passed.
 */

/** The quantities that are forecast for an hour: imports, MW, and their emissions with both sets of factors, t/h. */
export const importRows = ['importMw', 'direct', 'lifeCycle'] as const
export type ImportRow = (typeof importRows)[number]

/** Last lead of each row of {@link importTable}, hours; lead 0, the hour in progress, takes the first row. */
export const importLastLeads = [3, 6, 12, 24, 36, 48, 72] as const

export type ImportTable = Readonly<Record<ImportRow, readonly DeviationWeights[]>>

/**
 * Weights of the deviations e(l′), e(b) and mean e(l′−23…l′), by the buckets of {@link importLastLeads}
 * (docs/methodology/import-forecast.md#imports).
 */
export const importTable: ImportTable = {
  importMw: [
    [0.41, 0.13, 0.28],
    [0.34, 0.15, 0.23],
    [0.29, 0.2, 0.1],
    [0.19, 0.19, 0.14],
    [0.13, 0.14, 0.26],
    [0.1, 0.13, 0.31],
    [0.13, 0.13, 0.24],
  ],
  direct: [
    [0.46, 0.16, 0.23],
    [0.39, 0.18, 0.2],
    [0.34, 0.23, 0.07],
    [0.23, 0.23, 0.13],
    [0.14, 0.16, 0.33],
    [0.1, 0.14, 0.46],
    [0.16, 0.12, 0.46],
  ],
  lifeCycle: [
    [0.46, 0.16, 0.24],
    [0.39, 0.18, 0.2],
    [0.34, 0.23, 0.08],
    [0.23, 0.22, 0.13],
    [0.15, 0.16, 0.32],
    [0.1, 0.15, 0.44],
    [0.15, 0.12, 0.44],
  ],
}

/** Quantiles 10 and 90 % of z of the intensity of consumption, by the buckets of {@link importLastLeads}. */
const frozenQuantiles = {
  direct: [
    [-0.37, 0.38],
    [-0.41, 0.44],
    [-0.45, 0.47],
    [-0.53, 0.55],
    [-0.68, 0.67],
    [-0.81, 0.74],
    [-0.91, 0.8],
  ],
  lifeCycle: [
    [-0.36, 0.37],
    [-0.4, 0.42],
    [-0.43, 0.45],
    [-0.5, 0.52],
    [-0.64, 0.63],
    [-0.75, 0.7],
    [-0.84, 0.77],
  ],
} as const

/** The quantiles of z of a lead until its bucket has 100 errors. */
export function findFrozenConsumptionLevels(rule: EmissionRule, lead: number): ErrorLevels {
  const [low = 0, high = 0] = frozenQuantiles[rule][findLeadBucket(importLastLeads, lead)] ?? []
  return { low, high }
}
