/** What can be watched. */
export type Quantity = 'score' | 'carbon' | 'price'

/** When an hour is good: a score of at least the threshold, a carbon intensity or a price of at most the threshold. */
export type GoodRule = {
  quantity: Quantity
  threshold: number
  /** How far beyond the threshold a value must get before a good state ends, in the unit of the quantity. */
  hysteresis: number
}

/** Whether a value is good, given whether the previous value was good; null = there was none. */
export function isGood({ quantity, threshold, hysteresis }: GoodRule, value: number, wasGood: boolean | null): boolean {
  const margin = quantity === 'score' ? value - threshold : threshold - value
  return margin >= (wasGood === true ? -hysteresis : 0)
}
