import type { ForecastVersionSet, MethodologyVersionSet } from '../contract/values/versions.ts'

/** A change of a formula, anchor, weight or factor *rule* increments its version; new values of factors do not. */
const versions = { score: 1, carbon: 1, confidence: 1, consumption: 1 } as const

/** The method of the forecast: 2 is the analog mix; what was issued before is 1. Never in the versions of a point. */
export const forecastVersion = 2

/** Version of the forecast of tariff colours, which is served with its own answer. */
export const tariffColorsVersion = 1

/** Version of the carbon intensity by region, which is served with its own answer. */
export const regionsVersion = 1

/** The versions of a response. `consumption` is null exactly without a consumption value. */
export function methodologyVersions(hasConsumptionValue: boolean): MethodologyVersionSet {
  return { ...versions, consumption: hasConsumptionValue ? versions.consumption : null }
}

/** The versions of a forecast, which has no consumption value. */
export function forecastVersions(): ForecastVersionSet {
  return { ...methodologyVersions(false), forecast: forecastVersion }
}
