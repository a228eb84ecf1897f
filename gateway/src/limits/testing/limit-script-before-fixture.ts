import { join } from 'node:path'
import { buildAddressCountKey, buildLimitStateKey, computeLimitTag, type StateOwner } from '@hexawatt/shared/redis/keys'
import { type Counted, getMonthAt, getMonthTerms, type LimitSubject, listStates } from '../quota/quota.ts'

/** The limit script of the previous release's gateways, as commit 69d2cb33 sends it. */
export const scriptBefore = await Bun.file(join(import.meta.dir, '../exact/fixtures/limit-script-69d2cb33.lua')).text()

const kindNumbers = { account: 0, demo: 1, anonymous: 2 } as const
const operationNumbers = { take: 0, takeUnrestored: 1, giveBack: 2, add: 3, restore: 4 } as const

/** KEYS and ARGV words of one operation on one state. */
type Operation = { owner: StateOwner; packed: string; terms: string }

function pack(
  owner: Counted,
  name: keyof typeof operationNumbers,
  first: number,
  second: number,
  terms: string,
): Operation {
  const packed = kindNumbers[owner.kind] + 4 * (operationNumbers[name] + 8 * (first + 2 ** 16 * second))
  return { owner, packed: String(packed), terms }
}

function termsOf({ month }: Counted, monthIndex: number): string {
  const terms = month && getMonthTerms(month, monthIndex)
  return terms?.overagePlanIndex === undefined ? '0' : String(terms.quota * 4 + terms.overagePlanIndex)
}

/** One operation for each state. The month of the terms is the month of the call's clock. */
export function packFormerTake(subject: LimitSubject, monthIndex: number, isExempt: boolean): Operation[] {
  const states = listStates(subject)
  return states.map((state, i) => {
    const cap = state.month === null ? 0 : getMonthTerms(state.month, monthIndex).cap
    const terms = state.kind === 'account' ? termsOf(state, monthIndex) : String(states.length - 1 - i)
    return pack(state, isExempt ? 'takeUnrestored' : 'take', state.requestsPerMinute, cap, terms)
  })
}

export function packFormerChange(
  owner: Counted,
  monthIndex: number,
  change: number,
  minuteRequests: number,
): Operation[] {
  const terms = termsOf(owner, monthIndex)
  const words = minuteRequests > 0 ? `${terms} ${minuteRequests}` : terms
  return [pack(owner, change < 0 ? 'giveBack' : 'add', monthIndex, Math.abs(change), words)]
}

export function packFormerRestore(
  owner: Counted,
  monthIndex: number,
  requests: number,
  overage: readonly number[],
): Operation[] {
  return [pack(owner, 'restore', monthIndex, requests, [termsOf(owner, monthIndex), ...overage].join(' '))]
}

/** KEYS and ARGV of a call. */
export function createFormerInput(operations: readonly Operation[], nowSeconds: number, maxAddressesOfTag: number) {
  const { index, startSeconds, endSeconds } = getMonthAt(nowSeconds)
  const addresses = operations.filter(({ owner }) => owner.kind !== 'account')
  const counts = new Set(addresses.map(({ owner }) => buildAddressCountKey(computeLimitTag(owner))))
  const keys = [...operations.map(({ owner }) => buildLimitStateKey(owner)), ...counts]
  const args = [nowSeconds * 1_000, index, startSeconds, endSeconds, maxAddressesOfTag]
  return { keys, args: [...args, ...operations.flatMap(({ packed, terms }) => [packed, terms])] }
}

/** The reply to each operation, in the terms of this release. */
export function readFormerReply([, ...values]: readonly number[]) {
  return Array.from({ length: values.length / 2 }, (_, i) => {
    const packed = values[2 * i] ?? 0
    const minute = Math.floor(packed / 8)
    return {
      verdict: packed % 8,
      freeSeconds: minute % 64,
      minuteRequests: Math.floor(minute / 64),
      monthRequests: values[2 * i + 1] ?? 0,
    }
  })
}
