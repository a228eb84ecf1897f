import { limitKeyPrefix, limitTagOf } from '@hexawatt/shared/redis/keys'
import type { RestoredMonth } from '@hexawatt/shared/redis/limit-state'
import {
  type CalendarMonth,
  type Decision,
  type LimitSubject,
  type MonthTerms,
  monthTerms,
  statesOf,
} from '../quota/quota.ts'

/** Letters of the kinds in Redis keys. */
const kindLetters = { account: 'a', demo: 'd', anonymous: 'n' } as const
const kindNumbers = { account: 0, demo: 1, anonymous: 2 } as const

/** Numbers of the operations of `limit-script.ts`. */
const operationNumbers = { take: 0, takeUnrestored: 1, giveBack: 2, add: 3, restore: 4 } as const
type OperationName = keyof typeof operationNumbers

/** Ranges of the two numbers of an operation: with 2 bits of kind and 3 of operation they fill the 53 bits of an exact number. */
const firstValues = 2 ** 16
const secondMax = 2 ** 32 - 1

/** Verdicts of the script on a request. */
export const verdicts = {
  passed: 0,
  byMinute: 1,
  byMonth: 2,
  /** The account's month is not restored from Postgres yet. */
  unrestored: 3,
  /** Redis already holds the maximum number of states of client addresses. */
  noRoom: 4,
  /** Rolled back, since another state of the same request refused. */
  undone: 5,
} as const

/** Owner of a state. */
export type StateOwner = Pick<LimitSubject, 'kind' | 'id' | 'placedBy'>

/** Owner of a state, and the terms of its month. */
export type Counted = StateOwner & Pick<LimitSubject, 'month'>

/** Arguments of the script for one operation. `terms`: quota and price of the month. */
type Packed = { packedOp: string; terms: string }

/** One operation on one state. `raised` replaces it in one month. */
export type LimitOperation = Packed & {
  key: string
  /** Part of the keys that the state belongs to. */
  tag: number
  /** Of a client address: the number of addresses with a state is bounded. */
  isOfAddress: boolean
  raised?: Packed & { monthIndex: number }
  /** How many of the next operations belong to the same request; absent = none. */
  followers?: number
}

/** What the script replied to one operation. */
export type Reading = {
  kind: 'reading'
  /** Monotonic time at which Redis was asked, ms. */
  atMs: number
  verdict: number
  /** Seconds until the minute admits another request. */
  freeSeconds: number
  /** How much of its second the clock of Redis had passed, ms: the other times of a reading are whole seconds. */
  intoSecondMs: number
  minuteRequests: number
  monthRequests: number
  month: CalendarMonth
  /** Seconds until the month ends. */
  monthLeftSeconds: number
}

/** The tag that a state lies under. */
export function tagOf({ id, placedBy = id }: StateOwner): number {
  return limitTagOf(placedBy)
}

/** Key of a state. */
export function stateKey(owner: StateOwner): string {
  return `${limitKeyPrefix(tagOf(owner))}${kindLetters[owner.kind]}:${owner.id}`
}

/** Where the state of an operation lies. */
function placeOf(owner: StateOwner): Pick<LimitOperation, 'key' | 'tag' | 'isOfAddress'> {
  return { key: stateKey(owner), tag: tagOf(owner), isOfAddress: owner.kind !== 'account' }
}

/** Packed once per subject: every request with a key passes here. */
const packedTakes = new WeakMap<LimitSubject, LimitOperation>()

/** Takes one request of an account. */
export function takeAccountOperation(subject: LimitSubject): LimitOperation {
  const known = packedTakes.get(subject)
  if (known !== undefined) return known
  const operation = takeOperation(subject)
  packedTakes.set(subject, operation)
  return operation
}

/**
 * Takes one request.
 *
 * @param isRestored false: also from an account's state that is not restored yet, and from the state of an address for which there is no room
 */
export function takeOperation(subject: LimitSubject, isRestored = true): LimitOperation {
  const name = isRestored ? 'take' : 'takeUnrestored'
  const { month, requestsPerMinute } = subject
  const pack = (terms: MonthTerms | null): Packed => packed(subject, name, requestsPerMinute, terms?.cap ?? 0, terms)
  const taken: LimitOperation = { ...placeOf(subject), ...pack(month) }
  if (month?.raised !== undefined) {
    taken.raised = { monthIndex: month.raised.monthIndex, ...pack(month.raised) }
  }
  return taken
}

/** Takes one request from a client address and the blocks around it: one operation each. A shared state needs no room. */
export function takeAddressOperations(subject: LimitSubject): LimitOperation[] {
  const states = statesOf(subject)
  return states.map((state, i) => {
    const followers = states.length - 1 - i
    return { ...takeOperation(state, subject.shared !== undefined), terms: String(followers), followers }
  })
}

/**
 * Changes the requests of a month, which must be the running one or the one before: below 0 gives back, never below none.
 *
 * @param minuteRequests of the minute that were admitted without Redis: they count as of now
 */
export function changeOperation(
  counted: Counted,
  monthIndex: number,
  change: number,
  minuteRequests = 0,
): LimitOperation {
  const name = change < 0 ? 'giveBack' : 'add'
  const { packedOp, terms } = packed(counted, name, monthIndex, Math.abs(change), termsIn(counted, monthIndex))
  return { ...placeOf(counted), packedOp, terms: minuteRequests > 0 ? `${terms} ${minuteRequests}` : terms }
}

/** Adds the stored count of the month to a state that Redis had lost; the script does it once. */
export function restoreOperation(counted: Counted, monthIndex: number, stored: RestoredMonth): LimitOperation {
  const { packedOp, terms } = packed(counted, 'restore', monthIndex, stored.requests, termsIn(counted, monthIndex))
  return {
    ...placeOf(counted),
    packedOp,
    terms: [terms, ...[1, 2, 3].map((index) => stored.overage.get(index) ?? 0)].join(' '),
  }
}

function termsIn({ month }: Counted, monthIndex: number): MonthTerms | null {
  return month && monthTerms(month, monthIndex)
}

function packed(
  { kind }: StateOwner,
  name: OperationName,
  first: number,
  second: number,
  terms: MonthTerms | null,
): Packed {
  const counts = first + firstValues * Math.min(second, secondMax)
  return { packedOp: String(kindNumbers[kind] + 4 * (operationNumbers[name] + 8 * counts)), terms: packedTerms(terms) }
}

/** The quota, and the number of the plan that prices requests beyond it; 0 = no plan. */
function packedTerms(terms: MonthTerms | null): string {
  if (terms?.overagePlanIndex === undefined) return '0'
  return String(terms.quota * 4 + terms.overagePlanIndex)
}

/** Unpacks the reply to one operation. */
export function readingOf(
  packedReply: number,
  monthRequests: number,
  month: CalendarMonth,
  nowMs: number,
  atMs: number,
): Reading {
  const minute = Math.floor(packedReply / 8)
  const freeSeconds = minute % 64
  return {
    kind: 'reading',
    atMs,
    verdict: packedReply % 8,
    freeSeconds,
    intoSecondMs: nowMs % 1_000,
    minuteRequests: Math.floor(minute / 64),
    monthRequests,
    month,
    monthLeftSeconds: month.endSeconds - Math.floor(nowMs / 1_000),
  }
}

/** The decision of Redis on a request. */
export function decisionOf({ requestsPerMinute }: LimitSubject, reading: Reading): Decision {
  const { verdict, freeSeconds, minuteRequests, monthRequests, month, monthLeftSeconds } = reading
  return {
    refusedBy: verdict === verdicts.byMinute ? 'minute' : verdict === verdicts.byMonth ? 'month' : null,
    minuteRemaining: requestsPerMinute - minuteRequests,
    freeSeconds,
    monthRequests,
    monthIndex: month.index,
    monthLeftSeconds,
    isLocal: false,
  }
}
