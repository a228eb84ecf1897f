import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { MonthTerms } from './quota.ts'

/** Subjects that are remembered at most; who was met longest ago is forgotten. */
const maxSubjects = 50_000
/** An account whose count is not known may use a quota's share of one day of so many in an outage. */
const daysOfQuota = 30

/** Requests of a month, as far as this process knows. */
type MonthRequests = { index: number; requests: number }

/** What this process knows of months: what Redis said last, else a guess that holds until Redis is back. */
export function createKnownMonths() {
  const known = createBoundedMap<MonthRequests>(maxSubjects)
  const guessed = createBoundedMap<MonthRequests>(maxSubjects)
  return {
    /** Notes what Redis counted. On the way of every request, so an entry is written anew only once. */
    remember(key: string, index: number, requests: number): void {
      const last = known.get(key)
      if (last === undefined) known.set(key, { index, requests })
      else {
        last.index = index
        last.requests = requests
      }
    },
    /** The count to go on with, which the caller changes, and up to where: a guess leaves a day's share of the quota. */
    countOf(key: string, index: number, { quota, cap }: MonthTerms) {
      const last = known.get(key)
      if (last?.index === index) return { count: last, cap }
      const earlierGuess = guessed.get(key)
      if (earlierGuess?.index === index) return { count: earlierGuess, cap: quota }
      const count = { index, requests: quota - Math.ceil(quota / daysOfQuota) }
      guessed.set(key, count)
      return { count, cap: quota }
    },
    giveBack(key: string, index: number): void {
      for (const count of [known.get(key), guessed.get(key)]) if (count?.index === index) count.requests -= 1
    },
    /** The outage is over: the next one leaves a share of its own. */
    forgetGuesses: guessed.clear,
  }
}
