import { addressRoomKey, limitTagCount } from '@hexawatt/shared/redis/keys'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import { type CalendarMonth, monthAt } from '../quota/quota.ts'
import { isRefusedWithoutEffect, type LimitCommands } from './limit-commands.ts'
import type { LimitConnection } from './limit-connection.ts'
import type { LimitLink } from './limit-link.ts'
import { type LimitOperation, type Reading, readingOf } from './limit-operation.ts'
import { lateReplyMs } from './limit-servers.ts'

/** Operations of one call at most: Redis is blocked for a third of a millisecond. */
export const maxBatchSize = 100
/**
 * Client addresses with a state at most: without the demo key in each span of two minutes, with it in each month. Redis holds up to three
 * times as many states (a state outlives its span by one), and as many more for a minute at the turn of a month. Each tag has an equal part.
 */
export const defaultMaxAddresses = 50_000
/** Concurrent calls at most. Beyond this, operations are not sent. */
const maxCalls = 200
/** From so many concurrent calls on, operations of several turns share one, ms: Redis is far away, or late. */
const crowdedCalls = 50
const crowdedPauseMs = 2
/** So many times as many calls where each has keys of one tag only. */
const perTagScale = 8
/** Longest a call may take, ms. Bun reads sockets before it runs timers: a busy process makes no call late. */
export const defaultTimeoutMs = 250
/** Attempts of one call: again when the month has turned, and once more when it turns meanwhile. */
const maxAttempts = 3

/**
 * Why there is no reading in time. unsent: the operation had no effect; unknown: its effect is indeterminate until `late` resolves, to null
 * when no reply ever came.
 */
export type NoReading = { kind: 'unsent' } | { kind: 'unknown'; late: Promise<Reading | null> }

/** What became of an operation. */
export type LimitOutcome = Reading | NoReading

const unsent: NoReading = { kind: 'unsent' }

type Waiting = { operation: LimitOperation; settle: (outcome: LimitOutcome) => void }
type Reply = { values: readonly number[]; month: CalendarMonth; atMs: number }

export type LimitBatchesDeps = {
  connection: Pick<LimitConnection, 'link' | 'isPerTag'>
  /** Real time, ms since the epoch: the first guess of the month, which the clock of Redis corrects. */
  realTimeMs: () => number
  monotonicMs: () => number
  /** Longest a call may take, ms. */
  timeoutMs?: number | undefined
  maxAddresses?: number | undefined
  /** Called after every failed call. */
  onFailure: (outcome: NoReading['kind']) => void
}

/**
 * Sends all operations of one turn of the event loop in one call of the script, without waiting for the previous call. Every operation
 * settles within the time-out.
 */
export function createLimitBatches({
  connection,
  realTimeMs,
  monotonicMs,
  timeoutMs = defaultTimeoutMs,
  maxAddresses = defaultMaxAddresses,
  onFailure,
}: LimitBatchesDeps) {
  const maxAddressesOfTag = Math.ceil(maxAddresses / limitTagCount)
  // With a call for each tag a turn makes several.
  const scale = connection.isPerTag ? perTagScale : 1
  let queue: Waiting[] = []
  let month = monthAt(realTimeMs() / 1_000)
  let callsInFlight = 0

  function flush(): void {
    const waiting = queue
    queue = []
    const calls = connection.isPerTag ? Map.groupBy(waiting, ({ operation }) => operation.tag).values() : [waiting]
    for (const together of calls) sendAll(together)
  }

  function sendAll(waiting: readonly Waiting[]): void {
    for (let from = 0, end = 0; from < waiting.length; from = end) {
      end = Math.min(from + maxBatchSize, waiting.length)
      // The operations of one request stay in one call.
      while ((waiting[end - 1]?.operation.followers ?? 0) > 0) end += 1
      void decide(waiting.slice(from, end))
    }
  }

  /** Never rejects: a failed call settles all its operations. */
  async function decide(batch: readonly Waiting[]): Promise<void> {
    const link = connection.link(batch[0]?.operation.tag ?? 0)
    if (link === null || callsInFlight >= maxCalls * scale) return settleUnsent(batch)
    callsInFlight += 1
    const answer = call(link, batch, 1)
    try {
      settleReadings(batch, await withTimeout(timeoutMs, answer))
    } catch (error) {
      const isUnsent = isRefusedWithoutEffect(error)
      if (isUnsent) settleUnsent(batch)
      else settleLate(batch, answer)
      onFailure(isUnsent ? 'unsent' : 'unknown')
      if (error instanceof TimeoutError) link.late()
      else link.fail(error instanceof Error ? error.message : String(error))
    } finally {
      callsInFlight -= 1
    }
  }

  async function call(link: LimitLink, batch: readonly Waiting[], attempt: number): Promise<Reply> {
    const asked = month
    const atMs = monotonicMs()
    const operations = batch.map(({ operation }) => operation)
    const { keys, args } = scriptInput(operations, asked, maxAddressesOfTag)
    const values = await link.run((commands) => commands.decide(keys, args))
    if (values.length === 1 + 2 * batch.length) return { values, month: asked, atMs }
    const [nowMs] = values
    if (nowMs === undefined || attempt === maxAttempts) throw new Error('unexpected reply of the limit script')
    month = monthAt(Math.floor(nowMs / 1_000))
    return call(link, batch, attempt + 1)
  }

  return {
    /** Does one operation, in the order of the calls. Never rejects. */
    run(operation: LimitOperation): Promise<LimitOutcome> {
      return new Promise((settle) => {
        queue.push({ operation, settle })
        if (queue.length > 1) return
        // Not a microtask: those run before the other requests of this turn are read.
        if (callsInFlight < crowdedCalls * scale) setImmediate(flush)
        else setTimeout(flush, crowdedPauseMs)
      })
    },
  }
}
export type LimitBatches = ReturnType<typeof createLimitBatches>

/** A call without operations, which Redis refuses where it refuses changes. */
export async function probeLimitScript({ decide }: LimitCommands, realTimeMs: number, tag: number): Promise<void> {
  const { args } = scriptInput([], monthAt(realTimeMs / 1_000), 0)
  await decide([addressRoomKey(tag)], args)
}

/**
 * KEYS and ARGV of the script.
 *
 * @param maxAddressesOfTag with a state at most under each tag
 * @param clock ms since the epoch, for tests; empty = the clock of Redis
 */
export function scriptInput(
  operations: readonly LimitOperation[],
  { index, startSeconds, endSeconds }: CalendarMonth,
  maxAddressesOfTag: number,
  clock = '',
): { keys: string[]; args: string[] } {
  const rooms = new Set<string>()
  const keys: string[] = []
  const args = [clock, String(index), String(startSeconds), String(endSeconds), String(maxAddressesOfTag)]
  for (const { key, tag, isOfAddress, packedOp, terms, raised } of operations) {
    keys.push(key)
    if (isOfAddress) rooms.add(addressRoomKey(tag))
    if (raised?.monthIndex === index) args.push(raised.packedOp, raised.terms)
    else args.push(packedOp, terms)
  }
  keys.push(...rooms)
  return { keys, args }
}

/** The reply to operation `i`. */
export function readingAt({ values, month, atMs }: Reply, i: number): Reading {
  return readingOf(values[1 + 2 * i] ?? 0, values[2 + 2 * i] ?? 0, month, values[0] ?? 0, atMs)
}

function settleReadings(batch: readonly Waiting[], reply: Reply): void {
  for (const [i, { settle }] of batch.entries()) settle(readingAt(reply, i))
}

function settleUnsent(batch: readonly Waiting[]): void {
  for (const { settle } of batch) settle(unsent)
}

/** Settles without a reply; the connection stays open for a while, so that a late reply is still read. */
function settleLate(batch: readonly Waiting[], answer: Promise<Reply>): void {
  const lateReply = withTimeout(lateReplyMs, answer).catch(() => null)
  for (const [i, { settle }] of batch.entries()) {
    settle({ kind: 'unknown', late: lateReply.then((reply) => reply && readingAt(reply, i)) })
  }
}
