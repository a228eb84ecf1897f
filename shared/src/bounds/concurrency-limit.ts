/** Releases a slot; a second call does nothing. */
export type ReleaseSlot = () => void

export type ConcurrencyLimit = {
  /** @returns the function that releases the slot; null when this holder has as many as it may have */
  acquire(holder: string): ReleaseSlot | null
}

/** Limits how many slots each holder has at once. A holder without slots takes no memory. */
export function createConcurrencyLimit(maxPerHolder: number): ConcurrencyLimit {
  const heldBy = new Map<string, number>()

  function release(holder: string): void {
    const left = (heldBy.get(holder) ?? 1) - 1
    if (left === 0) heldBy.delete(holder)
    else heldBy.set(holder, left)
  }

  return {
    acquire(holder) {
      const held = heldBy.get(holder) ?? 0
      if (held >= maxPerHolder) return null
      heldBy.set(holder, held + 1)
      let isHeld = true
      return () => {
        if (isHeld) release(holder)
        isHeld = false
      }
    },
  }
}
