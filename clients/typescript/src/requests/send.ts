import { readRefusal } from '../answers/answer.ts'
import { type Deadline, startDeadline } from '../answers/body-text.ts'
import { HexawattConnectionError, HexawattProblem, makeNetworkError } from '../errors/hexawatt-errors.ts'
import { readTimeoutMs, type Settings } from './settings.ts'

/** Options of a single call. */
export type CallOptions = {
  /** Ends the request, its waits and its stream; the call then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Overrides the client's option for this call. */
  timeoutMs?: number | undefined
}

/** A request of the API. */
export type ApiRequest = {
  /** Path and query. */
  address: string
  accept: 'application/json' | 'application/x-ndjson' | 'text/event-stream'
  needsKey: boolean
  /** ETag of a kept body. */
  ifNoneMatch: string | null
  /** Id of the last event that was read. */
  lastEventId?: string | null
  call: CallOptions
}

/** Reads a response with status 200 or 304, and ends its deadline. */
type ReadAnswer<T> = (response: Response, deadline: Deadline) => Promise<T>

/** Makes the function that sends requests, with retries. */
export function createSend(settings: Settings) {
  const withRetries = createRetries(settings)

  async function attempt<T>(request: ApiRequest, read: ReadAnswer<T>): Promise<T> {
    const timeoutMs = readTimeoutMs(request.call.timeoutMs ?? settings.timeoutMs)
    const deadline = startDeadline(timeoutMs, request.call.signal)
    try {
      return await read(await answerOf(request, deadline.signal), deadline)
    } catch (error) {
      deadline.end()
      // Platforms throw different errors for an aborted fetch; the reason of the signal is the same.
      throw deadline.signal.aborted ? deadline.signal.reason : error
    }
  }

  async function answerOf(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const init: RequestInit = {
      headers: headersOf(request, settings),
      signal,
      // Never followed: the key would be sent to the redirection's target.
      redirect: 'manual',
    }
    const response = await settings.fetch(settings.origin + request.address, init).catch((cause: unknown) => {
      throw makeNetworkError(cause)
    })
    if (response.status === 200 || (response.status === 304 && request.ifNoneMatch !== null)) return response
    throw await readRefusal(response, { apiKey: settings.apiKey, nowMs: settings.timers.nowMs() })
  }

  /**
   * @throws HexawattProblem when the API refuses, HexawattConnectionError when none of its responses arrives, or the reason of the signal
   */
  return function send<T>(request: ApiRequest, read: ReadAnswer<T>): Promise<T> {
    return withRetries(() => attempt(request, read), request.call.signal)
  }
}
export type Send = ReturnType<typeof createSend>

function headersOf(request: ApiRequest, { apiKey, userAgent, language }: Settings): Record<string, string> {
  return {
    accept: request.accept,
    ...(request.needsKey && apiKey !== null ? { 'x-api-key': apiKey } : {}),
    ...(request.ifNoneMatch === null ? {} : { 'if-none-match': request.ifNoneMatch }),
    ...(request.lastEventId == null ? {} : { 'last-event-id': request.lastEventId }),
    ...(userAgent === null ? {} : { 'user-agent': userAgent }),
    ...(language === null ? {} : { 'accept-language': language }),
  }
}

/** Upper bound of the first wait without `Retry-After`, ms; it doubles with each retry. */
const firstBackOffMs = 500

type RetrySettings = Pick<Settings, 'maxRetries' | 'maxWaitMs' | 'timers'>

/** Makes the function that retries failed attempts. */
function createRetries({ maxRetries, maxWaitMs, timers }: RetrySettings) {
  /** Wait before the next attempt, ms; null = no retry. */
  function waitMs(error: unknown, retry: number): number | null {
    if (retry >= maxRetries || !canPass(error)) return null
    if (error.retryAfterSeconds === null) {
      // Full jitter: clients that failed together must not retry together.
      return timers.random() * Math.min(maxWaitMs, firstBackOffMs * 2 ** retry)
    }
    const askedMs = error.retryAfterSeconds * 1_000
    return askedMs > maxWaitMs ? null : askedMs
  }

  /** Runs `attempt` until it succeeds; throws its last error, or the reason of the signal. */
  return async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (let retry = 0; ; retry++) {
      try {
        return await attempt()
      } catch (error) {
        const ms = waitMs(error, retry)
        if (ms === null) throw error
        await timers.sleep(ms, signal)
      }
    }
  }
}

/** Temporary refusals, in addition to those with status 503. */
const passingCodes: ReadonlySet<string> = new Set(['rate_limited', 'too_many_streams'])

/** Whether the same request can succeed shortly: not for a month limit, a key or a parameter. */
export function canPass(error: unknown): error is HexawattProblem | HexawattConnectionError {
  if (error instanceof HexawattProblem) return passingCodes.has(error.code) || error.status === 503
  if (!(error instanceof HexawattConnectionError)) return false
  return error.kind !== 'unexpected_answer' || error.status === 503
}
