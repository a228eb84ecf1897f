import type { MethodologyVersionSet } from '../contract/carbon-intensity.ts'

/** Any change of a formula, anchor, weight or factor *rule* bumps its version; a new vintage of factors does not. */
const versions = { score: 1, carbon: 1, confidence: 1, consumption: 1 } as const

/** The versions of an answer. `consumption` is null exactly where there is no consumption value. */
export function methodologyVersions(hasConsumptionValue: boolean): MethodologyVersionSet {
  return { ...versions, consumption: hasConsumptionValue ? versions.consumption : null }
}
