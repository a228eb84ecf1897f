import { makeUnexpectedBodyError } from '../../answers/answer.ts'
import { parseObject } from '../../answers/body-text.ts'
import { HexawattConnectionError, HexawattProblem } from '../../errors/hexawatt-errors.ts'
import { createAsk } from '../../requests/ask.ts'
import { canPass, createSend } from '../../requests/send.ts'
import { type HexawattOptions, readSettings } from '../../requests/settings.ts'
import type { AnswerCache, StoredAnswer } from './answer-cache.ts'

/** Longest wait that is accepted from a server, s: limits of anonymous clients are by the minute. */
const maxWaitSeconds = 120
/** Waits for one answer at most. */
const maxWaits = 5
/** Longest wait before a retry after a network error, ms: shorter than every Retry-After. */
const maxBackOffMs = 300
/** Time-out of one attempt, ms: a server that has not prepared a month yet takes some seconds. */
const timeoutMs = 30_000

/** A body, and how it was obtained. */
export type Obtained<Body> = {
  body: Body
  dataMode: StoredAnswer['dataMode']
  /** When the body was received from the API or last confirmed by it, ms since 1970. */
  receivedMs: number
  /** `asked`: received or confirmed in this run; `fresh`: stored, and not asked for again; `stale`: stored, because the API is away. */
  state: 'asked' | 'fresh' | 'stale'
}

export type BodyRequest<Body> = {
  /** Path and query. */
  address: string
  /** Whether a body, stored or received, has the expected form. */
  isBody: (body: unknown) => body is Body
  /** Whether a stored body need not be asked for again. */
  isFresh: (stored: Obtained<Body>) => boolean
}

export type StoredRequestsOptions = {
  connection: HexawattOptions
  cache: AnswerCache
  /** Gets the seconds of a wait that the API asks for, before it. */
  reportWait: (seconds: number) => void
}

/** Creates the function that obtains bodies without a key: from the disk, else from the API. It waits where the API asks to, and sends the ETag of a stored body. */
export function createStoredRequests({ connection, cache, reportWait }: StoredRequestsOptions) {
  // Waits by Retry-After are made here: the client itself only retries network errors, twice and soon.
  const settings = readSettings({ ...connection, apiKey: undefined, maxWaitMs: maxBackOffMs, timeoutMs })
  const { timers } = settings
  const send = createSend(settings)
  /** Once true, stored bodies are used without another question: a year of them would fail one after the other. */
  let isApiAway = false

  /** Asks until the API answers, or refuses for longer than is accepted. */
  async function askPatiently<Body>(address: string, stored: StoredAnswer | null): Promise<Obtained<Body>> {
    const url = settings.origin + address
    let received: StoredAnswer | null = stored
    const ask = createAsk(send, {
      find: () => stored,
      keep: (_, answer) => {
        received = { ...answer, url, receivedMs: timers.nowMs() }
      },
    })
    for (let waits = 0; ; waits++) {
      try {
        const { data, dataMode, isNotModified } = await ask<Body>({ address, needsKey: false, call: {} })
        const receivedMs = timers.nowMs()
        if (received !== null) await cache.write(isNotModified ? { ...received, dataMode, receivedMs } : received)
        return { body: data, dataMode, receivedMs, state: 'asked' }
      } catch (error) {
        const seconds = waitSecondsOf(error)
        if (seconds === null || waits === maxWaits) throw error
        reportWait(seconds)
        await timers.sleep(seconds * 1_000, undefined)
      }
    }
  }

  /**
   * Obtains the body of an address.
   *
   * @throws HexawattProblem when the API refuses, HexawattConnectionError when it cannot be reached and nothing is stored
   */
  return async function obtain<Body>({ address, isBody, isFresh }: BodyRequest<Body>): Promise<Obtained<Body>> {
    const stored = await cache.read(settings.origin + address)
    const known = stored === null ? null : readStored(stored, isBody)
    if (known !== null && isFresh(known)) return known
    if (known !== null && isApiAway) return { ...known, state: 'stale' }
    try {
      const answer = await askPatiently<unknown>(address, known === null ? null : stored)
      const { body } = answer
      if (isBody(body)) return { ...answer, body }
      throw makeUnexpectedBodyError(new Response(null, { status: 200 }))
    } catch (error) {
      if (known === null || !isAway(error)) throw error
      isApiAway = true
      return { ...known, state: 'stale' }
    }
  }
}
export type Obtain = ReturnType<typeof createStoredRequests>

function readStored<Body>(stored: StoredAnswer, isBody: BodyRequest<Body>['isBody']): Obtained<Body> | null {
  const body: unknown = parseObject(stored.text)
  if (!isBody(body)) return null
  return { body, dataMode: stored.dataMode, receivedMs: stored.receivedMs, state: 'fresh' }
}

/** Seconds to wait before the same request; null when a wait does not help, or is too long. */
function waitSecondsOf(error: unknown): number | null {
  if (!canPass(error) || error.retryAfterSeconds === null || error.retryAfterSeconds > maxWaitSeconds) return null
  return Math.max(1, error.retryAfterSeconds)
}

/** Whether no answer can be had now: not where the API refuses the request itself. */
const isAway = (error: unknown): boolean =>
  error instanceof HexawattConnectionError ||
  (error instanceof HexawattProblem && (error.status >= 500 || canPass(error)))
