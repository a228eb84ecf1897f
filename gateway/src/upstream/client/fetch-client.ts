import type { WholeAnswer } from '../http1/response-reader.ts'
import { type PassBodyOptions, passBody } from './pass-body.ts'
import { passedHeaders } from './passed-headers.ts'
import { readBody } from './read-body.ts'
import { asServiceCallError, ServiceCallError, type ServiceCallReason } from './service-call-error.ts'

export type FetchCall = {
  url: string
  headers: Readonly<Record<string, string>>
  /** null = nobody in particular waits for the answer. */
  signal: AbortSignal | null
  /** Longest the headers may take, and then each chunk of a body that is passed on; of a whole answer all of it, ms. */
  timeoutMs: number
  /** Largest body that is read to its end. */
  maxBodyBytes: number
}

/** An answer that is passed on while it is made. */
export type StreamedAnswer = Omit<WholeAnswer, 'body'> & { body: ReadableStream<Uint8Array<ArrayBuffer>> }

export type StreamEvents = Pick<PassBodyOptions, 'onBroken'> & {
  /** Told once when a body that was passed on has ended, in whatever way. */
  onEnd: () => void
}

/**
 * Asks a service with the platform's client, which reads every framing and speaks TLS, and reads the answer to its end.
 *
 * @throws ServiceCallError
 */
export async function fetchWhole(call: FetchCall): Promise<WholeAnswer> {
  const ending = createEnding(call)
  try {
    return await readWhole(await request(call, ending), call.maxBodyBytes)
  } catch (error) {
    throw ending.errorFor(error)
  } finally {
    ending.end('client_gone')
  }
}

/**
 * Asks a service for what is too large to be held: of a 200 only the headers are waited for, the body is passed on as the client takes
 * it. Any other answer is read to its end.
 *
 * @throws ServiceCallError before the first byte of a body
 */
export async function fetchStream(call: FetchCall, events: StreamEvents): Promise<StreamedAnswer | WholeAnswer> {
  const ending = createEnding(call)
  const end = (): void => ending.end('client_gone')
  try {
    const response = await request(call, ending)
    if (response.status === 200 && response.body !== null) {
      ending.passesOn(events.onEnd)
      const body = passBody(response.body, { maxGapMs: call.timeoutMs, end, onBroken: events.onBroken })
      return { status: 200, headers: headersOf(response), body }
    }
    const whole = await readWhole(response, call.maxBodyBytes)
    end()
    return whole
  } catch (error) {
    const failure = ending.errorFor(error)
    end()
    throw failure
  }
}

type Ending = ReturnType<typeof createEnding>

/** Ends a call once, whoever is first: the clock, a client that leaves, or the end of its answer. */
function createEnding({ signal, timeoutMs }: FetchCall) {
  const controller = new AbortController()
  let whenOver = (): void => undefined
  const leave = (): void => end('client_gone')
  const late = setTimeout(() => end('late'), timeoutMs)
  function end(reason: ServiceCallReason): void {
    if (controller.signal.aborted) return
    clearTimeout(late)
    signal?.removeEventListener('abort', leave)
    // Of a call that is over this ends nothing any more.
    controller.abort(new ServiceCallError(reason))
    whenOver()
  }
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  return {
    signal: controller.signal,
    end,
    /** From here on each chunk has its own time, and the end of the body is the end of the call. */
    passesOn(onEnd: () => void): void {
      controller.signal.throwIfAborted()
      clearTimeout(late)
      whenOver = onEnd
    },
    /** What ended the call, else what `fetch` says. */
    errorFor: (error: unknown): ServiceCallError =>
      asServiceCallError(controller.signal.aborted ? controller.signal.reason : error),
  }
}

async function request({ url, headers }: FetchCall, { signal }: Ending): Promise<Response> {
  // A redirect is not followed, and nothing is decoded behind our back: services are asked for plain bodies.
  const response = await fetch(url, { headers, redirect: 'manual', decompress: false, signal })
  const encoding = response.headers.get('content-encoding')
  if (encoding === null || encoding === 'identity') return response
  await response.body?.cancel()
  throw new ServiceCallError('malformed')
}

async function readWhole(response: Response, maxBytes: number): Promise<WholeAnswer> {
  return { status: response.status, headers: headersOf(response), body: await readBody(response, maxBytes) }
}

function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of passedHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return headers
}
