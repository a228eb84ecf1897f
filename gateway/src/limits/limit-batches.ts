import { addressRoomKey } from '@hexawatt/shared/redis/keys'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { type LimitConnection, type LimitLink, lateAnswerMs, limitScriptSha } from './limit-connection.ts'
import { type LimitOperation, type Reading, readingOf } from './limit-operation.ts'
import { limitScript } from './limit-script.ts'
import { type CalendarMonth, monthAt } from './quota.ts'

/** Operations of one call at most: it holds Redis for a third of a millisecond. */
export const maxBatchSize = 100
/**
 * Client addresses that have a state at most: of those without a month in each span of two minutes, of those of the demo key in each month.
 * So up to three times as many states lie in Redis at once (a state outlives its span by one), and as many more for a minute at the turn of a month.
 */
export const defaultMaxAddresses = 50_000
/** Calls under way at most: a Redis that is so far behind is taken for away. */
const maxBatches = 200
/** Longest a call may take, ms. Bun reads what lies in the socket before it looks at timers: a busy process makes no call late. */
const defaultTimeoutMs = 250
/** Times one call is sent: again when the month turned, in the middle of which it may turn once more. */
const maxAttempts = 3

/** Failures before the script began. */
const untouched = /^(LOADING|BUSY|READONLY|MASTERDOWN)\b/

/**
 * Why there is no reading in time: the operation had no effect for sure, or its effect is indeterminate until `late` says it. null = the
 * answer never came.
 */
export type Unanswered = 'unsent' | { late: Promise<Reading | null> }

/** Whether Redis answered in time. */
export function isReading(outcome: Reading | Unanswered): outcome is Reading {
  return typeof outcome === 'object' && !('late' in outcome)
}

type Waiting = { operation: LimitOperation; settle: (outcome: Reading | Unanswered) => void }
type Reply = { values: readonly number[]; month: CalendarMonth }

export type LimitBatchesDeps = {
  connection: Pick<LimitConnection, 'link'>
  /** Real time, ms since the epoch: a first guess of the month, which Redis corrects. */
  realTimeMs: () => number
  /** Longest a call may take, ms. */
  timeoutMs?: number | undefined
  maxAddresses?: number | undefined
  /** Told of every call that failed: unsent had no effect, of unknown the effect is indeterminate. */
  onFailure: (outcome: 'unsent' | 'unknown') => void
}

/**
 * Sends all operations of one turn of the event loop in one call of the script, without waiting for the call before. Every operation
 * is answered: by Redis, or in time by what is known about it.
 */
export function createLimitBatches({
  connection,
  realTimeMs,
  timeoutMs = defaultTimeoutMs,
  maxAddresses = defaultMaxAddresses,
  onFailure,
}: LimitBatchesDeps) {
  let queue: Waiting[] = []
  let month = monthAt(realTimeMs() / 1_000)
  let underWay = 0

  function flush(): void {
    const waiting = queue
    queue = []
    for (let from = 0, end = 0; from < waiting.length; from = end) {
      end = Math.min(from + maxBatchSize, waiting.length)
      // The operations of one request are not parted.
      while ((waiting[end - 1]?.operation.followers ?? 0) > 0) end += 1
      void decide(waiting.slice(from, end))
    }
  }

  /** Never rejects: a call that fails is one failure of all its operations. */
  async function decide(batch: readonly Waiting[]): Promise<void> {
    const link = connection.link()
    if (link === null) return settleUnsent(batch)
    if (underWay >= maxBatches) {
      settleUnsent(batch)
      return link.fail('too many calls under way')
    }
    underWay += 1
    const answer = call(link, batch, 1)
    try {
      handOut(batch, await withinTime(timeoutMs, answer))
      link.succeeded()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const isUntouched = untouched.test(reason)
      if (isUntouched) settleUnsent(batch)
      else settleLate(batch, answer)
      onFailure(isUntouched ? 'unsent' : 'unknown')
      link.fail(reason)
    } finally {
      underWay -= 1
    }
  }

  async function call(link: LimitLink, batch: readonly Waiting[], attempt: number): Promise<Reply> {
    const asked = month
    const values = await send(
      link,
      scriptArguments(
        batch.map(({ operation }) => operation),
        asked,
        maxAddresses,
      ),
    )
    if (values.length === 1 + 2 * batch.length) return { values, month: asked }
    const [nowSeconds] = values
    if (nowSeconds === undefined || attempt === maxAttempts) throw new Error('the limit script answered something else')
    month = monthAt(nowSeconds)
    return call(link, batch, attempt + 1)
  }

  return {
    /** Does one operation, in the order of the calls. Never rejects. */
    run(operation: LimitOperation): Promise<Reading | Unanswered> {
      return new Promise((settle) => {
        queue.push({ operation, settle })
        // One turn of the event loop: microtasks would end before the other requests of this turn are read.
        if (queue.length === 1) setImmediate(flush)
      })
    },
  }
}
export type LimitBatches = ReturnType<typeof createLimitBatches>

async function send(link: LimitLink, args: readonly string[]): Promise<readonly number[]> {
  try {
    return numbersOf(await link.send('EVALSHA', [limitScriptSha, ...args]))
  } catch (error) {
    // Redis lost its scripts (SCRIPT FLUSH, a failover): the text goes along this once.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return numbersOf(await link.send('EVAL', [limitScript, ...args]))
  }
}

/**
 * What follows the script, or its name, in a call.
 *
 * @param maxAddresses that have a state at most
 * @param clock seconds since the epoch, for tests; the empty text: the clock of Redis
 */
export function scriptArguments(
  operations: readonly LimitOperation[],
  { index, startSeconds, endSeconds }: CalendarMonth,
  maxAddresses: number,
  clock = '',
): string[] {
  const args = [String(operations.length + 1)]
  for (const { key } of operations) args.push(key)
  args.push(addressRoomKey, clock, String(index), String(startSeconds), String(endSeconds), String(maxAddresses))
  for (const { word, terms, raised } of operations) {
    if (raised?.monthIndex === index) args.push(raised.word, raised.terms)
    else args.push(word, terms)
  }
  return args
}

/** The script replies with nothing but numbers. */
function numbersOf(reply: unknown): readonly number[] {
  if (!Array.isArray(reply) || typeof reply[0] !== 'number') throw new Error('the limit script answered no numbers')
  return reply
}

/** Reads what a whole reply says to its operation `i`. */
export function readingAt({ values, month }: Reply, i: number): Reading {
  return readingOf(values[1 + 2 * i] ?? 0, values[2 + 2 * i] ?? 0, month, values[0] ?? month.startSeconds)
}

function handOut(batch: readonly Waiting[], reply: Reply): void {
  for (const [i, { settle }] of batch.entries()) settle(readingAt(reply, i))
}

function settleUnsent(batch: readonly Waiting[]): void {
  for (const { settle } of batch) settle('unsent')
}

/** Lets the operations go on without an answer; the connection stays open for a while, and what comes on it is still heard. */
function settleLate(batch: readonly Waiting[], answer: Promise<Reply>): void {
  const heard = withinTime(lateAnswerMs, answer).catch(() => null)
  for (const [i, { settle }] of batch.entries()) {
    settle({ late: heard.then((reply) => reply && readingAt(reply, i)) })
  }
}
