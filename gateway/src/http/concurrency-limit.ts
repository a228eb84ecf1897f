/** Frees a place; more than once is once. */
export type LeavePlace = () => void

export type Places = {
  /** @returns what frees the place again; null when this holder has as many as it may have */
  take(holder: string): LeavePlace | null
}

/** Places of which each holder may have so many at once. Who holds none costs no memory. */
export function createPlaces(maxPerHolder: number): Places {
  const takenBy = new Map<string, number>()

  function leave(holder: string): void {
    const left = (takenBy.get(holder) ?? 1) - 1
    if (left === 0) takenBy.delete(holder)
    else takenBy.set(holder, left)
  }

  return {
    take(holder) {
      const taken = takenBy.get(holder) ?? 0
      if (taken >= maxPerHolder) return null
      takenBy.set(holder, taken + 1)
      let isHeld = true
      return () => {
        if (isHeld) leave(holder)
        isHeld = false
      }
    },
  }
}
