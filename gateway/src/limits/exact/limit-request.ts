import { buildAddressCountKey, buildLimitStateKey, computeLimitTag, type StateOwner } from '@hexawatt/shared/redis/keys'
import type { RestoredMonth } from '@hexawatt/shared/redis/limit-state'
import {
  type CalendarMonth,
  type Counted,
  getMonthTerms,
  type LimitSubject,
  listStates,
  type MonthTerms,
} from '../quota/quota.ts'
import type { Reading, Verdict } from '../quota/reading.ts'

/** What the script does with one state, or with all states of a request. */
export type LimitRequest = {
  /** The states, in the order of the script's reply. */
  keys: readonly string[]
  /** The tag of all states. */
  tag: number
  /** Whether the count of addresses under the tag is requested too, to bound new addresses. */
  boundsAddresses: boolean
  /** The request as the script reads it: a {@link Take} or a {@link Change}. */
  json: string
  /** Replaces `json` in one month. */
  raised?: { monthIndex: number; json: string } | undefined
}

/** A request that takes from states, each with its key. */
export type TakeRequest = LimitRequest & { states: readonly { subject: LimitSubject; key: string }[] }

/** Quota, and index of the plan that prices requests beyond it; both absent = requests beyond the quota are not counted apart. */
type Terms = { quota?: number; plan?: number }

/** A request as the script reads it. */
type Asked = {
  kind: StateOwner['kind']
  /** Whether a new address is refused, or left unchanged, when there are too many; absent = false. */
  boundsAddresses?: true | undefined
}

/** Takes one request from all states or from none. */
type Take = Asked & {
  /** Whether an account is served although the stored count of its month is not included yet; absent = false. */
  servesUnrestored?: true | undefined
  /** Limits of each state: requests per minute, and per month where the month is counted. */
  limits: ({ minute: number; month?: number } & Terms)[]
}

/** Changes the requests of a month, the running one or the one before. */
type Change = Asked & {
  change: Terms & {
    /** Months since year 0. */
    month: number
    /** Negative values give back; the count never goes below zero. */
    by: number
    /** Requests admitted without Redis in the last minute: they count as of now. */
    minute: number
    /** Requests beyond the quota in addition, by plan index. */
    overage: (readonly [plan: number, requests: number])[]
    /** Whether the change is the stored count: applied once, to a state that does not include it. */
    restores: boolean
  }
}

/** Made once per subject, because every request with a key passes here. */
const takesOfAccounts = new WeakMap<LimitSubject, TakeRequest>()

/** Takes one request from the states of a subject. An address without an alternative state is always counted. */
export function takeRequestOf(subject: LimitSubject): TakeRequest {
  if (subject.kind !== 'account') return takeRequest(subject, subject.shared === undefined)
  const known = takesOfAccounts.get(subject)
  if (known !== undefined) return known
  const request = takeRequest(subject)
  takesOfAccounts.set(subject, request)
  return request
}

/** @param isExempt true: an account is served before its month is restored, and addresses are not bounded */
export function takeRequest(subject: LimitSubject, isExempt = false): TakeRequest {
  const states = listStates(subject).map((state) => ({ subject: state, key: buildLimitStateKey(state) }))
  const asked = describeStates(subject, isExempt)
  const take = (raised?: MonthTerms): string => {
    const limits = states.map((state) => limitOf(state.subject, raised ?? state.subject.month))
    return JSON.stringify({ ...asked, servesUnrestored: isExempt || undefined, limits } satisfies Take)
  }
  const raised = subject.month?.raised
  return {
    states,
    keys: states.map(({ key }) => key),
    tag: computeLimitTag(subject),
    boundsAddresses: asked.boundsAddresses === true,
    json: take(),
    raised: raised && { monthIndex: raised.monthIndex, json: take(raised) },
  }
}

/** Changes the requests of a month: negative values give back. `minute`: admitted without Redis in the last minute. */
export function changeRequest(owner: Counted, month: number, by: number, minute = 0): LimitRequest {
  const change = { month, by, minute, overage: [], restores: false, ...getTerms(owner, month) }
  return changeOf(owner, by < 0, change)
}

/** Adds the stored count of the month to a state that Redis had lost. */
export function restoreRequest(owner: Counted, month: number, stored: RestoredMonth): LimitRequest {
  const terms = getTerms(owner, month)
  const overage = [...stored.overage].filter(([, requests]) => requests > 0)
  // The script counts requests beyond the quota as if they came after those of the state. These requests came before, and their part beyond the quota is
  // stored.
  const beyond = Math.max(0, stored.requests - (terms.quota ?? Number.POSITIVE_INFINITY))
  if (terms.plan !== undefined && beyond > 0) overage.push([terms.plan, -beyond])
  return changeOf(owner, true, { month, by: stored.requests, minute: 0, overage, restores: true, ...terms })
}

function changeOf(owner: Counted, isExempt: boolean, change: Change['change']): LimitRequest {
  const asked = describeStates(owner, isExempt)
  const json = JSON.stringify({ ...asked, change } satisfies Change)
  return {
    keys: [buildLimitStateKey(owner)],
    tag: computeLimitTag(owner),
    boundsAddresses: asked.boundsAddresses === true,
    json,
  }
}

function describeStates({ kind }: StateOwner, isExempt: boolean): Asked {
  return { kind, boundsAddresses: (kind !== 'account' && !isExempt) || undefined }
}

function limitOf({ requestsPerMinute: minute }: LimitSubject, month: MonthTerms | null): Take['limits'][number] {
  return month === null ? { minute } : { minute, month: month.cap, ...getPricedTerms(month) }
}

function getTerms({ month }: Counted, monthIndex: number): Terms {
  return month === null ? {} : getPricedTerms(getMonthTerms(month, monthIndex))
}

function getPricedTerms({ quota, overagePlanIndex }: MonthTerms): Terms {
  return overagePlanIndex === undefined ? {} : { quota, plan: overagePlanIndex }
}

/**
 * KEYS and ARGV of the script. KEYS: the states of each request and, where new addresses are bounded, their count. ARGV: the clock; the month, its first
 * second and the first second after it, outside which the script does nothing and replies its clock only; new addresses at most under each tag; the requests.
 * @param clock ms since the epoch, for tests; empty = the clock of Redis
 */
export function makeScriptInput(
  requests: readonly LimitRequest[],
  { index, startSeconds, endSeconds }: CalendarMonth,
  maxAddressesOfTag: number,
  clock = '',
): { keys: string[]; args: string[] } {
  const keys: string[] = []
  const args = [clock, String(index), String(startSeconds), String(endSeconds), String(maxAddressesOfTag)]
  for (const { keys: states, tag, boundsAddresses, json, raised } of requests) {
    keys.push(...states)
    if (boundsAddresses) keys.push(buildAddressCountKey(tag))
    args.push(raised?.monthIndex === index ? raised.json : json)
  }
  return { keys, args }
}

/**
 * The script's reply: its clock, ms, then two numbers for each state, because each number costs this process time: verdict + 8 × (seconds until the minute
 * has room + 64 × requests of the minute), and the requests of the month.
 */
export type ScriptReply = readonly [nowMs: number, ...number[]]

/** Values of each state in a reply. */
const readingValues = 2

/** Reads the reply: the readings of each request in the order of its states; null when the script found another month and did nothing. */
export function readReply(
  reply: ScriptReply,
  requests: readonly Pick<LimitRequest, 'keys'>[],
  month: CalendarMonth,
  atMs: number,
): Reading[][] | null {
  const [nowMs] = reply
  const states = requests.reduce((sum, { keys }) => sum + keys.length, 0)
  if (reply.length !== 1 + readingValues * states) return null
  const intoSecondMs = nowMs % 1_000
  const monthLeftSeconds = month.endSeconds - Math.floor(nowMs / 1_000)
  let at = 1 - readingValues
  function readNext(): Reading {
    at += readingValues
    const [packed, monthRequests] = [reply[at] ?? 0, reply[at + 1] ?? 0]
    const minute = Math.floor(packed / 8)
    return {
      atMs,
      verdict: (packed % 8) as Verdict,
      freeSeconds: minute % 64,
      intoSecondMs,
      minuteRequests: Math.floor(minute / 64),
      monthRequests,
      month,
      monthLeftSeconds,
    }
  }
  return requests.map(({ keys }) => keys.map(readNext))
}
