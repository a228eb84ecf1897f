import type { OperationEntry } from '../entry/operation.ts'

/** Base paths of the Electricity Maps façade, by version of its API; the paths below them are those of the Electricity Maps API. */
export const electricityMapsBase = '/compat/electricitymaps/v3'
export const electricityMapsV4Base = '/compat/electricitymaps/v4'

/** Regions of large clouds that are in France: Azure, AWS and Google name them. */
export const frenchCloudRegions = ['francecentral', 'eu-west-3', 'europe-west9'] as const

/** Granularities that are answered, the one that is served first: a request for a finer one gets hours, as the body says. */
export const servedGranularities = ['hourly', '15_minutes', '5_minutes'] as const

/** Rectangle around mainland France and Corsica, degrees: a place outside of it is certainly in another zone. */
export const placeBounds = { lat: [41.3, 51.1], lon: [-5.2, 9.6] } as const

/** Longest range of `past-range`, days: the limit of Electricity Maps for hourly values. */
export const maxPastRangeDays = 10

/** What differs in the entry of an operation of version 3 that has the same answer in version 4. */
export function toVersion4<Entry extends Pick<OperationEntry, 'path' | 'summary' | 'schemas' | 'bodyOf'>>(
  entry: Entry,
) {
  return {
    path: `${electricityMapsV4Base}${entry.path.slice(electricityMapsBase.length)}`,
    schemas: {},
    bodyOf: entry.bodyOf ?? entry,
    summary: `${entry.summary}, version 4`,
    notes: `As ${entry.path} in every point: the parameters and bodies of both versions are equal.`,
  } as const
}
