import type { FeedId } from '@hexawatt/shared/grid/feeds'

/** Properties that the first answer of an open source must have. */
export type Expectation = {
  /** Part of the content type. */
  contentType: 'json' | 'zip' | 'csv'
  /** Members of the body, or columns of a row, that the product reads; the answer may have others. */
  members: readonly string[]
  /**
   * The feed whose newest slot tells how late the source is, its least number of series, and the latest end of that slot before now; null = any. Regions,
   * intensities and types of a neighbour, which fill no feed, are series of their own.
   */
  newest: {
    feed: FeedId | 'regions' | 'published intensity' | 'regulated prices' | 'neighbour mix'
    minSeries: number
    maxLagMs: number | null
  }
  /** Whether an answer without values is as expected too: it is not proven that the publisher has them for France. */
  mayBeEmpty?: true
}
