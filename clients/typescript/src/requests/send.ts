import { type Deadline, startDeadline } from '../answers/deadline.ts'
import { refusalOf } from '../answers/refusal.ts'
import { networkError } from '../errors/hexawatt-connection-error.ts'
import { createRetries } from './retries.ts'
import { readTimeoutMs, type Settings } from './settings.ts'

/** What a single call may set. */
export type CallOptions = {
  /** Ends the request, its waits and its stream; the call then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** As the option of the client, for this call. */
  timeoutMs?: number | undefined
}

/** A request of the API. */
export type ApiRequest = {
  /** Path and query. */
  address: string
  accept: 'application/json' | 'application/x-ndjson'
  needsKey: boolean
  /** ETag of a body that is still there. */
  ifNoneMatch: string | null
  call: CallOptions
}

/** Takes over an answer with status 200 or 304, and its deadline, which it ends. */
export type ReadAnswer<T> = (response: Response, deadline: Deadline) => Promise<T>

/** Makes what sends requests, again where that can help. */
export function createSend(settings: Settings) {
  const withRetries = createRetries(settings)

  async function attempt<T>(request: ApiRequest, read: ReadAnswer<T>): Promise<T> {
    const timeoutMs = readTimeoutMs(request.call.timeoutMs ?? settings.timeoutMs)
    const deadline = startDeadline(timeoutMs, request.call.signal)
    try {
      return await read(await answerOf(request, deadline.signal), deadline)
    } catch (error) {
      deadline.end()
      // What a fetch throws when it is ended differs between platforms; the reason does not.
      throw deadline.signal.aborted ? deadline.signal.reason : error
    }
  }

  async function answerOf(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const init: RequestInit = {
      headers: headersOf(request, settings),
      signal,
      // Never followed: the key would go to wherever the redirection points.
      redirect: 'manual',
    }
    const response = await settings.fetch(settings.origin + request.address, init).catch((cause: unknown) => {
      throw networkError(cause)
    })
    if (response.status === 200 || (response.status === 304 && request.ifNoneMatch !== null)) return response
    throw await refusalOf(response, { apiKey: settings.apiKey, nowMs: settings.timers.nowMs() })
  }

  /**
   * @throws HexawattProblem when the API refuses, HexawattConnectionError when no answer of it comes, or the reason of the signal
   */
  return function send<T>(request: ApiRequest, read: ReadAnswer<T>): Promise<T> {
    return withRetries(() => attempt(request, read), request.call.signal)
  }
}
export type Send = ReturnType<typeof createSend>

function headersOf(request: ApiRequest, { apiKey, userAgent }: Settings): Record<string, string> {
  return {
    accept: request.accept,
    ...(request.needsKey && apiKey !== null ? { 'x-api-key': apiKey } : {}),
    ...(request.ifNoneMatch === null ? {} : { 'if-none-match': request.ifNoneMatch }),
    ...(userAgent === null ? {} : { 'user-agent': userAgent }),
  }
}
