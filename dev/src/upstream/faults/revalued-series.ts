import type { Series, Slot } from '../subjects/grid-source.ts'

/** Changes the slots of some series, and the operator's grand `TOTAL` by as much: its sum stays consistent. */
export function revalued(
  series: readonly Series[],
  concerns: (key: string) => boolean,
  change: (slot: Slot) => Slot,
): Series[] {
  const changed = series.map((one) => (concerns(one.key) ? { key: one.key, slots: one.slots.map(change) } : one))
  const deltaMwByStart = new Map<number, number>()
  series.forEach(({ slots }, index) => {
    slots.forEach((slot, position) => {
      const after = changed[index]?.slots[position]?.value ?? slot.value
      const known = deltaMwByStart.get(slot.startEpochMs) ?? 0
      deltaMwByStart.set(slot.startEpochMs, known + after - slot.value)
    })
  })
  return changed.map((one) => (one.key === 'TOTAL' ? shifted(one, deltaMwByStart) : one))
}

function shifted({ key, slots }: Series, deltaMwByStart: ReadonlyMap<number, number>): Series {
  return {
    key,
    slots: slots.map((slot) => ({ ...slot, value: slot.value + (deltaMwByStart.get(slot.startEpochMs) ?? 0) })),
  }
}
