import { recordFromEntries } from '../bounds/record-from-entries.ts'
import { feedFacts } from './feed-facts.ts'
import type { PublisherId } from './publishers.ts'

/** A feed of the transmission operator; its id is the key in `/api/status`. */
export type FeedId = keyof typeof feedFacts

/** Every feed, in the order of `/api/status`. */
export const feedIds = Object.keys(feedFacts) as readonly FeedId[]

/** The feeds that count in the confidence. */
export const weightedFeedIds = feedIds.filter((id) => feedFacts[id].confidenceWeight > 0)

/** The feeds that do not. */
export const weightlessFeedIds = feedIds.filter((id) => feedFacts[id].confidenceWeight === 0)

/** The page's names of every feed in one language. */
export function listFeedNames(language: 'en' | 'fr'): Record<FeedId, string> {
  return recordFromEntries(feedIds, (id) => feedFacts[id].names[language])
}

/** Whether an id is the id of a feed; otherwise it names a reference, or a dataset of an open publisher. */
export function isFeed(id: string): id is FeedId {
  return Object.hasOwn(feedFacts, id)
}

/** The feeds that the carbon intensity rests on. */
export const carbonFeedIds = [
  'generation_by_type',
  'generation_mix_15min',
  'physical_flows',
] as const satisfies readonly FeedId[]

/** References of the score: slow tables that the methodology multiplies by. */
export const referenceIds = ['emission_factors', 'country_intensities'] as const
export type ReferenceId = (typeof referenceIds)[number]

export type SourceId = FeedId | ReferenceId

/** Every source whose values the score or its confidence reads, feeds first. */
export const sourceIds: readonly SourceId[] = [...feedIds, ...referenceIds]

/** The weather: no feed and without weight in the confidence. It is read only where the operator of an installation names a server. */
export const weatherSourceId = 'weather'

/** The regulated prices of households: a reference without weight in the confidence, because no score reads it. */
export const regulatedPricesSourceId = 'regulated_prices'

/** The production mixes of the neighbours, which several datasets give: no feed and without weight in the confidence, because no score reads them. */
export const neighbourMixesSourceId = 'neighbour_mixes'

/** A source that has its entry in `/api/status`. */
export type ReportedSourceId =
  | SourceId
  | typeof regulatedPricesSourceId
  | typeof weatherSourceId
  | typeof neighbourMixesSourceId

/** Every such source, in the order of `/api/status`. */
export const reportedSourceIds: readonly ReportedSourceId[] = [
  ...sourceIds,
  regulatedPricesSourceId,
  weatherSourceId,
  neighbourMixesSourceId,
]

/** Where the data come from: the operator's API, open sources, the generator, recordings. A database never mixes real and invented ones. */
export const dataModes = ['live', 'open', 'demo', 'replay'] as const
export type DataMode = (typeof dataModes)[number]

/** Whether a mode serves the real grid of now. */
export function isRealMode(mode: DataMode): boolean {
  return mode === 'live' || mode === 'open'
}

/**
 * Whether a publisher is a fallback source: in live mode the API of the operator delivers every feed, and an open source only the values that it
 * fails to deliver.
 */
export function isFallbackSource(mode: DataMode, publisher: PublisherId | null): boolean {
  return mode === 'live' && publisher !== null && publisher !== 'rte'
}
