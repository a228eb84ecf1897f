import type { Series } from './grid-source.ts'
import type { PlannedSlot } from './slots.ts'

/** Gathers values slot by slot into one series per key, in the order in which the keys first appear. */
export function createSeriesCollector() {
  const byKey = new Map<string, Series>()
  return {
    add(slot: PlannedSlot, valueByKey: ReadonlyMap<string, number>): void {
      for (const [key, value] of valueByKey) {
        const series = byKey.get(key) ?? { key, slots: [] }
        byKey.set(key, series)
        series.slots.push({ ...slot, value })
      }
    },
    series: (): Series[] => [...byKey.values()],
  }
}
