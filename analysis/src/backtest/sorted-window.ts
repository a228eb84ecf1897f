/** Maximum size of a window: 60 days of hourly issues with 12 leads in a bucket. */
const maxNumbers = 60 * 24 * 12

/** Ascending numbers that come and go one by one. */
export type SortedWindow = {
  insert: (value: number) => void
  /** Removes one number that was inserted. */
  remove: (value: number) => void
  /** A view that the next change makes invalid. */
  values: () => Float64Array
}

/** An empty window. A number too many is not taken. */
export function createSortedWindow(): SortedWindow {
  const numbers = new Float64Array(maxNumbers)
  let count = 0
  /** First index whose number is not below `value`. */
  const indexOf = (value: number): number => {
    let [from, to] = [0, count]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((numbers[middle] ?? 0) < value) from = middle + 1
      else to = middle
    }
    return from
  }
  return {
    insert(value) {
      if (count === maxNumbers) return
      const index = indexOf(value)
      numbers.copyWithin(index + 1, index, count)
      numbers[index] = value
      count += 1
    },
    remove(value) {
      const index = indexOf(value)
      if (index >= count || numbers[index] !== value) return
      numbers.copyWithin(index, index + 1, count)
      count -= 1
    },
    values: () => numbers.subarray(0, count),
  }
}
