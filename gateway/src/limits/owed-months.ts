import { type Counted, changeOperation } from './limit-operation.ts'

/** Months that can be owed at most; what comes on top is given to the customer. Client addresses leave half of them to accounts. */
const maxOwed = 100_000
const maxOwedOfAddresses = maxOwed / 2

/** What Redis was not told yet: requests of a month, below 0 when more were given back than taken. */
export type OwedMonth = { owner: Counted; monthIndex: number; change: number }

/** Collects what Redis has to be told when it is back. */
export function createOwedMonths() {
  const owed = new Map<string, OwedMonth>()
  return {
    /** What is served under other terms is owed apart: another plan may price it. */
    add({ owner: { kind, id, month }, monthIndex, change }: OwedMonth): void {
      const owner = { kind, id, month }
      const { key, terms } = changeOperation(owner, monthIndex, change)
      const name = `${monthIndex}:${terms}:${key}`
      const earlier = owed.get(name)
      if (earlier !== undefined) earlier.change += change
      else if (owed.size < (kind === 'account' ? maxOwed : maxOwedOfAddresses))
        owed.set(name, { owner, monthIndex, change })
    },
    /** Everything that is owed; it is forgotten here. */
    takeAll(): OwedMonth[] {
      const all = [...owed.values()].filter(({ change }) => change !== 0)
      owed.clear()
      return all
    },
  }
}
export type OwedMonths = ReturnType<typeof createOwedMonths>
