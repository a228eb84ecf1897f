import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Series } from './grid-source.ts'
import { publishedSlot } from './publication.ts'

/** Gathers values slot by slot into one series per key, in the order in which the keys first appear. */
export function createSeriesCollector(subject: FeedId) {
  const byKey = new Map<string, Series>()
  return {
    add(startEpochMs: number, powerMwByKey: ReadonlyMap<string, number>): void {
      for (const [key, powerMw] of powerMwByKey) {
        const series = byKey.get(key) ?? { key, slots: [] }
        byKey.set(key, series)
        series.slots.push(publishedSlot(subject, startEpochMs, powerMw))
      }
    },
    series: (): Series[] => [...byKey.values()],
  }
}
