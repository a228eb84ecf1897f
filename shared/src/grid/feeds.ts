/** Feeds of the transmission operator (methodology, "The 13 feeds"); the ids are the keys of `/api/status`. */
export const feedIds = [
  'generation_by_type',
  'generation_mix_15min',
  'generation_forecast',
  'consumption',
  'consumption_weekly',
  'power_exchanges',
  'physical_flows',
  'exchange_schedules',
  'grid_signals',
  'tariff_calendar',
  'generation_unavailabilities',
  'installed_capacities',
  'imbalance',
] as const
export type FeedId = (typeof feedIds)[number]

/** Whether a source is a feed; else it is a reference. */
export function isFeed(id: SourceId): id is FeedId {
  return (feedIds as readonly string[]).includes(id)
}

/** The feeds that the carbon intensity rests on. */
export const carbonFeedIds = [
  'generation_by_type',
  'generation_mix_15min',
  'physical_flows',
] as const satisfies readonly FeedId[]

/** References: slow tables that the methodology multiplies by. */
export const referenceIds = ['emission_factors', 'country_intensities'] as const
export type ReferenceId = (typeof referenceIds)[number]

export type SourceId = FeedId | ReferenceId

/** Every source, feeds first: the order of `/api/status`. */
export const sourceIds: readonly SourceId[] = [...feedIds, ...referenceIds]

/** Where the data come from. A database is stamped with one mode and never mixes them. */
export const dataModes = ['live', 'demo', 'replay'] as const
export type DataMode = (typeof dataModes)[number]
