import { limitKeyPrefix } from '@hexawatt/shared/redis/keys'
import type { CalendarMonth } from './calendar-month.ts'
import type { LimitSubject } from './quota.ts'

/** Short names of the kinds in keys. */
const kindLetters = { account: 'a', demo: 'd', anonymous: 'n' } as const
const kindNumbers = { account: 0, demo: 1, anonymous: 2 } as const

/** Numbers of what `limit-script.ts` can do with a state. */
const operationNumbers = { take: 0, takeUnrestored: 1, giveBack: 2, add: 3, restore: 4 } as const
type OperationName = keyof typeof operationNumbers

/** Widths of the two numbers of an operation; with 2 bits of kind and 3 of operation, they fill the 53 bits of an exact number. */
const firstValues = 2 ** 16
const secondMax = 2 ** 32 - 1

/** Verdicts of the script on a request. */
export const verdicts = { passed: 0, byMinute: 1, byMonth: 2, unrestored: 3 } as const

/** Whose state is meant. */
export type StateOwner = Pick<LimitSubject, 'kind' | 'id'>

/** One thing to do with one state. */
export type LimitOperation = { key: string; word: string }

/** What the script answered to one operation. */
export type Reading = {
  verdict: number
  /** Seconds until a place of the minute becomes free. */
  freeSeconds: number
  minuteRequests: number
  monthRequests: number
  month: CalendarMonth
  /** Seconds until the month ends. */
  monthLeftSeconds: number
}

/** Beginning of the keys of all accounts' states. */
export const accountKeyPrefix = `${limitKeyPrefix}${kindLetters.account}:`

/** Key of a state. */
export function stateKey({ kind, id }: StateOwner): string {
  return `${limitKeyPrefix}${kindLetters[kind]}:${id}`
}

/**
 * Takes one request.
 *
 * @param isRestored false: also from an account's state that does not know yet what was counted before Redis lost it
 */
export function takeOperation(subject: LimitSubject, isRestored = true): LimitOperation {
  const name = isRestored ? 'take' : 'takeUnrestored'
  return operation(subject, name, subject.requestsPerMinute, subject.month?.cap ?? 0)
}

/** Changes the requests of a month, which must be the running one or the one before: below 0 gives back, never below none. */
export function changeOperation(owner: StateOwner, monthIndex: number, change: number): LimitOperation {
  return operation(owner, change < 0 ? 'giveBack' : 'add', monthIndex, Math.abs(change))
}

/** Adds what was counted of the month before Redis lost the state; the script does it once. */
export function restoreOperation(owner: StateOwner, monthIndex: number, requests: number): LimitOperation {
  return operation(owner, 'restore', monthIndex, requests)
}

function operation(owner: StateOwner, name: OperationName, first: number, second: number): LimitOperation {
  const counts = first + firstValues * Math.min(second, secondMax)
  return { key: stateKey(owner), word: String(kindNumbers[owner.kind] + 4 * (operationNumbers[name] + 8 * counts)) }
}

/** Reads the two numbers of the reply to one operation. */
export function readingOf(word: number, monthRequests: number, month: CalendarMonth, nowSeconds: number): Reading {
  const minute = Math.floor(word / 4)
  return {
    verdict: word % 4,
    freeSeconds: minute % 64,
    minuteRequests: Math.floor(minute / 64),
    monthRequests,
    month,
    monthLeftSeconds: month.endSeconds - nowSeconds,
  }
}
