import type { Content, Normalised } from '../sources/definition/content.ts'

/** The mix of a neighbour in the form of the contents of feeds: a value for each hour and production type. */
export function listMixes({ neighbour }: Content): Normalised[] {
  if (neighbour === undefined) return []
  const measurements = neighbour.hours.flatMap(({ startMs, mwByType }) => {
    const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
    const slot = { slotStart, slotEnd: slotStart.add({ hours: 1 }), updatedAt: null }
    return Object.entries(mwByType).map(([series, value]) => ({ ...slot, series, value }))
  })
  const { unreadable: unreadableSlots, reasons, refused, newElements } = neighbour
  return [{ measurements, documents: [], unreadableSlots, reasons, refused: [...refused], newElements }]
}
