import type { ForecastVersionSet, MethodologyVersionSet } from '../contract/values/versions.ts'
import { type ImportBasis, importBases } from './net-imports.ts'

/** A change of a formula, anchor, weight or factor *rule* increments its version; new values of factors do not. */
const versions = { score: 2, carbon: 1, confidence: 2 } as const

/** Version of the consumption boundary by the source of its imports; with commercial exchanges the value is an estimate. */
const consumptionVersions = { physical_flows: 1, exchange_schedules: 2 } as const satisfies Record<ImportBasis, number>

/** The version of a consumption value that is estimated by commercial exchanges. */
export const estimatedConsumptionVersion = consumptionVersions.exchange_schedules

/** The source of the imports behind a stored version of the consumption boundary; null without a value, and for a version of a newer program. */
export function toImportBasis(version: number | null): ImportBasis | null {
  return importBases.find((basis) => consumptionVersions[basis] === version) ?? null
}

/** Every version of the confidence index by which points were computed: each is computed again by its own. */
const confidenceVersions = [1, 2] as const
export type ConfidenceVersion = (typeof confidenceVersions)[number]

/** Converts the confidence version of a stored point; null for a version of a newer program. */
export function toConfidenceVersion(version: number): ConfidenceVersion | null {
  return confidenceVersions.find((known) => known === version) ?? null
}

/** Every version of the score by which points were computed: each is computed again, and weighted, by its own. */
const scoreVersions = [1, 2] as const
export type ScoreVersion = (typeof scoreVersions)[number]

/** Converts the score version of a stored point; null for a version of a newer program. */
export function toScoreVersion(version: number): ScoreVersion | null {
  return scoreVersions.find((known) => known === version) ?? null
}

/** The version that is computed now. */
export const scoreVersion: ScoreVersion = versions.score

/** The version that is computed now. */
export const confidenceVersion: ConfidenceVersion = versions.confidence

/** Versions of the formulas of a point that is computed again; absent: the present version. */
export type PointVersions = { score?: ScoreVersion | undefined; confidence?: ConfidenceVersion | undefined }

/** Versions of the forecast whose issues are computed again by their own: 2 is the analog mix, 3 refines it. Older forecasts have 1; points have none. */
const forecastVersions = [2, 3] as const
export type ForecastVersion = (typeof forecastVersions)[number]

/** The version that is issued now. */
export const forecastVersion: ForecastVersion = 3

/** Converts the version of an archived issue; null for one that this program cannot compute. */
export function toForecastVersion(version: number): ForecastVersion | null {
  return forecastVersions.find((known) => known === version) ?? null
}

/** Version of the forecast of tariff colours, which is served with its own answer. */
export const tariffColorsVersion = 2

/** Version of the hourly consumption-based intensity at the neighbours' mixes of the hour, which is served with its own answer. */
export const hourlyConsumptionVersion = 1

/** Version of the carbon intensity by region, which is served with its own answer. */
export const regionsVersion = 1

/**
 * The versions of a response. `consumption` is null exactly without a consumption value.
 *
 * @param importBasis source of the imports in the consumption value; null without a consumption value
 * @param versions other versions for a point that is computed again by its own
 */
export function createMethodologyVersions(
  importBasis: ImportBasis | null,
  { score = scoreVersion, confidence = confidenceVersion }: PointVersions = {},
): MethodologyVersionSet {
  return { ...versions, score, confidence, consumption: importBasis && consumptionVersions[importBasis] }
}

/** The versions of a forecast, which has no consumption value. */
export function createForecastVersions(): ForecastVersionSet {
  return { ...createMethodologyVersions(null), forecast: forecastVersion }
}
