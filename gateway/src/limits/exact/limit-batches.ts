import { buildAddressCountKey, limitTagCount } from '@hexawatt/shared/redis/keys'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import { getMonthAt } from '../quota/quota.ts'
import type { Reading } from '../quota/reading.ts'
import { isRefusedWithoutEffect, type LimitCommands } from './limit-commands.ts'
import type { LimitConnection } from './limit-connection.ts'
import type { LimitLink } from './limit-link.ts'
import { type LimitRequest, makeScriptInput, readReply } from './limit-request.ts'
import { lateReplyMs } from './limit-servers.ts'

/** States of one call at most: they block Redis for a third of a millisecond. */
export const maxBatchSize = 100
/**
 * Client addresses with a state at most: in each span of two minutes without the demo key, in each month with it. Redis holds up to three times as many
 * states (a state outlives its span by one span), and the same number again for a minute at the turn of a month. Each tag gets an equal part.
 */
export const defaultMaxAddresses = 50_000
/** Concurrent calls at most. Further requests are not sent. */
const maxCalls = 200
/** From this number of concurrent calls on, requests of several turns share a call, ms: Redis is far away, or late. */
const crowdedCalls = 50
const crowdedPauseMs = 2
/** The bound is multiplied by this number when each call has keys of one tag only. */
const perTagScale = 8
/** Longest time a call may take, ms. Bun reads sockets before it runs timers: a busy process makes no call late. */
export const defaultTimeoutMs = 250
/** Attempts of one call: a second when the month has turned, and a third when it turns meanwhile. */
const maxAttempts = 3

/**
 * Why there are no readings in time. `unsent`: the request had no effect; `unknown`: its effect is indeterminate until `late` resolves, to null when no reply
 * ever came.
 */
export type NoReadings = { kind: 'unsent' } | { kind: 'unknown'; late: Promise<Reading[] | null> }

/** Outcome of a request: a reading of each of its states, or none. */
export type LimitOutcome = { kind: 'read'; readings: Reading[] } | NoReadings

const unsent: NoReadings = { kind: 'unsent' }

type Waiting = { request: LimitRequest; settle: (outcome: LimitOutcome) => void }

export type LimitBatchesDeps = {
  connection: Pick<LimitConnection, 'link' | 'isPerTag'>
  /** Real time, ms since the epoch: the first guess of the month, which the clock of Redis corrects. */
  realTimeMs: () => number
  monotonicMs: () => number
  /** Longest time a call may take, ms. */
  timeoutMs?: number | undefined
  maxAddresses?: number | undefined
  /** Called after every failed call. */
  onFailure: (outcome: NoReadings['kind']) => void
}

/**
 * Sends all requests of one turn of the event loop in one call of the script, without waiting for the previous call. Every request settles within the
 * time-out.
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
  // With a call for each tag, a turn makes several calls.
  const scale = connection.isPerTag ? perTagScale : 1
  let queue: Waiting[] = []
  let month = getMonthAt(realTimeMs() / 1_000)
  let callsInFlight = 0

  function flush(): void {
    const waiting = queue
    queue = []
    const calls = connection.isPerTag ? Map.groupBy(waiting, ({ request }) => request.tag).values() : [waiting]
    for (const together of calls) for (const batch of splitIntoBatches(together)) void decide(batch)
  }

  /** Never rejects: a failed call settles all its requests. */
  async function decide(batch: readonly Waiting[]): Promise<void> {
    const link = connection.link(batch[0]?.request.tag ?? 0)
    if (link === null || callsInFlight >= maxCalls * scale) return settleAll(batch, () => unsent)
    callsInFlight += 1
    const answer = call(
      link,
      batch.map(({ request }) => request),
      1,
    )
    try {
      const readings = await withTimeout(timeoutMs, answer)
      settleAll(batch, (i) => ({ kind: 'read', readings: readings[i] ?? [] }))
    } catch (error) {
      const isUnsent = isRefusedWithoutEffect(error)
      // The connection stays open for a while, so that a late reply is still read.
      const late = isUnsent ? null : withTimeout(lateReplyMs, answer).catch(() => null)
      settleAll(batch, (i) =>
        late === null ? unsent : { kind: 'unknown', late: late.then((all) => all?.[i] ?? null) },
      )
      onFailure(isUnsent ? 'unsent' : 'unknown')
      if (error instanceof TimeoutError) link.noteLateCall()
      else link.fail(error instanceof Error ? error.message : String(error))
    } finally {
      callsInFlight -= 1
    }
  }

  /** The readings of each request. */
  async function call(link: LimitLink, requests: readonly LimitRequest[], attempt: number): Promise<Reading[][]> {
    const asked = month
    const atMs = monotonicMs()
    const { keys, args } = makeScriptInput(requests, asked, maxAddressesOfTag)
    const reply = await link.run((commands) => commands.decide(keys, args))
    const readings = readReply(reply, requests, asked, atMs)
    if (readings !== null) return readings
    if (reply.length !== 1 || attempt === maxAttempts) throw new Error('unexpected reply of the limit script')
    month = getMonthAt(Math.floor(reply[0] / 1_000))
    return call(link, requests, attempt + 1)
  }

  return {
    /** Runs one request, in the order of the calls. Never rejects. */
    run(request: LimitRequest): Promise<LimitOutcome> {
      return new Promise((settle) => {
        queue.push({ request, settle })
        if (queue.length > 1) return
        // Not a microtask: microtasks run before the other requests of this turn are read.
        if (callsInFlight < crowdedCalls * scale) setImmediate(flush)
        else setTimeout(flush, crowdedPauseMs)
      })
    },
  }
}
export type LimitBatches = ReturnType<typeof createLimitBatches>

/** Parts of a queue of at most {@link maxBatchSize} states. */
function* splitIntoBatches(waiting: readonly Waiting[]): Generator<readonly Waiting[]> {
  let [from, states] = [0, 0]
  for (const [i, { request }] of waiting.entries()) {
    if (states + request.keys.length > maxBatchSize) {
      yield waiting.slice(from, i)
      from = i
      states = 0
    }
    states += request.keys.length
  }
  yield from === 0 ? waiting : waiting.slice(from)
}

function settleAll(batch: readonly Waiting[], outcomeOf: (i: number) => LimitOutcome): void {
  for (const [i, { settle }] of batch.entries()) settle(outcomeOf(i))
}

/** A call without requests, which Redis refuses whenever it refuses changes. */
export async function probeLimitScript({ decide }: LimitCommands, realTimeMs: number, tag: number): Promise<void> {
  const { args } = makeScriptInput([], getMonthAt(realTimeMs / 1_000), 0)
  await decide([buildAddressCountKey(tag)], args)
}
