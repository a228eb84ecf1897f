/** Feeds of the transmission operator that are ingested; the ids are the keys of `/api/status`. */
export const feedIds = ['generation_by_type', 'generation_mix_15min', 'physical_flows'] as const
export type FeedId = (typeof feedIds)[number]

/** References: slow tables that the methodology multiplies by. */
export const referenceIds = ['emission_factors', 'country_intensities'] as const
export type ReferenceId = (typeof referenceIds)[number]

export type SourceId = FeedId | ReferenceId

/** Every source, feeds first: the order of `/api/status`. */
export const sourceIds: readonly SourceId[] = [...feedIds, ...referenceIds]

/** Where the data come from. A database is stamped with one mode and never mixes them. */
export const dataModes = ['live', 'demo', 'replay'] as const
export type DataMode = (typeof dataModes)[number]
